import { ButtonComponent, type TFile } from 'obsidian';
import { outboxReasonText } from '../../../messages/outbox-messages';
import type { Change, NewDocument } from '../../../model/outbox';
import { problemOfChange } from '../../../outbox/check-change';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { PLACES, SAVE } from '../../strings/writing-item-strings';
import { choiceField } from './choice-field';
import { textField } from './fields';
import { offerTags } from './offer-tags';
import { tagField } from './tag-field';
import { addressOfNote, noteAsHtml } from './note-page';
import { findAddresses, isWebAddress, type FoundAddress } from './save-addresses';
import { WritingModal } from './writing-modal';

const NOTE = 'note';
const OTHER = 'other';

/** Opens the window with what can be saved from here: a link, an address, or the open note itself. */
export function openSave(context: PluginContext): void {
  if (!context.isReady(true)) return;
  const { app } = context;
  const file = app.workspace.getActiveFile();
  const note = file?.extension === 'md' ? file : null;
  new SaveModal(context, { addresses: findAddresses(app), note }).open();
}

interface SaveSources {
  readonly addresses: readonly FoundAddress[];
  readonly note: TFile | null;
}

/** Saves an address or a note to Reader. */
class SaveModal extends WritingModal {
  private what: string;
  private address: string;
  private details: Pick<NewDocument, 'title' | 'location' | 'tags' | 'notes'> = { location: 'new' };
  private readonly addressInput: HTMLTextAreaElement;
  private readonly addressEl: HTMLElement;
  private readonly noteEl: HTMLElement;

  constructor(
    context: PluginContext,
    private readonly sources: SaveSources,
  ) {
    super(context, SAVE);
    const { contentEl } = this;
    const [first] = sources.addresses;
    this.what = first?.address ?? OTHER;
    this.address = first?.address ?? '';
    choiceField(contentEl, {
      label: SAVE.what,
      value: this.what,
      choices: this.choices(),
      onChange: (what) => this.choose(what),
    });
    this.addressEl = contentEl.createDiv();
    const { inputEl, belowEl } = textField(this.addressEl, {
      label: SAVE.address,
      value: this.address,
      limit: LIMITS.documentUrl,
      onChange: (address) => {
        this.address = address.trim();
        this.check();
      },
    });
    this.addressInput = inputEl;
    new ButtonComponent(belowEl)
      .setButtonText(SAVE.paste)
      .onClick(() => void this.paste().catch(context.onError));
    this.noteEl = contentEl.createEl('p', { text: SAVE.noteExplanation });
    this.addDetails();
    this.check();
  }

  private choices(): Readonly<Record<string, string>> {
    const { addresses, note } = this.sources;
    const found = addresses.map(({ name, address }) => [address, SAVE.source(name, address)] as const);
    return {
      ...Object.fromEntries(found),
      ...(note === null ? {} : { [NOTE]: SAVE.thisNote(note.basename) }),
      [OTHER]: SAVE.other,
    };
  }

  private addDetails(): void {
    const { contentEl } = this;
    const change = (details: Partial<NewDocument>): void => {
      this.details = { ...this.details, ...details };
    };
    const { belowEl } = textField(contentEl, {
      label: SAVE.pageTitle,
      value: '',
      onChange: (title) => change({ title: title.trim() }),
    });
    belowEl.setText(SAVE.titleHint);
    choiceField(contentEl, {
      label: SAVE.location,
      value: 'new',
      choices: PLACES,
      onChange: (location) => change({ location: isPlace(location) ? location : undefined }),
    });
    const field = tagField(contentEl, {
      label: SAVE.tags,
      tags: [],
      limit: LIMITS.bookTag,
      onChange: (tags) => change({ tags: [...tags] }),
    });
    offerTags(this.context, field, { signal: this.closed.signal });
    textField(contentEl, { label: SAVE.note, value: '', rows: 3, onChange: (notes) => change({ notes }) });
  }

  private choose(what: string): void {
    this.what = what;
    if (what !== NOTE) this.setAddress(what === OTHER ? '' : what);
    this.check();
  }

  private setAddress(address: string): void {
    this.addressInput.value = address;
    this.addressInput.dispatchEvent(new Event('input'));
  }

  private async paste(): Promise<void> {
    this.setAddress((await activeWindow.navigator.clipboard.readText()).trim());
  }

  private check(): void {
    const isNote = this.what === NOTE;
    this.addressEl.toggle(!isNote);
    this.noteEl.toggle(isNote);
    const problem = isNote ? null : this.problemOfAddress();
    // An empty field needs no complaint.
    this.showProblem(this.address === '' ? null : problem);
    this.sendButton?.setDisabled(problem !== null);
  }

  private problemOfAddress(): string | null {
    if (!isWebAddress(this.address)) return SAVE.badAddress;
    const problem = problemOfChange(this.change({ url: this.address }), { fields: {}, tags: [] });
    return problem === null ? null : outboxReasonText(problem);
  }

  private change(page: Pick<NewDocument, 'url' | 'html' | 'shouldCleanHtml'>): Change {
    const { title = '', location, tags = [], notes = '' } = this.details;
    return {
      kind: 'save-document',
      document: {
        ...page,
        location,
        ...(title === '' ? {} : { title }),
        ...(tags.length === 0 ? {} : { tags }),
        ...(notes.trim() === '' ? {} : { notes }),
      },
    };
  }

  protected override async send(): Promise<boolean> {
    const { note } = this.sources;
    const change = this.what === NOTE && note !== null ? await this.changeOf(note) : null;
    return this.ask(change ?? this.change({ url: this.address }));
  }

  private async changeOf(note: TFile): Promise<Change> {
    const { app } = this.context;
    const html = await noteAsHtml(app, note);
    const { title = '' } = this.details;
    this.details = { ...this.details, title: title === '' ? note.basename : title };
    return this.change({ url: await addressOfNote(app, note), html, shouldCleanHtml: true });
  }
}

const isPlace = (location: string): location is keyof typeof PLACES => Object.hasOwn(PLACES, location);

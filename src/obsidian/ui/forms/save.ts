import type { Setting, TFile } from 'obsidian';
import { fieldName, outboxReasonText, PLACES } from '../../../messages/outbox-messages';
import type { Change, NewDocument, OutboxEntry } from '../../../model/outbox';
import { problemOfChange } from '../../../outbox/check-change';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { SAVE } from '../../strings/writing-item-strings';
import { addButton } from '../components/elements';
import { Fields, type Field } from '../parts/typed-fields';
import { FormWindow } from '../parts/form-window';
import { TagField } from '../parts/tag-field';
import { addFold, askFor, offeredTags, replace } from './change-form';
import { hasNoId, identityIn } from '../../vault/identity-index';
import { addressOfNote, noteAsHtml, storedAddressOf } from './note-page';
import { findAddresses, isWebAddress, savedAddresses, type FoundAddress } from './save-addresses';

const NOTE = 'note';
const OTHER = 'other';

/** Saves to Reader what can be saved from here: a link, an address, or the open note itself. */
export function openSave(context: PluginContext): void {
  if (context.isReady(true)) new SaveForm(context, null).open();
}

/** Edits what is to be saved and was not sent yet. */
export const openWaitingSave = (context: PluginContext, waiting: Waiting): void =>
  new SaveForm(context, waiting).open();

interface Waiting {
  readonly entry: OutboxEntry;
  readonly document: NewDocument;
}

class SaveForm {
  private readonly form: FormWindow;
  private readonly fields = new Fields(() => this.changed());
  private readonly tags: TagField;
  private readonly addressRow: Setting;
  private readonly noteEl: HTMLElement;
  /** The open note; null also for a synced one, which comes from there. */
  private readonly note: TFile | null;
  /** Addresses that Reader has, with the names of their notes. */
  private readonly saved: ReadonlyMap<string, string>;

  constructor(
    private readonly context: PluginContext,
    private readonly waiting: Waiting | null,
  ) {
    const { app } = context;
    const file = app.workspace.getActiveFile();
    this.note = file?.extension === 'md' && hasNoId(identityIn(app, file)) ? file : null;
    this.saved = savedAddresses(app);
    const ask = waiting === null ? askFor(context) : replace(context, waiting.entry);
    const document = waiting?.document;
    this.form = new FormWindow(context, {
      ...SAVE,
      problem: () => this.problem(),
      act: async () => ask(await this.change()),
    });
    const { contentEl } = this.form;
    if (waiting === null) this.addWhat(findAddresses(app).filter(({ address }) => !this.saved.has(address)));
    this.addressRow = this.addAddress();
    this.noteEl = contentEl.createEl('p', { text: SAVE.noteExplanation });
    const { fields } = this;
    const location = {
      key: 'location',
      label: fieldName('location'),
      value: document?.location ?? 'new',
      choices: PLACES,
    };
    fields.add(contentEl, { ...location, type: 'choice' });
    this.tags = new TagField(app, contentEl, {
      label: fieldName('tags'),
      tags: document?.tags ?? [],
      limit: LIMITS.bookTag,
      known: offeredTags(context, { signal: this.form.closed.signal }),
      changed: () => this.form.check(),
    });
    const more: readonly Field[] = [
      {
        key: 'title',
        type: 'line',
        label: fieldName('title'),
        value: document?.title ?? '',
        desc: SAVE.titleHint,
      },
      { key: 'notes', type: 'text', label: fieldName('note'), value: document?.notes ?? '' },
    ];
    addFold(contentEl, { label: SAVE.more, fields: more }, fields);
    this.changed();
  }

  open(): void {
    this.form.open();
  }

  private addWhat(found: readonly FoundAddress[]): void {
    const { form, note } = this;
    if (found.length === 0 && note === null) return;
    this.fields.add(form.contentEl, {
      key: 'what',
      type: 'radio',
      label: SAVE.what,
      value: found[0]?.address ?? OTHER,
      choices: {
        ...Object.fromEntries(found.map(({ name, address }) => [address, SAVE.source(name, address)])),
        ...(note === null ? {} : { [NOTE]: SAVE.thisNote(note.basename) }),
        [OTHER]: SAVE.other,
      },
    });
  }

  private addAddress(): Setting {
    const { context, fields, form, waiting } = this;
    const field = {
      key: 'address',
      label: fieldName('url'),
      value: waiting?.document.url ?? '',
      limit: LIMITS.documentUrl,
    };
    const row = fields.add(form.contentEl, { ...field, type: 'line' });
    const paste = async (): Promise<void> =>
      fields.set('address', (await activeWindow.navigator.clipboard.readText()).trim());
    addButton(row, { text: SAVE.paste, act: paste, onError: context.onError });
    return row;
  }

  private get what(): string {
    return this.fields.get('what') || OTHER;
  }

  private get address(): string {
    if (this.what === NOTE) return this.note === null ? '' : storedAddressOf(this.context.app, this.note);
    return (this.what === OTHER ? this.fields.get('address') : this.what).trim();
  }

  private changed(): void {
    // The address of a note is its own.
    this.addressRow.settingEl.toggle(this.what === OTHER && this.waiting?.document.html === undefined);
    this.noteEl.toggle(this.what === NOTE);
    this.form.check();
  }

  private problem(): string | null {
    const { address, fields, saved, tags } = this;
    if (fields.isBlocked || tags.isTooLong) return '';
    const known = saved.get(address);
    if (known !== undefined) return SAVE.known(known);
    if (this.what === NOTE) return null;
    // An empty field needs no complaint.
    if (address === '') return '';
    if (!isWebAddress(address)) return SAVE.badAddress;
    const reason = problemOfChange(this.changeOf({ url: address }), { fields: {}, tags: [] });
    return reason === null ? null : outboxReasonText(reason);
  }

  private async change(): Promise<Change> {
    const { address, context, note } = this;
    if (this.what !== NOTE || note === null) return this.changeOf({ url: address });
    const html = await noteAsHtml(context.app, note);
    const page = { url: await addressOfNote(context.app, note), html, shouldCleanHtml: true };
    return this.changeOf(page, note.basename);
  }

  private changeOf(page: Pick<NewDocument, 'url' | 'html' | 'shouldCleanHtml'>, defaultTitle = ''): Change {
    const { location, title = '', notes = '' } = this.fields.values;
    const { names } = this.tags;
    const filledTitle = title.trim() === '' ? defaultTitle : title.trim();
    return {
      kind: 'save-document',
      document: {
        ...this.waiting?.document,
        tags: undefined,
        title: undefined,
        notes: undefined,
        ...page,
        location: isPlace(location) ? location : undefined,
        ...(filledTitle === '' ? {} : { title: filledTitle }),
        ...(names.length === 0 ? {} : { tags: [...names] }),
        ...(notes.trim() === '' ? {} : { notes }),
      },
    };
  }
}

const isPlace = (location: string | undefined): location is keyof typeof PLACES =>
  location !== undefined && Object.hasOwn(PLACES, location);

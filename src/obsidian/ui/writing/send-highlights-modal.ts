import { DropdownComponent, type Editor, type TFile } from 'obsidian';
import type { NewHighlight } from '../../../model/outbox';
import { highlightsAt } from '../../../outbox/queue';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { SEND_HIGHLIGHT } from '../../strings/writing-highlight-strings';
import { drawDiff } from '../components/diff-view';
import { named } from '../components/elements';
import { addBlockIds, withBlockId, type MarkedPassage } from './block-ids';
import { textField, type TextField } from './fields';
import { rememberSource, sourceOf, type Source } from './highlight-source';
import { offerTags } from './offer-tags';
import { tagField, type TagField } from './tag-field';
import { blockAddress, inlineTags, isAddressOf, newHighlightOf } from './new-highlights';
import type { Passage } from './selected-passages';
import { WritingModal } from './writing-modal';

export interface Selected {
  readonly editor: Editor;
  readonly file: TFile;
  readonly passages: readonly Passage[];
}

/** A passage with the text that is to be sent. */
interface Draft extends MarkedPassage {
  text: string;
  readonly url: string;
  /** The text at Readwise, when the passage was sent before. */
  readonly before: string | null;
}

/** Opens the window for the selected passages, each of which becomes a highlight. */
export async function openSendHighlights(context: PluginContext, selected: Selected): Promise<void> {
  const { file, editor } = selected;
  const { app, host } = context;
  const passages = selected.passages.map((passage) => withBlockId(passage, editor.getValue(), host.random));
  const known = passages.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const sent =
    known.length === 0
      ? []
      : await context.withState((state) =>
          highlightsAt(state, (url) => known.some((id) => isAddressOf(url, id))),
        );
  const drafts = passages.map((passage): Draft => {
    const before = sent.find(({ url }) => isAddressOf(url, passage.id));
    const url = before?.url ?? blockAddress(app.vault.getName(), file.path, passage.id);
    return { ...passage, url, before: before?.text ?? null };
  });
  new SendHighlightsModal(context, { editor, file, drafts }).open();
}

interface Sending {
  readonly editor: Editor;
  readonly file: TFile;
  readonly drafts: readonly Draft[];
}

/** Shows what is sent of each passage and where it is said to come from. */
class SendHighlightsModal extends WritingModal {
  private source: Source;
  private note = '';
  private readonly checkedFields: (TextField | TagField)[] = [];

  constructor(
    context: PluginContext,
    private readonly sending: Sending,
  ) {
    const { drafts } = sending;
    super(context, { ...SEND_HIGHLIGHT, title: SEND_HIGHLIGHT.title(drafts.length) });
    this.sendButton?.setCta();
    this.source = sourceOf(context.app, sending.file);
    for (const [index, draft] of drafts.entries()) this.addDraft(draft, index);
    const { contentEl } = this;
    if (drafts.some(({ before }) => before === null)) this.addSource();
    else contentEl.createEl('p', { text: SEND_HIGHLIGHT.onlyText });
    if (drafts.some(({ isNew }) => isNew)) contentEl.createEl('p', { text: SEND_HIGHLIGHT.blockId });
    this.check();
  }

  protected override async send(): Promise<boolean> {
    const { editor, file, drafts } = this.sending;
    if (!addBlockIds(editor, drafts)) {
      this.showProblem(SEND_HIGHLIGHT.moved);
      return true;
    }
    const highlights = drafts.map((draft) => this.highlightOf(draft));
    const staysOpen = await this.ask({ kind: 'create-highlights', highlights });
    if (!staysOpen) rememberSource(this.app, file, this.source);
    return staysOpen;
  }

  /** Of a highlight that Readwise has, only the text is replaced: note and tags there stay. */
  private highlightOf({ text, url, before }: Draft): NewHighlight {
    if (before !== null) return { text: text.trim(), highlightUrl: url };
    return newHighlightOf({ text, highlightUrl: url, note: this.note, source: this.source });
  }

  private addDraft(draft: Draft, index: number): void {
    const field = textField(this.contentEl, {
      label: SEND_HIGHLIGHT.text(index, this.sending.drafts.length),
      value: draft.text,
      limit: LIMITS.text,
      rows: 3,
      onChange: (text) => {
        draft.text = text;
        showBefore(field.belowEl, draft);
        this.check();
      },
    });
    showBefore(field.belowEl, draft);
    this.checkedFields.push(field);
  }

  private addSource(): void {
    const { contentEl } = this;
    this.addText('title', SEND_HIGHLIGHT.book);
    this.addText('author', SEND_HIGHLIGHT.author);
    this.addText('sourceUrl', SEND_HIGHLIGHT.sourceUrl);
    this.addCategory();
    const note = textField(contentEl, {
      label: SEND_HIGHLIGHT.note,
      value: '',
      limit: LIMITS.note,
      rows: 2,
      onChange: (text) => {
        this.note = text;
        this.check();
      },
    });
    this.checkedFields.push(note);
    this.addTags();
  }

  private addCategory(): void {
    const el = this.contentEl.createDiv('florilegium-field');
    el.createSpan({ text: SEND_HIGHLIGHT.category });
    const { selectEl } = new DropdownComponent(el)
      .addOptions(SEND_HIGHLIGHT.categories)
      .setValue(this.source.category)
      .onChange((category) => (this.source = { ...this.source, category }));
    named(selectEl, SEND_HIGHLIGHT.category);
  }

  private addTags(): void {
    const { contentEl } = this;
    const tags = tagField(contentEl, {
      label: SEND_HIGHLIGHT.tags,
      tags: this.source.tags,
      limit: LIMITS.highlightTag,
      onChange: (changed) => {
        this.source = { ...this.source, tags: changed };
        showInline();
        this.check();
      },
    });
    const inlineEl = contentEl.createEl('p', { cls: 'florilegium-field-count' });
    const showInline = (): void => {
      const inline = inlineTags(this.source.tags);
      inlineEl.setText(inline === '' ? '' : SEND_HIGHLIGHT.inline(inline));
    };
    showInline();
    this.checkedFields.push(tags);
    offerTags(this.context, tags, { signal: this.closed.signal });
  }

  private addText(field: 'title' | 'author' | 'sourceUrl', label: string): void {
    const added = textField(this.contentEl, {
      label,
      value: this.source[field],
      limit: LIMITS[field],
      onChange: (value) => {
        this.source = { ...this.source, [field]: value };
        this.check();
      },
    });
    this.checkedFields.push(added);
  }

  private check(): void {
    const isTooLong = this.checkedFields.some((field) => field.isTooLong());
    const isEmpty = this.sending.drafts.some(({ text }) => text.trim() === '');
    this.sendButton?.setDisabled(isTooLong || isEmpty);
  }
}

/** Warns that a text at Readwise will be replaced, and shows how. */
function showBefore(parent: HTMLElement, { before, text }: Draft): void {
  parent.empty();
  if (before === null) return;
  const isSame = before.trim() === text.trim();
  parent.createEl('p', { text: isSame ? SEND_HIGHLIGHT.knownSame : SEND_HIGHLIGHT.known });
  if (!isSame) drawDiff(parent, { before, after: text, label: SEND_HIGHLIGHT.knownDiff });
}

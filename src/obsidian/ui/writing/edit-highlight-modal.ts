import type { Edit, TagEdits, Values } from '../../../model/outbox';
import { changesNothing, withoutUnchanged } from '../../../outbox/check-change';
import { tagEdits } from '../../../outbox/compare';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { EDIT_HIGHLIGHT } from '../../strings/writing-highlight-strings';
import { drawDiff } from '../components/diff-view';
import { addBox, named } from '../components/elements';
import { textField, type TextField } from './fields';
import { offerTags } from './offer-tags';
import { tagField, type TagField } from './tag-field';
import { WritingModal } from './writing-modal';

export interface EditedHighlight {
  readonly anchor: string;
  /** What Readwise has, as far as this device knows. */
  readonly values: Values;
}

type HighlightEdit = Extract<Edit, { kind: 'edit-highlight' }>;
const COLORS = ['yellow', 'blue', 'pink', 'orange', 'green', 'purple'] as const;

/** Edits note, text, colour and tags of a highlight; of one in Reader alone, only its tags. */
export class EditHighlightModal extends WritingModal {
  private readonly fields: HighlightEdit['fields'] = {};
  private readonly texts: TextField[] = [];
  private readonly tagsField: TagField;
  private tags: TagEdits = { add: [], remove: [], rename: [] };
  private removesNote = false;
  private readonly textNotes: HTMLElement;
  private readonly noteNotes: HTMLElement;

  constructor(
    context: PluginContext,
    private readonly highlight: EditedHighlight,
  ) {
    super(context, EDIT_HIGHLIGHT);
    this.sendButton?.setCta();
    const { contentEl } = this;
    const fixed = highlight.anchor.startsWith('rd') ? EDIT_HIGHLIGHT.tagsOnly : null;
    this.noteNotes = this.addText('note', { label: EDIT_HIGHLIGHT.note, rows: 3, fixed });
    this.textNotes = this.addText('text', { label: EDIT_HIGHLIGHT.text, rows: 5, fixed });
    if (fixed === null) this.addColors();
    const { tags } = highlight.values;
    this.tagsField = tagField(contentEl, {
      label: EDIT_HIGHLIGHT.tags,
      tags,
      limit: LIMITS.highlightTag,
      canRename: true,
      onChange: (after, renamed) => {
        this.tags = tagEdits(tags, after, renamed);
        this.check();
      },
    });
    offerTags(context, this.tagsField, { signal: this.closed.signal, of: highlight.anchor });
    this.check();
  }

  protected override send(): Promise<boolean> {
    return this.ask(this.change, this.highlight.values);
  }

  private addText(
    field: 'note' | 'text',
    options: { readonly label: string; readonly rows: number; readonly fixed: string | null },
  ): HTMLElement {
    const added = textField(this.contentEl, {
      ...options,
      value: this.before(field),
      limit: LIMITS[field],
      onChange: (value) => {
        this.fields[field] = value;
        if (field === 'note') this.showNote(value);
        else this.showText(value);
        this.check();
      },
    });
    this.texts.push(added);
    return added.belowEl;
  }

  private addColors(): void {
    const group = this.contentEl.createDiv({ cls: 'florilegium-field', attr: { role: 'radiogroup' } });
    group.createDiv({ text: EDIT_HIGHLIGHT.color });
    named(group, EDIT_HIGHLIGHT.color);
    const swatches = group.createDiv('florilegium-swatches');
    for (const color of COLORS) {
      const label = swatches.createEl('label', { cls: `florilegium-swatch is-${color}` });
      const input = label.createEl('input', { type: 'radio', attr: { name: 'florilegium-color' } });
      label.createSpan({ text: EDIT_HIGHLIGHT.colors[color] });
      input.checked = color === this.before('color');
      input.addEventListener('change', () => {
        this.fields.color = color;
        this.check();
      });
    }
  }

  private showText(text: string): void {
    this.textNotes.empty();
    if (text.trim() === this.before('text').trim()) return;
    const warning = text.trim() === '' ? EDIT_HIGHLIGHT.textEmpty : EDIT_HIGHLIGHT.textWarning;
    this.textNotes.createEl('p', { cls: 'florilegium-problem', text: warning });
    if (text.trim() === '') return;
    drawDiff(this.textNotes, { before: this.before('text'), after: text, label: EDIT_HIGHLIGHT.textDiff });
  }

  /** An emptied note is sent only when the person ticks that. */
  private showNote(note: string): void {
    this.noteNotes.empty();
    this.removesNote = false;
    if (!this.isNoteEmptied(note)) return;
    addBox(this.noteNotes, {
      text: EDIT_HIGHLIGHT.noteEmpty,
      change: (isOn) => {
        this.removesNote = isOn;
        this.check();
      },
    });
  }

  private isNoteEmptied(note: string): boolean {
    return note.trim() === '' && this.before('note').trim() !== '';
  }

  private before(field: string): string {
    return this.highlight.values.fields[field] ?? '';
  }

  private get change(): HighlightEdit {
    const { anchor, values } = this.highlight;
    const change: HighlightEdit = {
      kind: 'edit-highlight',
      anchor,
      fields: this.fields,
      tags: this.tags,
      ...(this.removesNote ? { confirmedEmpty: true } : {}),
    };
    return withoutUnchanged(change, values);
  }

  private check(): void {
    const { fields } = this.change;
    const isTooLong = [...this.texts, this.tagsField].some((field) => field.isTooLong());
    const isEmpty = fields.text?.trim() === '';
    const isUnconfirmed = fields.note !== undefined && this.isNoteEmptied(fields.note) && !this.removesNote;
    this.sendButton?.setDisabled(changesNothing(this.change) || isTooLong || isEmpty || isUnconfirmed);
  }
}

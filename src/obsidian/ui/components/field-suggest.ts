import {
  AbstractInputSuggest,
  EditorSuggest,
  type App,
  type Editor,
  type EditorPosition,
  type EditorSuggestContext,
  type EditorSuggestTriggerInfo,
  type TFile,
} from 'obsidian';
import {
  completionsOf,
  FIELDS_OF_NAMES,
  TEMPLATE_FIELDS,
  typedName,
  type Completion,
} from '../../../notes/template/completion';
import type { PluginContext } from '../../app/plugin-context';
import { FIELD_KINDS } from '../../strings/strings';

/** Completes fields and helpers in notes of the template folder. */
export class TemplateSuggest extends EditorSuggest<Completion> {
  constructor(private readonly plugin: PluginContext) {
    super(plugin.app);
  }

  override onTrigger(
    { line, ch }: EditorPosition,
    editor: Editor,
    file: TFile | null,
  ): EditorSuggestTriggerInfo | null {
    const { folder } = this.plugin.settings.templates;
    if (file?.path.startsWith(`${folder}/`) !== true) return null;
    const typed = typedName(editor.getLine(line).slice(0, ch));
    if (typed === null) return null;
    const start = { line, ch: ch - typed.word.length };
    return { start, end: { line, ch }, query: typed.word };
  }

  override getSuggestions({ editor, end }: EditorSuggestContext): Completion[] {
    const typed = typedName(editor.getLine(end.line).slice(0, end.ch));
    return typed === null ? [] : [...completionsOf(typed, TEMPLATE_FIELDS)];
  }

  override renderSuggestion(completion: Completion, el: HTMLElement): void {
    draw(completion, el);
  }

  override selectSuggestion({ text }: Completion): void {
    if (this.context === null) return;
    const { editor, start, end } = this.context;
    const { added, length } = withoutTwice(text, editor.getLine(end.line).slice(end.ch));
    editor.replaceRange(added, start, end);
    editor.setCursor({ line: start.line, ch: start.ch + length });
    this.close();
  }
}

/** Completes fields and helpers in a text field for the template of a name. */
export class NameSuggest extends AbstractInputSuggest<Completion> {
  constructor(
    app: App,
    private readonly inputEl: HTMLInputElement,
  ) {
    super(app, inputEl);
  }

  override getSuggestions(): Completion[] {
    const typed = typedName(this.before);
    return typed === null ? [] : [...completionsOf(typed, FIELDS_OF_NAMES)];
  }

  override renderSuggestion(completion: Completion, el: HTMLElement): void {
    draw(completion, el);
  }

  override selectSuggestion({ text }: Completion): void {
    const { before, inputEl } = this;
    const start = before.length - (typedName(before)?.word.length ?? 0);
    const after = inputEl.value.slice(before.length);
    const { added, length } = withoutTwice(text, after);
    this.setValue(before.slice(0, start) + added + after);
    inputEl.setSelectionRange(start + length, start + length);
    inputEl.dispatchEvent(new Event('input'));
    this.close();
  }

  private get before(): string {
    return this.inputEl.value.slice(0, this.inputEl.selectionStart ?? undefined);
  }
}

function draw({ name, kind }: Completion, el: HTMLElement): void {
  el.addClass('mod-complex');
  el.createDiv('suggestion-content').createDiv({ cls: 'suggestion-title', text: name });
  el.createDiv('suggestion-aux').createSpan({ cls: 'suggestion-flair', text: FIELD_KINDS[kind] });
}

/** An editor may have closed the tag already: the cursor only goes behind its end. */
function withoutTwice(text: string, after: string): { readonly added: string; readonly length: number } {
  const [end = ''] = /\}*$/.exec(text) ?? [];
  const isThere = end !== '' && after.startsWith(end);
  return { added: isThere ? text.slice(0, -end.length) : text, length: text.length };
}

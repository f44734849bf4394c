/** @jest-environment jsdom */
import { TFile, type App, type Editor, type EditorPosition, type EditorSuggestContext } from 'obsidian';
import type { PluginContext } from '../../../src/obsidian/app/plugin-context';
import { NameSuggest, TemplateSuggest } from '../../../src/obsidian/ui/components/field-suggest';
import { installElementHelpers } from '../../browser/app/element-helpers';

/** An editor with one line, and the cursor at `|`. */
class LineEditor {
  text: string;
  cursor: EditorPosition;

  constructor(marked: string) {
    this.text = marked.replace('|', '');
    this.cursor = { line: 0, ch: marked.indexOf('|') };
  }

  getLine(): string {
    return this.text;
  }

  replaceRange(added: string, from: EditorPosition, to: EditorPosition): void {
    this.text = this.text.slice(0, from.ch) + added + this.text.slice(to.ch);
  }

  setCursor(cursor: EditorPosition): void {
    this.cursor = cursor;
  }

  get marked(): string {
    return `${this.text.slice(0, this.cursor.ch)}|${this.text.slice(this.cursor.ch)}`;
  }
}

/** The line after the first suggestion was taken; null where none is made. */
function completed(marked: string, path = 'Templates/Readwise/Mine.md'): string | null {
  const settings = { templates: { folder: 'Templates/Readwise' } };
  const suggest = new TemplateSuggest({ app: {}, settings } as unknown as PluginContext);
  const line = new LineEditor(marked);
  const editor = line as unknown as Editor;
  const file = Object.assign(new TFile(), { path });
  const trigger = suggest.onTrigger(line.cursor, editor, file);
  if (trigger === null) return null;
  const context: EditorSuggestContext = { ...trigger, editor, file };
  suggest.context = context;
  const [first] = suggest.getSuggestions(context);
  if (first !== undefined) suggest.selectSuggestion(first);
  return line.marked;
}

describe('completion of fields and helpers', () => {
  beforeAll(installElementHelpers);

  it.each([
    ['> {{summ|', '> {{summary}}|'],
    ['{{summ|}}', '{{summary}}|'],
    ['{{{summ|}}} end', '{{{summary}}}| end'],
    ['{{joi|}}', '{{join |}}'],
    ['{{join auth| " and "}}', '{{join author| " and "}}'],
  ])('should make of %s in a template: %s', (before, after) => {
    expect(completed(before)).toBe(after);
  });

  it('should leave other notes and other text alone', () => {
    expect(completed('{{summ|', 'Mine.md')).toBeNull();
    expect(completed('{{summ|', 'Templates/Readwise 2/Mine.md')).toBeNull();
    expect(completed('summ|')).toBeNull();
  });

  it('should put a field into the template of a name, and tell the field so', () => {
    const input = document.body.createEl('input');
    const heard: string[] = [];
    input.addEventListener('input', () => heard.push(input.value));
    const suggest = new NameSuggest({} as App, input);
    input.value = '{{author}} - {{tit.md';
    input.setSelectionRange(18, 18);
    const [first] = suggest.getSuggestions();
    if (first !== undefined) suggest.selectSuggestion(first);
    expect(heard).toEqual(['{{author}} - {{title}}.md']);
    expect(input.selectionStart).toBe('{{author}} - {{title}}'.length);
  });
});

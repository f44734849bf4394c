/** A place of the result and the place of the source that it came from. */
export interface Mark {
  readonly offset: number;
  readonly at: number;
}

/** Writes a part of a Handlebars template so that its texts come out as they are, whatever Handlebars reads into them. */
export class TemplateText {
  private text = '';
  /** What stands on the current line already. */
  private line = '';
  private lineTag: 'none' | 'break-if-needed' | 'break' = 'none';
  private wasTag = false;
  readonly marks: Mark[] = [];

  /** Text of the template itself. */
  write(text: string): void {
    if (text === '') return;
    this.settle(text);
    this.append(this.wasTag ? withClosingBraces(escaped(text)) : escaped(text));
    this.wasTag = false;
  }

  /** A `{{value}}`. */
  output(code: string, at: number): void {
    this.settle('');
    this.tag(`{{${code}}}`, at);
  }

  /**
   * A tag that opens, continues or closes a block. Alone on its line it would take the line break with it: where it must not, or
   * where `isOnOwnLine` asks for it, one more is written.
   */
  block(code: string, { at, isOnOwnLine }: { readonly at: number; readonly isOnOwnLine: boolean }): void {
    this.settle('');
    const [isAlone, isClear] = [this.line.trim() === '', this.line === ''];
    this.tag(`{{${code}}}`, at);
    if (isAlone) this.lineTag = isOnOwnLine && isClear ? 'break' : 'break-if-needed';
  }

  get length(): number {
    return this.text.length;
  }

  whole(): string {
    this.settle('');
    return this.text;
  }

  private settle(next: string): void {
    const breaks = this.lineTag === 'break' || (this.lineTag === 'break-if-needed' && /^[ \t]*\n/.test(next));
    this.lineTag = 'none';
    if (!breaks) return;
    this.append('\n');
    this.wasTag = false;
  }

  private tag(tag: string, at: number): void {
    const [braces = ''] = /\{+$/.exec(this.line) ?? [];
    this.text = this.text.slice(0, this.text.length - braces.length);
    if (this.text.endsWith('\\')) this.append('\\');
    if (braces !== '') this.append(`{{lower "${braces}"}}`);
    this.marks.push({ offset: this.text.length, at });
    this.append(tag);
    this.wasTag = true;
  }

  private append(text: string): void {
    this.text += text;
    const end = text.lastIndexOf('\n');
    this.line = end === -1 ? this.line + text : text.slice(end + 1);
  }
}

/** `{{` of the text itself; one behind a backslash needs something between the two. */
const escaped = (text: string): string =>
  text.replace(/(\\*)\{\{/g, (_, slashes: string) => (slashes === '' ? '\\{{' : `${slashes}\\{{!}}\\{{`));

function withClosingBraces(text: string): string {
  const braces = /^\}+/.exec(text)?.[0] ?? '';
  return braces === '' ? text : `{{lower "${braces}"}}${text.slice(braces.length)}`;
}

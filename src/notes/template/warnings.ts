import Handlebars from 'handlebars';
import type { TemplateMistake } from '../../model/template-mistake';
import { leadOf } from './settle';
import { isPath, within, type ProblemList } from './syntax';
import type { MustacheStatement, Position, SourceLocation } from './syntax-nodes';
import type { FilePart } from './template-file';

/** Fields that may have several lines. */
const PASSAGES: ReadonlySet<string> = new Set([
  'text',
  'note',
  'noteText',
  'question',
  'answer',
  'summary',
  'documentNote',
]);
const LISTS: ReadonlySet<string> = new Set(['authors', 'tags', 'highlightTags']);

/** Warns of values that cannot come out right where they stand in a part of a template. */
export function warnAbout(part: FilePart, problems: ProblemList): void {
  const warn = (at: Position, mistake: TemplateMistake): void =>
    problems.add(within(part.origin, at), mistake, 'warning');
  warnOfJinja(part.text, warn);
  new Places(part.text.split('\n'), warn).accept(Handlebars.parseWithoutProcessing(part.text));
}

type Warn = (at: Position, mistake: TemplateMistake) => void;

const JINJA = /\{%-?\s*(\w+)|\{#/g;

function warnOfJinja(text: string, warn: Warn): void {
  for (const [row, line] of text.split('\n').entries()) {
    for (const { index, 1: word } of line.matchAll(JINJA)) {
      if (line[index - 1] === '{') continue;
      const ours = word === undefined ? '{{!-- a comment --}}' : `{{#${word === 'for' ? 'each' : 'if'} ...}}`;
      warn({ line: row + 1, column: index }, { code: 'jinja', ours });
    }
  }
}

/** What stands around a tag in its line. */
interface Surroundings {
  readonly before: string;
  readonly behind: string;
  readonly isInFence: boolean;
}

/** Looks at each tag that writes a field. */
class Places extends Handlebars.Visitor {
  constructor(
    private readonly lines: readonly string[],
    private readonly warn: Warn,
  ) {
    super();
  }

  override MustacheStatement(tag: MustacheStatement): void {
    const { path, loc } = tag;
    if (!isPath(path) || tag.params.length > 0) return;
    const name = path.original;
    const mistake = warningFor({ name, isRaw: !tag.escaped }, this.around(loc));
    if (mistake !== null) this.warn(loc.start, mistake);
  }

  private around({ start, end }: SourceLocation): Surroundings {
    const fences = this.lines.slice(0, start.line - 1).filter((line) => /^[\s>]*(?:```|~~~)/.test(line));
    return {
      before: (this.lines[start.line - 1] ?? '').slice(0, start.column),
      behind: (this.lines[end.line - 1] ?? '').slice(end.column),
      isInFence: fences.length % 2 === 1,
    };
  }
}

const EMPHASIS: ReadonlyMap<string, string> = new Map([
  ['*', 'italic'],
  ['_', 'italic'],
  ['**', 'bold'],
  ['__', 'bold'],
  ['==', 'mark'],
  ['~~', 'strike'],
]);

function warningFor(
  { name, isRaw }: { readonly name: string; readonly isRaw: boolean },
  { before, behind, isInFence }: Surroundings,
): TemplateMistake | null {
  const lead = leadOf(before);
  const text = before.slice(lead.length);
  const isPassage = PASSAGES.has(name.replace(/^item\./, ''));
  if (name === 'anchor' && /(?:^|\s)\^$/.test(before)) return { code: 'anchor', ours: '^{{anchor}}' };
  if (isRaw) {
    const isLost = isPassage && lead.trim() !== '';
    return isLost ? { code: 'first-line-only', other: lead.trim(), ours: `{{${name}}}` } : null;
  }
  if (isInFence || isInCode(text)) return { code: 'escaped-in-code', ours: `{{{${name}}}}` };
  if (/(?:^|\s)#$/.test(before))
    return { code: 'tag-signs', ours: `{{${LISTS.has(name) ? 'hashtags' : 'hashtag'} ${name}}}` };
  if (text.startsWith('|')) return { code: 'cell-ends', ours: `{{cell ${name}}}` };
  const mark = isPassage ? markAround(text, behind) : null;
  if (mark === null) return null;
  return { code: 'emphasis', other: mark, ours: `{{${EMPHASIS.get(mark) ?? 'bold'} ${name}}}` };
}

const isInCode = (text: string): boolean => text.split('`').length % 2 === 0;

/** The mark of emphasis that is open before a tag and closed behind it. */
function markAround(before: string, behind: string): string | null {
  const text = before.replace(/\{\{[^]*?\}\}/g, '');
  for (const mark of ['**', '__', '==', '~~', '*', '_']) {
    const isOpen = text.split(mark).length % 2 === 0;
    if (isOpen && behind.includes(mark)) return mark;
  }
  return null;
}

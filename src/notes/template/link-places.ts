import { HELPERS } from './helpers';
import { callTo, isContent, isMustache, isPath, pairsOf } from './syntax';
import type { ContentStatement, Expression, MustacheStatement, Statement } from './syntax-nodes';

/** Names of helpers that templates cannot call. */
export const NAME_PART = '[[';
export const SHOWN_PART = '|';

/**
 * Makes values between `[[` and `]]` names of notes, which have no escapes: `[[{{authors}}]]` becomes
 * `{{wikilink authors}}`, a link for each entry; any other value, as in `[[People/{{author}}|{{title}}]]`, a
 * part of the link.
 */
export function fitLinks(body: Statement[]): void {
  let line = '';
  for (const [at, node] of body.entries()) {
    if (isContent(node)) line = lastLine(line + node.value);
    else if (isMustache(node) && line.lastIndexOf('[[') > line.lastIndexOf(']]'))
      fitTag(node, { line, before: body[at - 1], behind: body[at + 1] });
  }
}

interface Place {
  /** The template's own text in the line up to the tag. */
  readonly line: string;
  readonly before: Statement | undefined;
  readonly behind: Statement | undefined;
}

function fitTag(tag: MustacheStatement, { line, before, behind }: Place): void {
  if (!isPath(tag.path)) return;
  if (isWholeLink(line) && before !== undefined && isContent(before) && isEndOfLink(behind)) {
    Object.assign(before, { value: before.value.slice(0, -'[['.length) });
    Object.assign(behind, { value: behind.value.slice(']]'.length) });
    Object.assign(tag, callTo('wikilink', valueOf(tag)), { type: 'MustacheStatement' });
    return;
  }
  const isShown = line.slice(line.lastIndexOf('[[')).includes('|');
  Object.assign(tag, callTo(isShown ? SHOWN_PART : NAME_PART, valueOf(tag)), { type: 'MustacheStatement' });
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);

/** An embed is no link: `![[{{file}}]]`. */
const isWholeLink = (line: string): boolean => line.endsWith('[[') && !line.endsWith('![[');

const isEndOfLink = (node: Statement | undefined): node is ContentStatement =>
  node !== undefined && isContent(node) && node.value.startsWith(']]');

/** The value that a tag writes, as an argument of another call. */
export function valueOf(tag: MustacheStatement): Expression {
  if (!isPath(tag.path)) return tag.path;
  const isCall = HELPERS.has(tag.path.original) || tag.params.length > 0 || pairsOf(tag).length > 0;
  return isCall ? { ...tag, type: 'SubExpression' } : tag.path;
}

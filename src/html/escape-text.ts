import { cleanText } from '../core/markdown/plain-text';
import { childrenOf, isBlank, isBlock, isElement, isText, nameOf } from './dom';

interface Place {
  readonly inLink: boolean;
  readonly inCell: boolean;
}

/** What was last written on the line: a text that what follows may give another meaning. */
interface Line {
  started: boolean;
  last: Text | null;
}

const WORD = /[\p{L}\p{N}]/u;
const SIGN = /[\\*_`[\]<&$~=%|]/;
const KEPT = new Set(['pre', 'code', 'kbd', 'samp', 'tt', 'x-tex']);
const ATOMS = new Set([
  'img',
  'input',
  'x-footnote-ref',
  'iframe',
  'video',
  'audio',
  'embed',
  'object',
  'code',
  'kbd',
  'samp',
  'tt',
  'x-tex',
]);

/** Writes a backslash before whatever in the page's texts would mean something to markdown, and before nothing else. */
export function escapeTexts(root: HTMLElement): void {
  const line: Line = { started: false, last: null };
  const walk = (parent: Node, place: Place): void => {
    for (const node of childrenOf(parent)) {
      if (isText(node)) escapeNode(node, line, place);
      else if (isElement(node)) enter(node, place);
    }
  };
  const enter = (element: HTMLElement, place: Place): void => {
    const name = nameOf(element);
    if (isBlock(element) || name === 'br') endLine(line);
    if (name === 'a' || name === 'img') shield(line);
    if (ATOMS.has(name)) line.started = true;
    if (!KEPT.has(name))
      walk(element, {
        inLink: place.inLink || name === 'a',
        inCell: place.inCell || name === 'td' || name === 'th',
      });
    if (isBlock(element)) endLine(line);
    else if (ATOMS.has(name) || name === 'a') line.last = null;
  };
  walk(root, { inLink: false, inCell: false });
}

function endLine(line: Line): void {
  line.started = false;
  line.last = null;
}

/** A link behind `!` would be an image, one behind `[` a link into the vault. */
function shield(line: Line): void {
  if (line.last === null) return;
  if (line.last.data.endsWith('!')) line.last.data = `${line.last.data.slice(0, -1)}\\!`;
  else if (line.last.data.endsWith('[')) line.last.data = `${line.last.data.replace(/\\?\[$/, '')}&#91;`;
}

function escapeNode(node: Text, line: Line, place: Place): void {
  const text = cleanText(node.data).replace(/\n/g, ' ');
  node.data = escapeText(text, { atStart: !line.started, place, after: line.last?.data ?? '' });
  if (isBlank(text)) return;
  line.started = true;
  line.last = node;
}

function escapeText(
  text: string,
  { atStart, place, after }: { readonly atStart: boolean; readonly place: Place; readonly after: string },
): string {
  let out = SIGN.test(text) ? escapeSigns(text, place) : text;
  if (atStart) out = escapeStart(out);
  if (after.endsWith(']') && !after.endsWith('\\]') && /^[([:]/.test(out)) out = `\\${out}`;
  return out;
}

const SIGNS = /https?:\/\/[^\s<>"'`\\[\]*$|]+|={2,}|~{2,}|%{2,}|[\\*_`[\]<&$|]/g;

function escapeSigns(text: string, place: Place): string {
  return text.replace(SIGNS, (sign: string, at: number) => {
    const before = text[at - 1] ?? '';
    const next = text[at + sign.length] ?? '';
    return isActive({ sign, before, next, rest: text.slice(at, at + 40) }, place)
      ? sign.replace(/[^]/g, '\\$&')
      : sign;
  });
}

interface Sign {
  readonly sign: string;
  readonly before: string;
  readonly next: string;
  readonly rest: string;
}

function isActive({ sign, before, next, rest }: Sign, { inLink, inCell }: Place): boolean {
  switch (sign.charAt(0)) {
    case 'h':
      return false;
    case '\\':
      return next === '' || /[!-/:-@[-`{-~]/.test(next);
    case '*':
      return !(/\s/.test(before) && /\s/.test(next));
    case '_':
      return !(WORD.test(before) && WORD.test(next)) && !(/\s/.test(before) && /\s/.test(next));
    case '[':
      return inLink || /[[^!]/.test(next) || before === '[' || next === '';
    case ']':
      return inLink || /[([:]/.test(next);
    case '<':
      return next === '' || /[A-Za-z/!?%]/.test(next);
    case '&':
      return /^&#?[A-Za-z0-9]{1,32};/.test(rest);
    case '$':
      return next !== '' ? !/\s/.test(next) : true;
    case '|':
      return inCell;
    default:
      return true;
  }
}

/** What would begin a heading, list, quote, rule, table or code block where the line begins. */
function escapeStart(text: string): string {
  return text
    .replace(/^(\s*)(#{1,6})(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)([-+*])(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)([>|]|[-=]{2,}\s*$|(?:- ?){3,}$|~~~)/, '$1\\$2')
    .replace(/^(\s*)(\d{1,9})([.)])(?=\s|$)/, '$1$2\\$3');
}

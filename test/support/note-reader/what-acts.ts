import { activeText, everyPart, readNote, type Formulas, type Part } from './read-note';

/** Languages of fences that programs act on: Obsidian's own and those of well-known plugins. */
const ACTS_ON_FENCE =
  /^(?:dataview(?:js)?|tasks?|query|js-engine|buttons?|meta-bind.*|templater|mermaid|ad-.*|admonition|chart.*|dataviewjs?|run-.*|tikz|latex|svg|dot|graphviz|plantuml|ditaa|abc.*|kanban|leaflet|excalidraw|sheet|csvtable|sqlseal|datacore.*|todoist|timeline|toc|tracker|embed|iframe|cardlink|req|html-.*|customjs|echarts|math|spoiler|.*[{}()=\s:].*)$/i;
/** Beginnings of code spans that programs act on. */
const ACTS_ON_SPAN =
  /^\s*(?:\$?=|\$?[-\w]*\s*=\s*this\.|(?:INPUT|VIEW|BUTTON|EMBED|META)\b.*\[|button-|dv\b|tp\b)/i;
/** Addresses of the web, and of programs that only show what they are asked for. */
export const ADDRESS =
  /^(?:https?:\/\/[^\s/]|mailto:\S|(?:zotero|kindle|bookends|calibre|x-devonthink-item|marginnote[34]app):\/\/|obsidian:\/\/(?:open|florilegium\/open)\/?(?:$|\?(?:(?:vault|file|path|paneType|id)=[^&#\s]*(?:&|$))+$))/i;
const REACHES_OUT =
  /\\(?:href|url|html\w*|require|class|style|cssId|data|include\w*|def|gdef|let|newcommand|renewcommand|unicode)(?![a-z])|<[a-z/!?]/i;
const INLINE_HOLDERS = new Set(['paragraph', 'heading', 'th', 'td']);

function actsInText(text: string, formulas: Formulas): string[] {
  const found: string[] = [];
  const look = (what: string, pattern: RegExp): void => {
    const match = pattern.exec(text);
    if (match !== null)
      found.push(`${what}: ${JSON.stringify(text.slice(Math.max(0, match.index - 10), match.index + 30))}`);
  };
  look('comment', /%%/);
  look('wikilink', /\[\[/);
  look('field', /::/);
  look('footnote', /\[\^|\^\[/);
  if (formulas === 'formulas') look('open formula', /\$\$|(?<!\\)\$\S(?:[^\n]*\S)?\$(?!\d)/);
  look('scheme', /(?<![A-Za-z0-9+.-])(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:\/\//i);
  look('task', /^\[.\]\s/u);
  look('callout', /^\[![^\]\n]+\]/);
  look('HTML', /<[A-Za-z/!?]/);
  return found;
}

/**
 * Obsidian's tags in a text, addresses aside: no word before the `#`, no punctuation but `_`, `-` and `/`
 * right behind it, and not digits alone.
 */
export function tagsIn(text: string): readonly string[] {
  const tags = [
    ...text
      .replace(/https?:\/\/\S+/gi, '')
      .matchAll(/(?<![\p{L}\p{N}_#])#(?![!-,.:-@[-^`{-~\p{Cc}\p{Z}\u2000-\u206f])([^\s#\ufffc]+)/gu),
  ];
  return tags.map((match) => match[1] ?? '').filter((tag) => !/^[\d/]+(?:[^\p{L}\p{N}_/-]|$)/u.test(tag));
}

function actsInPart(part: Part, formulas: Formulas): string[] {
  switch (part.kind) {
    case 'html_block':
    case 'html_inline':
      return [`HTML: ${part.content}`];
    case 'fence':
      return ACTS_ON_FENCE.test(part.detail) ? [`fence: ${part.detail}`] : [];
    case 'code_inline':
      return ACTS_ON_SPAN.test(part.content) ? [`code span: ${part.content}`] : [];
    case 'code_block':
      return [`indented code: ${part.content}`];
    case 'math':
      return REACHES_OUT.test(part.content) ? [`formula: ${part.content}`] : [];
    case 'hr':
      return ['rule'];
    case 'link':
    case 'image':
      return ADDRESS.test(part.detail) ? [] : [`address: ${part.detail}`];
    default:
      return INLINE_HOLDERS.has(part.kind) ? actsInText(activeText(part.parts), formulas) : [];
  }
}

/**
 * Everything in a text that Obsidian or a well-known plugin would act on, beyond its plain formatting; tags
 * aside.
 */
export function whatActs(markdown: string, formulas: Formulas): readonly string[] {
  const note = readNote(markdown, formulas);
  const found = note.definitions.map((label) => `definition: ${label}`);
  if (markdown.includes('<%')) found.push('Templater');
  if (/[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u.test(markdown))
    found.push('unseen character');
  for (const part of everyPart(note.parts)) found.push(...actsInPart(part, formulas));
  return found;
}

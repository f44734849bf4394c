import TurndownService from 'turndown';
import { removeUnwanted } from './clean-page';
import { shiftedNumber, showsSigns } from '../markdown/inline-html';
import { normalizeCode } from './code';
import { normalizeCodeTables } from './code-tables';
import { attribute, isBlank, isBlock, nameOf, textOf } from './dom';
import { addFootnoteRules, markFootnotes } from './footnotes';
import { addFormulaRule, markFormulas } from './formulas';
import { addMediaRules, resolverOf } from './links-and-media';
import { isWithinLimits } from './page-limits';
import { textOfPage } from './page-text';
import { normalizeStructure } from './structure';
import { addTableRules, normalizeTables } from './tables';

/** `address` is where the page comes from. Without it, relative links become text. */
export type ConvertHtml = (html: string, address?: string) => string;

/** Parses a page and returns its body. The parser must not run scripts or load anything. */
export type ParseHtml = (html: string) => HTMLElement;

/**
 * Elements that parsers read differently with or without scripts, or by version, are renamed. So are forms,
 * because their fields' names would shadow DOM properties.
 */
const READ_DIFFERENTLY =
  /<(\/?)(noscript|select|search|selectedcontent|frameset|frame|noframes|form)(?=[\s/>])/gi;

/**
 * Converts a page to markdown, the same under each parser; one beyond the limits becomes paragraphs of plain
 * text. The result is untrusted; `writePage` makes it safe.
 */
export function createHtmlConverter(parseHtml: ParseHtml): ConvertHtml {
  return (html, address = '') => {
    const page = html.replace(READ_DIFFERENTLY, '<$1x-$2');
    if (!isWithinLimits(page)) return paragraphs(textOf(parseHtml(textOfPage(page))));
    const body = parseHtml(page);
    const resolve = resolverOf(body.ownerDocument, address);
    markFormulas(body);
    removeUnwanted(body);
    markFootnotes(body);
    normalizeCodeTables(body);
    normalizeTables(body);
    normalizeCode(body);
    normalizeStructure(body, page.length);
    const service = createService();
    addFormulaRule(service);
    addFootnoteRules(service);
    addMediaRules(service, resolve);
    addTableRules(service);
    return withoutTrailingBlanks(service.turndown(body));
  };
}

function createService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '***',
  });
  service.escape = escapeText;
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => heading(content, Number(nameOf(node).slice(1))),
  });
  service.addRule('list', {
    filter: (node) => /^(?:ul|ol|menu|dir)$/.test(nameOf(node)),
    replacement: (content, node) => {
      const gap = nameOf(node.parentNode ?? node) === 'li' ? '\n' : '\n\n';
      return gap + content.replace(/^\n+|\n+$/g, '') + gap;
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => item(content, attribute(node, 'data-x-number')),
  });
  service.addRule('taskBox', {
    filter: (node) => nameOf(node) === 'input' && isFirstInItem(node),
    replacement: (_content, node) => (node.hasAttribute('checked') ? '[x] ' : '[ ] '),
  });
  for (const [name, sign] of FORMAT_SIGNS)
    service.addRule(name, {
      filter: (node) => nameOf(node) === name,
      replacement: (content, node) => format(content, node, sign),
    });
  service.addRule('quotation', { filter: 'q', replacement: (content) => `“${content}”` });
  service.addRule('raised', {
    filter: 'sup',
    replacement: (content, node) => shiftedNumber(textOf(node).trim(), 'sup') ?? content,
  });
  service.addRule('lowered', {
    filter: 'sub',
    replacement: (content, node) => shiftedNumber(textOf(node).trim(), 'sub') ?? content,
  });
  return service;
}

/** Whether a box stands in an item itself, or in its label. */
function isFirstInItem(box: HTMLElement): boolean {
  const parent = box.parentNode;
  const holder = /^(?:label|span)$/.test(nameOf(parent ?? box)) ? parent?.parentNode : parent;
  return nameOf(holder ?? box) === 'li';
}

/** A trailing row of `#` would be dropped from the heading. */
const heading = (content: string, level: number): string =>
  `\n\n${'#'.repeat(level)} ${oneLine(content, ' ').replace(/(^|\s)(#+)$/, '$1\\$2')}\n\n`;

const FORMAT_SIGNS: ReadonlyMap<string, string> = new Map([
  ['em', '*'],
  ['strong', '**'],
  ['del', '~~'],
  ['mark', '=='],
]);

/** A format whose signs markdown would show is left out. */
function format(content: string, node: HTMLElement, sign: string): string {
  if (isBlank(content)) return content;
  const text = textOf(node);
  const before = /^\s/.test(text) ? '' : textBeside(node.previousSibling).slice(-2);
  const after = /\s$/.test(text) ? '' : textBeside(node.nextSibling).slice(0, 2);
  return showsSigns(content, before, after) ? content : sign + content + sign;
}

/** The text on the same line beside a format. */
const textBeside = (node: Node | null): string => (node === null || isBlock(node) ? '' : textOf(node));

const oneLine = (content: string, between: string): string =>
  content
    .trim()
    .split(/\s*\n\s*/)
    .join(between);

function item(content: string, number: string): string {
  const marker = number === '' ? '-' : `${number}.`;
  const text = content.trim().replace(/^(\[[ x]\]) +/, '$1 ');
  if (text === '') return '';
  const indent = ' '.repeat(marker.length + 1);
  return `\n${marker} ${text.replace(/\n(?!\n)/g, `\n${indent}`)}\n`;
}

const ADDRESS = /(https?:\/\/[^\s<>"'`\\[\]*$|]+)/i;
/** Signs that the library does not escape. Existing escapes are skipped. */
const MORE_SIGNS = /\\[^]|={2,}|~{2,}|%{2,}|\$|<(?=[a-z/!?])|&(?=#?[a-z0-9]{1,32};)/gi;

const LIBRARY = new TurndownService();

/** An escape within an address would become part of it. */
function escapeText(text: string): string {
  return text
    .split(ADDRESS)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return LIBRARY.escape(part).replace(MORE_SIGNS, (sign) =>
        sign.startsWith('\\') ? sign : sign.replace(/[^]/g, '\\$&'),
      );
    })
    .join('');
}

/** Each line of a text as a paragraph. */
function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .map(escapeText)
    .join('\n\n');
}

/** Two trailing blanks are a line break, but only if another line follows. */
function withoutTrailingBlanks(markdown: string): string {
  const lines = markdown.split('\n');
  return lines
    .map((line, index) => {
      const trimmed = line.trimEnd();
      const isBreak = trimmed !== '' && line.endsWith('  ') && (lines[index + 1] ?? '').trim() !== '';
      return isBreak ? `${trimmed}  ` : trimmed;
    })
    .join('\n');
}

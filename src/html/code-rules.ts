import { cleanText } from '../core/markdown/plain-text';
import { ancestor, attribute, neighbour } from './dom';
import { ONE_LINE } from './structure';
import { named, type RuleTable } from './text-rules';

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

function fenced(code: string, language: string): string {
  const lines = cleanText(code).replace(/^\n+|\s+$/g, '');
  if (lines === '') return '';
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `\n\n${fence}${language}\n${lines.replace(/[ \t]+$/gm, '')}\n${fence}\n\n`;
}

function span(node: HTMLElement): string {
  const text = cleanText(node.textContent ?? '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  const code = ancestor(node, ['td', 'th']) === null ? text : text.replace(/\|/g, '\\|');
  if (code.trim() === '') return code;
  const mark = '`'.repeat(longestRun(code) === 1 ? 2 : /`/.test(code) ? longestRun(code) + 1 : 1);
  const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${mark}${gap}${code}${gap}${mark}`;
}

function formula(node: HTMLElement): string {
  const tex = cleanText(node.textContent ?? '').trim();
  if (tex === '') return '';
  if (/(?:^|[^\\])\$/.test(tex)) return `\`${tex.replace(/`/g, "'")}\``;
  const inLine = ancestor(node, ONE_LINE) !== null;
  const safe = inLine ? tex.replace(/\\?\|/g, (bar) => (bar.length > 1 ? '\\Vert ' : '\\vert ')).trim() : tex;
  if (attribute(node, 'display') === 'true' && !inLine) return `\n\n$$\n${safe}\n$$\n\n`;
  // A digit behind it would make the closing sign a price.
  return `$${safe}$${/\d/.test(neighbour(node, 'nextSibling')) ? ' ' : ''}`;
}

/** Code and mathematics: kept as they are. */
export const codeRules = (): RuleTable => ({
  codeBlock: {
    filter: named('pre'),
    replacement: (_content, node) => fenced(node.textContent ?? '', attribute(node, 'data-x-language')),
  },
  codeSpan: { filter: named('code', 'kbd', 'samp', 'tt'), replacement: (_content, node) => span(node) },
  formula: { filter: named('x-tex'), replacement: (_content, node) => formula(node) },
});

import { KNOWN_WORDS } from './known-words';

const GAP = '…';
/** Quotations, placeholders, and paths with blanks in them: all of it, whatever its words are. */
const FOREIGN =
  /“[^”]*”|"[^"]*"|`[^`]*`|\{\{[^}]*\}\}|\[\[[^\]]*\]\]|\bhttps?:\S+|[^\s()]*\/[^\n]*?\.md\b|[^\s()]*\/[^\s()]*/g;
const TOKEN = /[\p{L}\p{M}\p{N}_’'-]+|[ \n]+|[.,;:()%!?=]|[^]/gu;
const NUMBER = /^\d{1,3}$/;

/**
 * A message with only those words left that are surely ours. What it was about (titles, paths, addresses, ids, somebody's words) is
 * left out, because it is not looked for: it is what is not known.
 */
export function redacted(message: string, known: readonly string[] = []): string {
  const named = known.filter((text) => text !== '').reduce((text, one) => text.split(one).join(GAP), message);
  const tokens = named.replace(FOREIGN, GAP).match(TOKEN) ?? [];
  return tokens
    .map(plain)
    .join('')
    .replace(/…(?:[^\p{L}\p{N}.;:]*…)+/gu, GAP)
    .replace(/\s+/g, ' ')
    .trim();
}

function plain(token: string): string {
  if (/^[ \n]+$|^[.,;:()%!?=]$/.test(token)) return token;
  return NUMBER.test(token) || KNOWN_WORDS.has(token.toLowerCase()) ? token : GAP;
}

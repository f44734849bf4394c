import type { TextRange } from '../note/code-ranges';

/** A word of a text and where it stands there, marks inside it included. */
export interface Word extends TextRange {
  /** As it is compared: small letters, one form of each letter, nothing that is not seen. */
  readonly form: string;
}

/** What is passed over between words; `breaks`: no word goes on behind it. */
export interface Skipped extends TextRange {
  readonly breaks: boolean;
}

// Writing without blanks: each sign is a word of its own.
const SIGN =
  /(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*/u;
const TOKEN = new RegExp(
  `${SIGN.source}|[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*|[\\u00ad\\u200b-\\u200d\\u2060]+`,
  'gu',
);
const UNSEEN = /^[\u00ad\u200b-\u200d\u2060]/;
const PARTS = new RegExp(`${SIGN.source}|(?:(?!${SIGN.source})[^])+`, 'gu');
/** Latin letters and digits, of which no sign is a word of its own. */
const LATIN = /^[0-9A-Za-z\u00c0-\u024f]+$/;
const ASCII = /^[0-9a-z]+$/;
const ONE_SIGN = new RegExp(`^${SIGN.source}`, 'u');

/** The number of a note that hangs on a word when a page is copied. */
const HANGING_NUMBER = /^(\p{L}{2,})\d{1,3}$/u;

function formOf(letters: string): string {
  const small = letters.toLowerCase();
  const form = ASCII.test(small) ? small : letters.normalize('NFKC').toLowerCase();
  return form.replace(HANGING_NUMBER, '$1');
}

interface Growing {
  letters: string;
  start: number;
  end: number;
}

/** The words of a stretch of text. What is skipped without breaking (emphasis, soft hyphens) may stand within a word. */
export function wordsOf(
  text: string,
  { start, end }: TextRange,
  skipped: readonly Skipped[] = [],
): readonly Word[] {
  const words: Word[] = [];
  let open: Growing | null = null;
  const close = (): void => {
    if (open !== null) words.push({ form: formOf(open.letters), start: open.start, end: open.end });
    open = null;
  };
  const take = (letters: string, at: number): void => {
    if (open !== null && open.end !== at) close();
    if (open === null) open = { letters, start: at, end: at + letters.length };
    else open = { letters: open.letters + letters, start: open.start, end: at + letters.length };
  };
  const readPiece = (from: number, to: number): void => {
    for (const token of text.slice(from, to).matchAll(TOKEN)) {
      const at = from + token.index;
      for (const { letters, offset } of signsOf(token[0])) {
        if (UNSEEN.test(letters)) open = bridge(open, at + offset, at + offset + letters.length);
        else if (ONE_SIGN.test(letters)) {
          close();
          take(letters, at + offset);
          close();
        } else take(letters, at + offset);
      }
    }
  };
  let at = start;
  for (const skip of skipped) {
    if (skip.end <= at || skip.start >= end) continue;
    readPiece(at, Math.max(at, skip.start));
    if (skip.breaks) close();
    else open = bridge(open, skip.start, skip.end);
    at = skip.end;
  }
  readPiece(at, end);
  close();
  return words.map((word) => trimmed(word, text));
}

/** A word that touches what is passed over reaches over it, in case that it goes on behind it. */
const bridge = (open: Growing | null, start: number, end: number): Growing | null =>
  open?.end === start ? { letters: open.letters, start: open.start, end } : open;

/** The parts of a token: letters of writing without blanks one by one, others together. */
function signsOf(token: string): readonly { readonly letters: string; readonly offset: number }[] {
  if (LATIN.test(token)) return [{ letters: token, offset: 0 }];
  const parts: { letters: string; offset: number }[] = [];
  let offset = 0;
  for (const part of token.match(PARTS) ?? []) {
    parts.push({ letters: part, offset });
    offset += part.length;
  }
  return parts;
}

/** A word ends with its last letter, not with the marks that it was bridged over. */
function trimmed({ form, start, end }: Word, text: string): Word {
  let last = end;
  while (
    last > start &&
    !/[\p{L}\p{N}\p{M}]/u.test(
      text.slice(Math.max(start, last - (/[\udc00-\udfff]/.test(text.charAt(last - 1)) ? 2 : 1)), last),
    )
  )
    last -= 1;
  return { form, start, end: last };
}

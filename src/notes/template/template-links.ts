import { encodeAddress } from '../markdown/note-links';
import { oneLine } from '../../model/clean-text';
import { linkTarget } from '../markdown/url';
import { plainName } from '../names/naming';
import { inlineOf, isEmptyValue, Markdown, NotePath, plainText } from './values';

/** Signs that are active in a note even between `[[` and `]]`. */
const ACTIVE = /[`$]|={2,}|~{2,}/;
const ALL_ACTIVE = new RegExp(ACTIVE.source, 'g');

/** A value as the name of the note that this program makes for it; a path stays one. `''` if it is blank. */
function noteName(value: unknown): string {
  const text = oneLine(plainText(value));
  if (text === '') return '';
  return value instanceof NotePath ? text.replace(/\.md$/, '') : plainName(text);
}

const withoutActive = (text: string): string => text.replace(ALL_ACTIVE, ' ').replace(/ {2,}/g, ' ').trim();

/** A note's name within a link whose other parts the template writes. */
export const namePart = (value: unknown): string => withoutActive(noteName(value));

/** A text to show in a link. Obsidian has no escapes inside `[[ ]]`, so what would end the link is left out. */
export const shownPart = (value: unknown): string =>
  withoutActive(oneLine(plainText(value)).replace(/[[\]|#^\\<>]|%{2,}|:{2,}/g, ' '));

const noteAddress = (path: string): string =>
  encodeAddress(path).replace(/[`$=~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

interface LinkOptions {
  /** The text to show. */
  readonly shown?: unknown;
  /** The folder of the note. */
  readonly folder?: unknown;
}

/** A link to a note of this name; null if the name is blank. As data it is always `[[...]]`. */
export function wikilink(value: unknown, { shown, folder }: LinkOptions = {}): Markdown | null {
  const name = noteName(value);
  if (name === '') return null;
  const within = plainText(folder).replace(/^\/+|\/+$/g, '');
  const target = within === '' ? name : `${within}/${name}`;
  const text = shownPart(shown) || (target === name ? '' : shownPart(value));
  const link = text === '' || text === target ? `[[${target}]]` : `[[${target}|${text}]]`;
  if (!ACTIVE.test(target)) return new Markdown(link);
  return new Markdown(`[${inlineOf(text || name)}](${noteAddress(`${target}.md`)})`, link);
}

/** A link to a web address; without an address the text alone. */
export function webLink(value: unknown, target: unknown): unknown {
  const safe = linkTarget(plainText(target));
  if (safe === '') return value ?? '';
  return new Markdown(`[${isEmptyValue(value) ? safe : inlineOf(value)}](${safe})`);
}

/** A link to a note by its path. */
export function noteLink(value: unknown, path: unknown): unknown {
  const target = noteAddress(plainText(path));
  return target === '' ? '' : new Markdown(`[${inlineOf(value)}](${target})`);
}

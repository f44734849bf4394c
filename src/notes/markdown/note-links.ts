import { frontMatterEnd } from '../front-matter/front-matter';
import { nameOfPath, withoutEnding } from '../names/naming';
import { codeRanges } from './code-ranges';
import type { TextRange } from './inline';

/** A rename, and the vault before it. Paths are full and end in `.md`. */
export interface LinkRename {
  readonly from: string;
  readonly to: string;
  /** The note with the links, to resolve relative addresses. */
  readonly source: string;
  /** All notes of this name (without folder and ending, ignoring case), including the renamed one. */
  readonly notesNamed: (name: string) => readonly string[];
}

const LINK = /\[\[([^\][|#\n]+)(?=[|#\]])|(\]\()(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Names (see `linkName`) that links of a text may point to, including code, for an index of links. */
export function linkedNames(markdown: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of markdown.matchAll(LINK)) {
    const address = match[1] ?? addressOf(match[3] ?? '');
    if (SCHEME.test(address)) continue;
    names.add(linkName(address));
    names.add(linkName(address.replaceAll("''", "'")));
  }
  return names;
}

/**
 * The name by which links and paths are compared: without folder, ending and fragment, in NFC and lower case.
 */
export function linkName(address: string): string {
  const path = splitFragment(address)[0];
  return nameOfPath(path).trim().normalize('NFC').toLowerCase();
}

/** The text without the paths of links to notes whose `linkName` is accepted; fragments stay. */
export function withoutTargets(markdown: string, isNote: (name: string) => boolean): string {
  return markdown.replace(
    LINK,
    (whole: string, wiki: string | undefined, opening: string | undefined, target: string | undefined) => {
      const address = wiki ?? addressOf(target ?? '');
      if (SCHEME.test(address) || !isNote(linkName(address))) return whole;
      return wiki === undefined ? (opening ?? '') + splitFragment(address)[1] : '[[';
    },
  );
}

/** Whether a text links to a note. */
export const linksTo = (markdown: string, note: Omit<LinkRename, 'to'>): boolean =>
  relink(markdown, { ...note, to: `${withoutEnding(note.from)} moved.md` }) !== markdown;

/**
 * Redirects all links and embeds of `from` to `to`. Aliases, headings and block references stay. Links by
 * name stay so if the new name is unique. Code and other links never change.
 */
export function relink(markdown: string, rename: LinkRename): string {
  const code = codeRanges(markdown);
  const propertiesEnd = frontMatterEnd(markdown);
  let next = 0;
  return markdown.replace(
    LINK,
    (
      whole: string,
      wiki: string | undefined,
      opening: string | undefined,
      target: string | undefined,
      start: number,
    ) => {
      while ((code[next]?.end ?? Infinity) <= start) next += 1;
      if (isInside(code[next], start)) return whole;
      if (wiki !== undefined && start < propertiesEnd && markdown[start - 1] === "'")
        return relinkInSingleQuotes(wiki, rename) ?? whole;
      if (wiki !== undefined) return relinkWiki(wiki, rename) ?? whole;
      return relinkMarkdown(opening ?? '', target ?? '', rename) ?? whole;
    },
  );
}

function isInside(range: TextRange | undefined, place: number): boolean {
  return range !== undefined && range.start <= place && place < range.end;
}

/** Null when the link does not lead to the renamed note. */
function relinkWiki(address: string, rename: LinkRename): string | null {
  const path = address.trim();
  if (!leadsToRenamed(path, rename)) return null;
  const before = address.slice(0, address.length - address.trimStart().length);
  const after = address.slice(address.trimEnd().length);
  return `[[${before}${newAddress(path, rename)}${after}`;
}

/** In YAML single quotes, a single quote is doubled. */
function relinkInSingleQuotes(address: string, rename: LinkRename): string | null {
  return relinkWiki(address.replaceAll("''", "'"), rename)?.replaceAll("'", "''") ?? null;
}

function relinkMarkdown(opening: string, target: string, rename: LinkRename): string | null {
  const address = addressOf(target);
  if (SCHEME.test(address)) return null;
  const [path, fragment] = splitFragment(address);
  if (!leadsToRenamed(path, rename)) return null;
  const renamed = newAddress(path, rename);
  if (target.startsWith('<')) return `${opening}<${renamed}${fragment}>`;
  return `${opening}${encodeAddress(renamed)}${target.includes('#') ? target.slice(target.indexOf('#')) : ''}`;
}

function leadsToRenamed(path: string, { from, source, notesNamed }: LinkRename): boolean {
  if (linkName(path) !== linkName(from)) return false;
  const whole = absolutePath(path, source);
  const wanted = comparablePath(whole);
  if (wanted === comparablePath(from))
    return !notesNamed(linkName(path)).some((note) => note !== from && isSamePath(note, whole));
  if (path.startsWith('/') || path.startsWith('./') || path.startsWith('../')) return false;
  const candidates = notesNamed(linkName(path)).filter((note) =>
    `/${comparablePath(note)}`.endsWith(`/${wanted}`),
  );
  if (candidates.some((note) => comparablePath(note) === wanted)) return false;
  return candidates.length === 1 && candidates[0] === from;
}

/** The new address in the style of the old one. */
function newAddress(path: string, { from, to, source, notesNamed }: LinkRename): string {
  const ending = /\.md$/i.test(path) ? '.md' : '';
  if (path.startsWith('/')) return `/${withoutEnding(to)}${ending}`;
  if (path.startsWith('./') || path.startsWith('../'))
    return relativeAddress(withoutEnding(to), source) + ending;
  const isByName = !path.includes('/');
  const isOnly = notesNamed(linkName(to)).every((note) => note === from);
  return (isByName && isOnly ? nameOfPath(to) : withoutEnding(to)) + ending;
}

/** The path from the vault's root if the link is absolute or relative; a bare path stays. */
function absolutePath(path: string, source: string): string {
  if (path.startsWith('/')) return path.slice(1);
  if (!path.startsWith('./') && !path.startsWith('../')) return path;
  const parts = source.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function relativeAddress(to: string, source: string): string {
  const here = source.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared += 1;
  const up = here.slice(shared).map(() => '..');
  return [...(up.length === 0 ? ['.'] : up), ...there.slice(shared)].join('/');
}

function comparablePath(path: string): string {
  return withoutEnding(path).normalize('NFC').toLowerCase();
}

/** Case-sensitive, because some disks distinguish such names. */
const isSamePath = (note: string, path: string): boolean =>
  withoutEnding(note).normalize('NFC') === withoutEnding(path).normalize('NFC');

function splitFragment(address: string): readonly [path: string, fragment: string] {
  const hash = address.indexOf('#');
  return hash === -1 ? [address, ''] : [address.slice(0, hash), address.slice(hash)];
}

/** The address of a markdown link without brackets and escapes. */
function addressOf(target: string): string {
  const bare = target.startsWith('<') ? target.slice(1, -1) : target;
  try {
    return decodeURIComponent(bare);
  } catch (error) {
    // A lone % is no escape, so the address is taken literally.
    if (error instanceof URIError) return bare;
    throw error;
  }
}

/** A path as the address of a markdown link. */
export function encodeAddress(path: string): string {
  return path.replace(/[\s%()<>]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

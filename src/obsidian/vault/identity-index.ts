import type { NoteIdentity, SurveyedNote } from '../../model/ports';
import { isObject } from '../../model/collections';
import { idsInFrontMatter } from '../../notes/note/identity';
import { type App, type TAbstractFile, TFile } from 'obsidian';

const BY_BOOK = 'readwise-id';
const BY_DOCUMENT = 'reader-id';
const BY_PART = 'readwise-part';

/** Maps ids to the notes that have them. The owner reports changes. */
export class IdentityIndex {
  private readonly pathsById = new Map<string, Set<string>>();
  private readonly identities = new Map<string, NoteIdentity>();

  /** Notes that have one of the ids, sorted by path (code units). */
  find(identity: NoteIdentity): readonly string[] {
    const found = new Set<string>();
    for (const id of idsOf(identity)) for (const path of this.pathsById.get(id) ?? []) found.add(path);
    return [...found].sort();
  }

  all(): readonly SurveyedNote[] {
    return [...this.identities].map(([path, identity]) => ({ path, ...identity }));
  }

  set(path: string, identity: NoteIdentity): void {
    this.remove(path);
    const ids = idsOf(identity);
    if (ids.length === 0) return;
    this.identities.set(path, identity);
    for (const id of ids) this.pathsById.set(id, (this.pathsById.get(id) ?? new Set()).add(path));
  }

  remove(path: string): void {
    const identity = this.identities.get(path);
    if (identity === undefined) return;
    for (const id of idsOf(identity)) this.pathsById.get(id)?.delete(path);
    this.identities.delete(path);
  }

  move(from: string, to: string): void {
    const identity = this.identities.get(from);
    this.remove(from);
    if (identity !== undefined) this.set(to, identity);
  }
}

/** The identity in parsed front matter, where ids may be numbers or strings. */
export function identityOf(properties: unknown): NoteIdentity {
  return {
    bookId: idIn(properties, BY_BOOK),
    documentId: idIn(properties, BY_DOCUMENT),
    partId: idIn(properties, BY_PART),
  };
}

const NAMED = new RegExp(`${BY_BOOK}|${BY_DOCUMENT}|${BY_PART}|\\\\`, 'g');
/**
 * Id lines as a sync writes them. A document id that YAML could read as a number (digits with an `e`), or
 * that continues on the next line, is left to the parser.
 */
const PLAIN = new RegExp(
  `^(${BY_BOOK}|${BY_DOCUMENT}): ([1-9]\\d{0,14}|01(?=\\d*[a-df-z])[\\da-z]{24})$(?!\\s*[ \\t])`,
  'gm',
);

/** All lines may be indented alike; the first one tells, comments apart. */
const INDENTED = /^(?:[ \t]*(?:#.*)?\n)*[ \t]+[^\s#]/;

/** The identity in front matter without parsing YAML; null when the id lines are ambiguous. */
export function identityOfPlainLines(frontMatter: string): NoteIdentity | null {
  if (INDENTED.test(frontMatter)) return null;
  const lines = [...frontMatter.matchAll(PLAIN)];
  const ids = new Map(lines.map(([, key, id]) => [key, id]));
  if ([...frontMatter.matchAll(NAMED)].length !== lines.length || ids.size !== lines.length) return null;
  return { bookId: ids.get(BY_BOOK) ?? null, documentId: ids.get(BY_DOCUMENT) ?? null, partId: null };
}

/** The identity in invalid YAML: a mistake elsewhere in it must not lead to a second note. */
export function identityOfBrokenYaml(frontMatter: string): NoteIdentity {
  const ids = idsInFrontMatter(frontMatter);
  const idOf = (kind: keyof NoteIdentity): string | null =>
    ids.find((each) => each.kind === kind)?.id ?? null;
  return { bookId: idOf('bookId'), documentId: idOf('documentId'), partId: idOf('partId') };
}

function idIn(properties: unknown, key: string): string | null {
  if (!isObject(properties)) return null;
  const stored: unknown = Reflect.get(properties, key);
  // A property of the type list holds its text as the only entry.
  const value: unknown = Array.isArray(stored) ? stored[0] : stored;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function idsOf({ bookId, documentId, partId }: NoteIdentity): readonly string[] {
  const ids = [
    [BY_BOOK, bookId],
    [BY_DOCUMENT, documentId],
    [BY_PART, partId],
  ] as const;
  return ids.flatMap(([property, id]) => (id === null ? [] : [`${property} ${id}`]));
}

/** The identity of a file as far as Obsidian has indexed it; empty for folders and null. */
export const identityIn = (app: App, file: TAbstractFile | null): NoteIdentity =>
  identityOf(file instanceof TFile ? app.metadataCache.getFileCache(file)?.frontmatter : null);

/** Whether the vault has notes with ids, as far as Obsidian has indexed it. */
export const hasOwnNotes = (app: App): boolean =>
  app.vault.getMarkdownFiles().some((file) => !hasNoId(identityIn(app, file)));

export const hasNoId = ({ bookId, documentId, partId }: NoteIdentity): boolean =>
  bookId === null && documentId === null && partId === null;

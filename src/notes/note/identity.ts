import { IDENTITY_PROPERTIES, splitNote } from './note';

/** An id in a note's front matter: of a book, a document, or the part of an item. */
export interface NoteId {
  readonly kind: 'bookId' | 'documentId' | 'partId';
  readonly id: string;
}

const KINDS: ReadonlyMap<string, NoteId['kind']> = new Map([
  [IDENTITY_PROPERTIES.book, 'bookId'],
  [IDENTITY_PROPERTIES.document, 'documentId'],
  [IDENTITY_PROPERTIES.part, 'partId'],
]);
const ID_LINE = new RegExp(`^([ \\t]*)(["']?)(${[...KINDS.keys()].join('|')})\\2[ \\t]*:(?:[ \\t]+(.*))?$`);
const LIST_LINE = /^[ \t]*-[ \t]+(.*)$/;

const IDENTITY_LINE = new RegExp(`^(?:${Object.values(IDENTITY_PROPERTIES).join('|')}):`, 'm');

/** Whether a note already belongs to an item. */
export function isOurs(text: string): boolean {
  const { yaml, trailer } = splitNote(text);
  return trailer !== null || IDENTITY_LINE.test(yaml ?? '');
}

/**
 * The ids in what stands between the fences of a note, in their order. Read line by line and without YAML,
 * because a mistake elsewhere in it must not lead to a second note. All lines may be indented alike, and an id
 * may be the first entry of a list: editors and forms of other plugins write both.
 */
export function idsInFrontMatter(frontMatter: string): readonly NoteId[] {
  const lines = frontMatter.split(/\r?\n/);
  const indent = propertyIndent(frontMatter);
  const ids: NoteId[] = [];
  for (const [index, line] of lines.entries()) {
    const [, blanks, , property = '', value = ''] = ID_LINE.exec(line) ?? [];
    const kind = KINDS.get(property);
    if (kind === undefined || blanks !== indent) continue;
    const id = idIn(value) ?? idIn(LIST_LINE.exec(lines[index + 1] ?? '')?.[1] ?? '');
    if (id !== null) ids.push({ kind, id });
  }
  return ids;
}

/** The blanks before each property: those of the first line that is no comment. */
export const propertyIndent = (frontMatter: string): string =>
  /^([ \t]*)[^\s#]/m.exec(frontMatter)?.[1] ?? '';

/** The id in a value, which may be in quotes or the first in brackets; null if there is none. */
function idIn(value: string): string | null {
  const first = value.replace(/^\[\s*/, '');
  const quoted = /^"([^"]*)"|^'([^']*)'/.exec(first);
  const plain = value === first ? first : first.replace(/[,\]].*$/, '');
  const id = (quoted === null ? plain.replace(/(^|\s+)#.*$/, '') : (quoted[1] ?? quoted[2] ?? '')).trim();
  return id === '' || id === '~' || id === 'null' ? null : id;
}

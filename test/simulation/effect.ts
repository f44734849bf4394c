import type { HttpRequest } from '../../src/model/ports';
import type { DocumentRecord, HighlightRecord } from '../server/records';
import type { World } from './world';

/** What a request would change at the service as it is now. */
export interface Effect {
  /** An anchor or id; null for something new. */
  readonly target: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** Names of tags, as `folded`. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly isDeletion: boolean;
  /** Texts of new highlights, by their addresses. */
  readonly created: Readonly<Record<string, string>>;
  /** The address of a document to be saved. */
  readonly saved: string | null;
}

const NONE: Effect = {
  target: null,
  fields: {},
  added: [],
  removed: [],
  isDeletion: false,
  created: {},
  saved: null,
};

/** As the service may store a text. */
export const plain = (text: unknown): string =>
  typeof text === 'string' ? text.replace(/\r\n?/g, '\n').trim() : '';

export const folded = (tag: string): string => plain(tag).toLowerCase();

/** The record of an anchor or id; null where the service has none, or has it no more. */
function recordAt(
  { library: { books, documents } }: World,
  target: string,
): HighlightRecord | DocumentRecord | null {
  if (target.startsWith('rw')) return books.liveHighlight(Number(target.slice(2)));
  return documents.find(target);
}

const bookAt = ({ library: { books } }: World, id: string) =>
  [...books.books()].find((book) => String(book.id) === id && book.deletedAt === null) ?? null;

/** Null where there is no such record. */
export function valueAt(world: World, target: string, field: string): string | null {
  const record = recordAt(world, target);
  if (record === null) return null;
  return plain(Object.entries(record).find(([name]) => name === field)?.[1]);
}

export const isAlive = (world: World, target: string): boolean =>
  recordAt(world, target) !== null || bookAt(world, target) !== null;

export const tagsAt = (world: World, target: string): ReadonlySet<string> =>
  new Set((recordAt(world, target) ?? bookAt(world, target))?.tags.map(({ name }) => folded(name)));

/** Highlights that were deleted since are there, too. */
export const isCreated = ({ library }: World, address: string): boolean =>
  [...library.books.highlights()].some(({ url }) => url === address);

export const isSaved = ({ library: { documents } }: World, address: string): boolean =>
  [...documents.all(), ...documents.trash].some(({ sourceUrl }) => sourceUrl === address);

/** What a writing request would change. */
export function effectOf(world: World, { method, url, body = '{}' }: HttpRequest): Effect {
  const { pathname } = new URL(url);
  const sent = JSON.parse(body) as Record<string, unknown>;
  const [, room = '', id = '', isTag, tagId] =
    /\/(highlights|books|update|delete|save)(?:\/([^/]+)(?:\/(tags)(?:\/([^/]+))?)?)?\/?$/.exec(pathname) ??
    [];
  const target = room === 'highlights' && id !== '' ? `rw${id}` : id;
  if (room === 'save') return { ...NONE, saved: plain(sent['url']) };
  if (id === '') return { ...NONE, created: newIn(world, sent['highlights']) };
  if (isTag !== undefined)
    return tagEffect(world, { target, tagId, method, name: folded(plain(sent['name'])) });
  if (method === 'DELETE') return { ...NONE, target, isDeletion: isAlive(world, target) };
  const { tags, ...others } = sent;
  const changed = Object.entries(others).filter(
    ([field, value]) => valueAt(world, target, field) !== plain(value),
  );
  const fields = Object.fromEntries(changed.map(([field, value]) => [field, plain(value)]));
  return { ...NONE, target, fields, ...(tags === undefined ? {} : difference(tagsAt(world, target), tags)) };
}

function newIn(world: World, highlights: unknown): Readonly<Record<string, string>> {
  const found = Array.isArray(highlights) ? (highlights as readonly Record<string, unknown>[]) : [];
  return Object.fromEntries(
    found
      .map((each) => [plain(each['highlight_url']), plain(each['text'])] as const)
      .filter(([address]) => !isCreated(world, address)),
  );
}

function difference(now: ReadonlySet<string>, wanted: unknown): Pick<Effect, 'added' | 'removed'> {
  const names = new Set(Array.isArray(wanted) ? wanted.map((name) => folded(String(name))) : []);
  return {
    added: [...names].filter((name) => !now.has(name)),
    removed: [...now].filter((name) => !names.has(name)),
  };
}

interface OfTag {
  readonly target: string;
  readonly tagId: string | undefined;
  readonly method: string;
  readonly name: string;
}

function tagEffect(world: World, { target, tagId, method, name }: OfTag): Effect {
  const now = tagsAt(world, target);
  const { library } = world;
  const tags = target.startsWith('rw')
    ? library.books.highlight(Number(target.slice(2))).tags
    : library.books.book(Number(target)).tags;
  const named = folded(tags.find(({ id }) => String(id) === tagId)?.name ?? '');
  const removed = named === '' || named === name ? [] : [named];
  const added = method === 'DELETE' || now.has(name) ? [] : [name];
  return { ...NONE, target, added, removed };
}

export const isNothing = ({ fields, added, removed, isDeletion, created, saved }: Effect): boolean =>
  !isDeletion &&
  saved === null &&
  added.length + removed.length + Object.keys(fields).length + Object.keys(created).length === 0;

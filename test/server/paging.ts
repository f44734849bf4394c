import { ApiError } from './api-error';
import { integerValue, type Query } from './query';

/** Where a record stands in a list: newest stamp first, then highest id, then its parts in order. */
export type Position = readonly [stamp: number, id: number | string, part: number];

/** Below zero when `a` comes first. */
export function comparePositions(a: Position, b: Position): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return a[1] > b[1] ? -1 : 1;
  return a[2] - b[2];
}

/** How a list writes the place of the last record that was sent. */
export interface Cursors {
  readonly write: (position: Position) => string | number;
  /** Null for a text that is no cursor of the list. */
  readonly read: (cursor: string) => Position | null;
}

export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly nextPageCursor: string | number | null;
}

/**
 * The page after `cursor` of a list in the order of its positions. A cursor is the place of the last record
 * that was sent, so it stays good while the library changes; a record that changes meanwhile moves to the
 * front and is missed by the later pages.
 */
export function cursorPage<T>(options: {
  readonly list: readonly T[];
  readonly positionOf: (item: T) => Position;
  readonly cursors: Cursors;
  readonly cursor: string | undefined;
  readonly size: number;
}): CursorPage<T> {
  const { list, positionOf, cursors, cursor, size } = options;
  const start =
    cursor === undefined || cursor === '' ? 0 : firstAfter(list, positionOf, readCursor(cursors, cursor));
  const items = list.slice(start, start + size);
  const last = items.at(-1);
  const more = start + size < list.length && last !== undefined;
  return { items, nextPageCursor: more ? cursors.write(positionOf(last)) : null };
}

function firstAfter<T>(list: readonly T[], positionOf: (item: T) => Position, position: Position): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && comparePositions(positionOf(item), position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readCursor(cursors: Cursors, cursor: string): Position {
  const position = cursors.read(cursor);
  if (position === null) throw new ApiError(400, 'pageCursor: this is not a cursor of this list');
  return position;
}

const KEY = /^[\w-]+$/;

/** The cursor of a list in the order of ids or keys is the last of them that was sent. */
export const keyCursors: Cursors = {
  write: ([, key]) => String(key),
  read: (cursor) => (KEY.test(cursor) ? [0, cursor, 0] : null),
};

/** Integers, each of which stands for a place. */
export class NumberedCursors implements Cursors {
  readonly #positions: Position[] = [];
  readonly #numbers = new Map<string, number>();

  readonly write = (position: Position): number => {
    const place = JSON.stringify(position);
    const number = this.#numbers.get(place) ?? FIRST_CURSOR + this.#positions.push(position);
    this.#numbers.set(place, number);
    return number;
  };

  readonly read = (cursor: string): Position | null =>
    /^\d+$/.test(cursor) ? (this.#positions[Number(cursor) - FIRST_CURSOR - 1] ?? null) : null;
}

const FIRST_CURSOR = 45_000_000;

const DEFAULT_PAGE_SIZE = 100;

/** The v2 list answer: pages by number, with the full addresses of the next and the previous one. */
export function numberedPage<T>(options: {
  readonly list: readonly T[];
  readonly query: Query;
  readonly address: string;
  readonly show: (item: T) => unknown;
  /** Of a page. */
  readonly largest: number;
}): object {
  const { list, query, address, show, largest } = options;
  const asked = integerValue(query, 'page_size') ?? DEFAULT_PAGE_SIZE;
  const size = Math.min(asked < 1 ? DEFAULT_PAGE_SIZE : asked, largest);
  const page = integerValue(query, 'page') ?? 1;
  const pages = Math.max(1, Math.ceil(list.length / size));
  if (page < 1 || page > pages) throw new ApiError(404, 'Invalid page.');
  return {
    count: list.length,
    next: page < pages ? withPage(address, page + 1) : null,
    previous: page > 1 ? withPage(address, page - 1) : null,
    results: list.slice((page - 1) * size, page * size).map(show),
  };
}

function withPage(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set('page', String(page));
  return url.href;
}

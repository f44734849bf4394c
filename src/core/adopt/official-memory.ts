import type { KnownId } from './find-item';
import { isObject } from '../is-object';

/** Where the official plugin keeps its data, in the folder of the plugins. */
export const OFFICIAL_DATA = 'readwise-official/data.json';

const DOCUMENT = /^readerdocument:([0-9a-z]+)$/;

/** Which book or document the official plugin remembers each note to be of. Nothing else is taken from its data. */
export function officialMemory(data: string): ReadonlyMap<string, KnownId> {
  const known = new Map<string, KnownId>();
  const map = field(parsed(data), 'booksIDsMap');
  for (const [path, value] of isObject(map) ? Object.entries(map) : []) {
    const id = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const document = DOCUMENT.exec(id)?.[1];
    if (document !== undefined) known.set(path, { kind: 'document', id: document });
    else if (/^\d+$/.test(id)) known.set(path, { kind: 'book', id });
  }
  return known;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    // Of a file that is no JSON nothing is known.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const field = (value: unknown, name: string): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined;

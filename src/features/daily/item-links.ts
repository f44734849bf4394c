import { isTextPart } from '../../notes/layout/note-part';

/** By which a note says what it is of; as `NoteIdentity`. */
export interface NoteIds {
  readonly bookId: string | null;
  readonly documentId: string | null;
  readonly partId: string | null;
}

/** Where a note's source is on the web; null where it is not there. */
export interface ItemLinks {
  readonly readwise: string | null;
  readonly reader: string | null;
}

const READER = 'https://read.readwise.io/read/';
const READWISE = 'https://readwise.io';

/** Made of ids alone, and only of such as the service has, because a person may have written anything into their note. */
export function linksOf({ bookId, documentId, partId }: NoteIds): ItemLinks {
  if (partId !== null) return linksOfPart(partId);
  return {
    readwise: address(`${READWISE}/bookreview/`, bookId, /^\d+$/),
    reader: address(READER, documentId, WORD),
  };
}

function linksOfPart(partId: string): ItemLinks {
  if (isTextPart(partId))
    return { readwise: null, reader: address(READER, partId.slice(partId.indexOf('-') + 1), WORD) };
  const id = partId.slice(2);
  return {
    readwise: partId.startsWith('rw') ? address(`${READWISE}/open/`, id, /^\d+$/) : null,
    reader: partId.startsWith('rd') ? address(READER, id, WORD) : null,
  };
}

const WORD = /^[\w-]+$/;

const address = (start: string, id: string | null, shape: RegExp): string | null =>
  id !== null && shape.test(id) ? start + id : null;

import { isTextPart } from '../../model/note-part';
import { anchorAtEnd, anchorIn, anchorsOfNote } from '../../notes/note/block-anchor';
import { hasContent } from '../../notes/note/loose-text';
import { splitNote } from '../../notes/note/note';

/** The ids in a note's properties. */
export interface NoteIds {
  readonly bookId: string | null;
  readonly documentId: string | null;
  readonly partId: string | null;
}

/** Web addresses of a note's source; null if it has none. */
export interface ItemLinks {
  readonly readwise: string | null;
  readonly reader: string | null;
}

const READER = 'https://read.readwise.io/read/';
const READWISE = 'https://readwise.io';

/** Built only from valid ids, because the user may have put anything into the properties. */
export function linksOf({ bookId, documentId, partId }: NoteIds): ItemLinks {
  if (partId !== null) return linksOfPart(partId);
  return {
    readwise: address(`${READWISE}/bookreview/`, bookId, /^\d+$/),
    reader: address(READER, documentId, DOCUMENT_ID),
  };
}

function linksOfPart(partId: string): ItemLinks {
  if (isTextPart(partId))
    return { readwise: null, reader: address(READER, partId.slice(partId.indexOf('-') + 1), DOCUMENT_ID) };
  const id = partId.slice(2);
  return {
    readwise: partId.startsWith('rw') ? address(`${READWISE}/open/`, id, /^\d+$/) : null,
    reader: partId.startsWith('rd') ? address(READER, id, DOCUMENT_ID) : null,
  };
}

const DOCUMENT_ID = /^[\w-]+$/;

const address = (start: string, id: string | null, shape: RegExp): string | null =>
  id !== null && shape.test(id) ? start + id : null;

/**
 * The highlight whose block holds the line, else the one above the line; null if there is none.
 * A block may contain blank lines, so its size comes from the trailer if possible.
 */
export function anchorAt(text: string, line: number): string | null {
  const blocks = splitNote(text).trailer?.blocks;
  const lines = text.split('\n');
  const anchors = anchorsOfNote(lines, blocks ?? new Map<string, unknown>());
  let above: string | null = null;
  for (const [index, content] of lines.entries()) {
    const anchor = anchorAtEnd(content.trimEnd()) ?? anchorIn(content, anchors)?.anchor ?? null;
    if (anchor === null) continue;
    if (index >= line) {
      const filled = lines.slice(line, index + 1).filter(hasContent).length;
      const isInside = hasContent(lines[line] ?? '') && filled <= (blocks?.get(anchor)?.lines ?? 1);
      return isInside ? anchor : above;
    }
    above = anchor;
  }
  return above;
}

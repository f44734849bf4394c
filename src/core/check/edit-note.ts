import { unjoined } from '../merge/file-sync';
import { IDENTITY_PROPERTIES, numberOrText, OWNED_PROPERTIES } from '../note/note';
import type { Properties } from '../properties/front-matter';
import type { NoteIds } from '../views/item-links';
import { withoutMarks } from '../leave/without-marks';
import { withoutAnchors } from '../leave/without-anchors';
import { bestTrailer, blockCopies } from './block-copies';
import type { Edit } from './finding';
import { findTrailers, withoutTrailers } from './find-trailers';
import { changeProperties, cutRaw, joinRaw, lineEndOf, type RawNote } from './raw-note';

/** Changes a note's text and nothing beside it: no word of a person's is lost. A text that has no such fault stays as it is. */
export function editNote(text: string, edit: Edit): string {
  if (edit.edit === 'marks-off') return withoutMarks(text, { keepsAnchor: () => true });
  return joinRaw(editRaw(cutRaw(edit.edit === 'trailer-last' ? unjoined(text) : text), edit));
}

function editRaw(note: RawNote, edit: Exclude<Edit, { edit: 'marks-off' }>): RawNote {
  switch (edit.edit) {
    case 'trailer-out':
      return { ...note, lines: endedLines(withoutTrailers(note.lines, findTrailers(note.lines))) };
    case 'trailer-last':
      return withTrailerLast(note);
    case 'copies-off': {
      const { spareLines } = blockCopies(note.lines, edit.anchors);
      const lines = note.lines.filter((_, index) => !spareLines.has(index));
      const { anchorLines } = blockCopies(lines, edit.anchors);
      return { ...note, lines: withoutAnchors(lines, (_, index) => anchorLines.has(index)) };
    }
    case 'anchors-off':
      return { ...note, lines: withoutAnchors(note.lines, (anchor) => edit.anchors.includes(anchor)) };
    case 'blocks-stay-deleted':
      return inTrailer(note, (words) => [
        ...words.filter((word) => !isEntryOf(word, edit.anchors)),
        ...edit.anchors
          .filter((anchor) => words.some((word) => isEntryOf(word, [anchor])))
          .map((anchor) => `-${anchor}`),
      ]);
    case 'blocks-back':
      return inTrailer(note, (words) => words.filter((word) => !isEntryOf(word, edit.anchors)));
    case 'property-off':
      return {
        ...note,
        yaml: changeProperties(note.yaml, { names: new Set([edit.name]), properties: [] }),
      };
    case 'identity-on':
      return withIdentity(note, edit.identity);
  }
}

const endedLines = (lines: readonly string[]): readonly string[] =>
  lines[lines.length - 1]?.trim() === '' ? [...lines.slice(0, -1), ''] : [...lines, ''];

function withTrailerLast(note: RawNote): RawNote {
  const places = findTrailers(note.lines);
  const best = bestTrailer(note.lines, places);
  if (best === null) return note;
  const end = lineEndOf(note) === '\r\n' ? '\r' : '';
  const body = [...withoutTrailers(note.lines, places)];
  while (body.length > 0 && body[body.length - 1]?.trim() === '') body.pop();
  const last = body.pop();
  return {
    ...note,
    lines: [
      ...(last === undefined ? [] : [...body, last.endsWith('\r') ? last : last + end, end]),
      best + end,
      '',
    ],
  };
}

const isEntryOf = (word: string, anchors: readonly string[]): boolean =>
  anchors.some((anchor) => word.startsWith(`${anchor}=`));

/** Changes the words of a trailer that is whole. */
function inTrailer(note: RawNote, change: (words: readonly string[]) => readonly string[]): RawNote {
  const [place, other] = findTrailers(note.lines);
  if (place === undefined || other !== undefined || !place.isWhole) return note;
  const line = note.lines[place.start] ?? '';
  const words = line.trim().split(' ').slice(3, -1);
  const [kept, memory] = [
    change(words).filter((word) => !/^[-+]/.test(word)),
    change(words).filter((word) => /^[-+]/.test(word)),
  ];
  const changed = [
    '%%',
    'florilegium',
    '1',
    ...kept,
    ...[...new Set(memory.filter((word) => word.startsWith('-')))].sort(),
    ...memory.filter((word) => word.startsWith('+')),
    '%%',
  ].join(' ');
  return {
    ...note,
    lines: note.lines.map((each, index) =>
      index === place.start ? changed + (line.endsWith('\r') ? '\r' : '') : each,
    ),
  };
}

function withIdentity(note: RawNote, { bookId, documentId, partId }: NoteIds): RawNote {
  const { book, document, part, status } = IDENTITY_PROPERTIES;
  const ids: Properties =
    partId === null
      ? [
          ...(bookId === null ? [] : [[book, numberOrText(bookId)] as const]),
          ...(documentId === null ? [] : [[document, documentId] as const]),
        ]
      : [[part, partId]];
  const end = lineEndOf(note);
  const fenced = note.opening === '' ? { ...note, opening: `---${end}`, closing: `---${end}` } : note;
  const names = new Set([...OWNED_PROPERTIES].filter((name) => name !== status));
  return { ...fenced, yaml: changeProperties(fenced.yaml, { names, properties: ids }) };
}

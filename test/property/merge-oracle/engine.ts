import { mergedNote } from '../../support/merged-note';
import type { MergeResult } from '../../../src/merge/merge';
import { noteVersion, pathMark, splitNote, type NoteVersion } from '../../../src/notes/note/note';
import { amount } from '../../support/amount';
import { aBook, anItem, anItemHighlight } from '../../support/builders';
import { SEED } from '../runs';
import {
  bodyText,
  BOX,
  MARK,
  paragraphsText,
  shown,
  titleText,
  type LocalNote,
  type RemoteNote,
  type Style,
} from './model';

/** What the model's notes are to the engine. */

export const PATH = pathMark('Books/Note.md');

/** Of one or two rounds, and a little more of the short ones. */
const MERGES_IN_EACH_HISTORY = 1.45;

/**
 * How many merges are tried; `MERGE_RUNS` for more or fewer. A failing one prints the seed and path that replay
 * it.
 */
export const MERGES = {
  numRuns: Math.ceil(amount('MERGE_RUNS', { quick: 1000, full: 100_000 }) / MERGES_IN_EACH_HISTORY),
  seed: SEED,
};

/** The note as a sync would write it. */
export function versionOf({ title, highlights }: RemoteNote, style: Style): NoteVersion {
  const anchored = highlights.map((highlight) => ({ highlight, anchor: `rw${String(highlight.id)}` }));
  return noteVersion({
    item: anItem({
      book: aBook({ title: titleText(title) }),
      highlights: anchored.map(({ highlight, anchor }) =>
        anItemHighlight({
          anchor,
          text: paragraphsText(highlight.paragraphs, 'plain'),
          url: highlight.place,
        }),
      ),
    }),
    rendered: {
      properties: [],
      header: titleText(title),
      blocks: anchored.map(({ highlight, anchor }) => ({
        anchor,
        text: paragraphsText(shown(highlight), style),
      })),
    },
  });
}

/** `base`: what the engine is told that it wrote last. */
export const merge = (
  text: string,
  version: NoteVersion,
  { base, gone }: { readonly base: NoteVersion | null; readonly gone: ReadonlySet<number> },
): MergeResult =>
  mergedNote(text, version, {
    base,
    path: PATH,
    gone: new Set([...gone].map((id) => `rw${String(id)}`)),
    deletedMark: MARK,
    conflictMark: BOX,
  });

/** The text of a note whose body the person changed, with the trailer that the last sync wrote. */
export function withBody(text: string, note: LocalNote, style: Style): string {
  const yaml = text.slice(0, text.indexOf('---\n', 4) + 4);
  return `${yaml}${bodyText(note, style)}\n\n${text.slice(text.lastIndexOf('%% florilegium'))}`;
}

export const bodyIn = (text: string): string =>
  splitNote(text)
    .body.replace(/\n{3,}/g, '\n\n')
    .trim();

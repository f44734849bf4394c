import type { MergeInput, MergeResult } from '../../src/merge/merge';
import type { Item, ItemHighlight } from '../../src/model/model';
import { composeNote, noteVersion, pathMark, type NoteVersion } from '../../src/notes/note/note';
import type { RenderedNote } from '../../src/notes/template/template';
import type { PropertyValue } from '../../src/notes/front-matter/front-matter';
import { aBook, anItem, anItemHighlight, plainNote } from '../support/builders';
import { mergedNote } from '../support/merged-note';

export const PATH = 'Readwise/Books/Meditations.md';
export const MARK = '*Deleted in Readwise.*';
export const BOX = '> [!warning] Changed.\n> {{text}}';

export const highlight = (id: number, text: string, values: Partial<ItemHighlight> = {}): ItemHighlight =>
  anItemHighlight({ anchor: `rw${String(id)}`, text, location: id, ...values });

/** Renders at once what a template renders in turns. */
export interface PlainTemplate {
  readonly render: (item: Item) => RenderedNote;
}

export function version(
  highlights: readonly ItemHighlight[],
  options: { readonly title?: string; readonly template?: PlainTemplate } = {},
): NoteVersion {
  const item = anItem({ book: aBook({ title: options.title ?? 'Meditations' }), highlights });
  return noteVersion({ item, rendered: options.template?.render(item) ?? plainNote(item) });
}

/** A template that shows what is told of a highlight beside its text. */
export const placeTemplate: PlainTemplate = {
  render: (item) => ({
    ...plainNote(item),
    blocks: item.highlights.map((one) => ({
      anchor: one.anchor,
      text: `${one.text}\n\nPage ${String(one.location)}, ${one.url}.`,
    })),
  }),
};

export const tagsTemplate = (
  tags: readonly string[],
  more: readonly (readonly [string, PropertyValue])[] = [],
): PlainTemplate => ({
  render: (item) => ({ ...plainNote(item), properties: [['tags', tags], ...more] }),
});

export const written = (of: NoteVersion): string => composeNote(of, pathMark(PATH));

/** Merges a version into a text. `base`: what the program is told that it wrote last. */
export const merge = (
  text: string,
  next: NoteVersion,
  { wrote, ...more }: Partial<MergeInput> & { readonly wrote?: NoteVersion } = {},
): MergeResult =>
  mergedNote(text, next, {
    base: wrote ?? null,
    path: pathMark(PATH),
    deletedMark: MARK,
    conflictMark: BOX,
    ...more,
  });

/** The note without properties and trailer. */
export const bodyOf = (text: string): string =>
  text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/\n\n%% florilegium [^\n]*%%\n?$/, '');

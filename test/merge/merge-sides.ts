import { mergeNote, type MergeInput, type MergeResult } from '../../src/merge/merge';
import type { ItemHighlight } from '../../src/model/model';
import { composeNote, noteVersion, pathMark, type NoteVersion } from '../../src/notes/note/note';
import type { NoteTemplate } from '../../src/notes/template/template';
import type { PropertyValue } from '../../src/notes/front-matter/front-matter';
import { aBook, anItem, anItemHighlight, plainTemplate } from '../support/builders';

export const PATH = 'Readwise/Books/Meditations.md';
export const MARK = '*Deleted in Readwise.*';
export const BOX = '> [!warning] Changed.\n> {{text}}';

export const highlight = (id: number, text: string, values: Partial<ItemHighlight> = {}): ItemHighlight =>
  anItemHighlight({ anchor: `rw${String(id)}`, text, location: id, ...values });

export function version(
  highlights: readonly ItemHighlight[],
  options: { readonly title?: string; readonly template?: NoteTemplate } = {},
): NoteVersion {
  const item = anItem({ book: aBook({ title: options.title ?? 'Meditations' }), highlights });
  return noteVersion({ item, rendered: (options.template ?? plainTemplate).render(item) });
}

/** A template that shows what is told of a highlight beside its text. */
export const placeTemplate: NoteTemplate = {
  name: 'place',
  render: (item) => ({
    ...plainTemplate.render(item),
    blocks: item.highlights.map((one) => ({
      anchor: one.anchor,
      text: `${one.text}\n\nPage ${String(one.location)}, ${one.url}.`,
    })),
  }),
};

export const tagsTemplate = (
  tags: readonly string[],
  more: readonly (readonly [string, PropertyValue])[] = [],
): NoteTemplate => ({
  name: 'tags',
  render: (item) => ({ ...plainTemplate.render(item), properties: [['tags', tags], ...more] }),
});

export const written = (of: NoteVersion): string => composeNote(of, pathMark(PATH));

/** Merges a version into a text. `base`: what the program is told that it wrote last. */
export const merge = (
  text: string,
  next: NoteVersion,
  more: Partial<MergeInput> & { readonly wrote?: NoteVersion } = {},
): MergeResult =>
  mergeNote({
    text,
    version: next,
    base: () => more.wrote ?? null,
    path: pathMark(PATH),
    gone: new Set(),
    removed: 'keep',
    deletedMark: MARK,
    conflictMark: BOX,
    ...more,
  });

/** The note without properties and trailer. */
export const bodyOf = (text: string): string =>
  text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/\n\n%% florilegium [^\n]*%%\n?$/, '');

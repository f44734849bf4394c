import type { NewHighlight } from '../../../model/outbox';
import { categoryOf, type Source } from './highlight-source';

/** The address that opens a block in the app. The service tells by it that a highlight is sent again. */
export const blockAddress = (vault: string, path: string, blockId: string): string =>
  `obsidian://open?vault=${encodeURIComponent(vault)}&file=${encodeURIComponent(path.replace(/\.md$/, ''))}${endOf(blockId)}`;

const endOf = (blockId: string): string => encodeURIComponent(`#^${blockId}`);

/** Whether an address is of that block. Block ids are unique, so it may be of an earlier name of the note. */
export const isAddressOf = (url: string, blockId: string): boolean =>
  url.startsWith('obsidian://open?') && url.endsWith(endOf(blockId));

const TAG = /[^\p{L}\p{N}_-]+/gu;

/** Tags as the service reads them in the note of a new highlight: `.stoics .to-read`. */
export const inlineTags = (tags: readonly string[]): string =>
  tags
    .map((tag) => tag.replace(TAG, '-').replace(/^[-_]+|-+$/g, ''))
    .filter((tag) => tag !== '')
    .map((tag) => `.${tag}`)
    .join(' ');

export interface NewHighlightParts {
  readonly text: string;
  readonly highlightUrl: string;
  readonly note: string;
  readonly source: Source;
}

/** A new highlight without fields that are empty. */
export function newHighlightOf({ text, highlightUrl, note, source }: NewHighlightParts): NewHighlight {
  const category = categoryOf(source.category);
  const fields = {
    title: source.title.trim(),
    author: source.author.trim(),
    sourceUrl: source.sourceUrl.trim(),
    note: [inlineTags(source.tags), note.trim()].filter((part) => part !== '').join(' '),
  };
  const filled = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    text: text.trim(),
    ...Object.fromEntries(filled),
    ...(category === undefined ? {} : { category }),
    highlightUrl,
  };
}

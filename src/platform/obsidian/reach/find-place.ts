import type { App } from 'obsidian';
import { identityOf } from '../identity-index';

/** A note, or a block in it. */
export interface Place {
  readonly path: string;
  readonly anchor: string | null;
}

/**
 * Where the vault has what this id is of: a book or document before a highlight, and a highlight in its item's note before one of its
 * own. As the app has indexed the notes; no note is opened for it.
 */
export function findPlace({ vault, metadataCache }: Pick<App, 'vault' | 'metadataCache'>, id: string): Place | null {
  const anchors = [id, `rw${id}`, `rd${id}`];
  let block: Place | null = null;
  let own: Place | null = null;
  for (const file of vault.getMarkdownFiles().sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const cache = metadataCache.getFileCache(file);
    const { bookId, documentId, partId } = identityOf(cache?.frontmatter);
    const place = (anchor: string | null): Place => ({ path: file.path, anchor });
    if (partId !== null) {
      if (anchors.includes(partId)) own ??= place(null);
    } else if (bookId === id || documentId === id) return place(null);
    else if (block === null && (bookId ?? documentId) !== null) {
      const found = Object.values(cache?.blocks ?? {}).find((each) => anchors.includes(each.id));
      if (found !== undefined) block = place(found.id);
    }
  }
  return block ?? own;
}

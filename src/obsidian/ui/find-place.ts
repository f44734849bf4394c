import type { App, CachedMetadata } from 'obsidian';
import { identityOf } from '../vault/identity-index';

/** A note, or a block in it. */
export interface Place {
  readonly path: string;
  readonly anchor: string | null;
}

/**
 * Finds an id in Obsidian's index: books and documents first, then highlights in notes of items, then notes
 * of single highlights.
 */
export function findPlace(
  { vault, metadataCache }: Pick<App, 'vault' | 'metadataCache'>,
  id: string,
): Place | null {
  const anchors = [id, `rw${id}`, `rd${id}`];
  let whole: Place | null = null;
  let block: Place | null = null;
  let own: Place | null = null;
  for (const file of vault.getMarkdownFiles()) {
    const cache = metadataCache.getFileCache(file);
    const { bookId, documentId, partId } = identityOf(cache?.frontmatter);
    const here = (anchor: string | null): Place => ({ path: file.path, anchor });
    if (partId !== null) {
      if (anchors.includes(partId)) own = first(own, here(null));
    } else if (bookId === id || documentId === id) whole = first(whole, here(null));
    else if ((bookId ?? documentId) !== null) {
      const anchor = anchorIn(cache?.blocks, anchors);
      if (anchor !== null) block = first(block, here(anchor));
    }
  }
  return whole ?? block ?? own;
}

/** The first of two by path: cheaper than sorting thousands of notes. */
const first = (one: Place | null, other: Place): Place =>
  one === null || other.path < one.path ? other : one;

/** Obsidian's index has block ids in lower case as keys. */
function anchorIn(blocks: CachedMetadata['blocks'], anchors: readonly string[]): string | null {
  if (blocks === undefined) return null;
  return (
    anchors.find(
      (anchor) => Object.hasOwn(blocks, anchor.toLowerCase()) && blocks[anchor.toLowerCase()]?.id === anchor,
    ) ?? null
  );
}

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
  let itemPlace: Place | null = null;
  let blockPlace: Place | null = null;
  let partPlace: Place | null = null;
  for (const file of vault.getMarkdownFiles()) {
    const cache = metadataCache.getFileCache(file);
    const { bookId, documentId, partId } = identityOf(cache?.frontmatter);
    const placeAt = (anchor: string | null): Place => ({ path: file.path, anchor });
    if (partId !== null) {
      if (anchors.includes(partId)) partPlace = first(partPlace, placeAt(null));
    } else if (bookId === id || documentId === id) itemPlace = first(itemPlace, placeAt(null));
    else if ((bookId ?? documentId) !== null) {
      const anchor = anchorIn(cache?.blocks, anchors);
      if (anchor !== null) blockPlace = first(blockPlace, placeAt(anchor));
    }
  }
  return itemPlace ?? blockPlace ?? partPlace;
}

/** The first of two by path: cheaper than sorting thousands of notes. */
const first = (one: Place | null, other: Place): Place =>
  one === null || other.path < one.path ? other : one;

/** Obsidian's index has block ids in lower case as keys. */
function anchorIn(blocks: CachedMetadata['blocks'], anchors: readonly string[]): string | null {
  if (blocks === undefined) return null;
  const isThere = (anchor: string): boolean => {
    const key = anchor.toLowerCase();
    return Object.hasOwn(blocks, key) && blocks[key]?.id === anchor;
  };
  return anchors.find(isThere) ?? null;
}

import type { App, CachedMetadata } from 'obsidian';
import { identityOf } from '../vault/identity-index';

/** A note, or a block in it. */
export interface Place {
  readonly path: string;
  readonly anchor: string | null;
}

/**
 * Where the vault has what this id is of: a book or document before a highlight, and a highlight in its
 * item's note before one of its own. As the app has indexed the notes; no note is opened for it.
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

/**
 * Of two places the one that comes first by its path: there may be thousands of notes, and nobody waits for
 * them to be put in order.
 */
const first = (one: Place | null, other: Place): Place =>
  one === null || other.path < one.path ? other : one;

/** The app keeps blocks by their ids in lower case. */
function anchorIn(blocks: CachedMetadata['blocks'], anchors: readonly string[]): string | null {
  if (blocks === undefined) return null;
  return (
    anchors.find(
      (anchor) => Object.hasOwn(blocks, anchor.toLowerCase()) && blocks[anchor.toLowerCase()]?.id === anchor,
    ) ?? null
  );
}

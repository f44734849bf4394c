const INLINE_TAG = /(?:^|\s)\.([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu;

/** Names of the tags that a note makes by words that begin with a dot (`.stoics`), each once, in order. */
export function inlineTags(note: string): readonly string[] {
  return [...new Set([...note.matchAll(INLINE_TAG)].map((match) => match[1] ?? ''))];
}

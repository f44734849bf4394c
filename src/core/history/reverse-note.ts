import { withLineEndsOf } from '../merge/merge';
import { bagOf, sharedWords, bagSize, bagWithout } from '../merge/words';
import { anchorsOf } from '../note/find-trailer';
import { anchorAtEnd } from '../note/block-anchor';
import { joinNote, splitNote, withTrailer, type NoteParts } from '../note/note';
import { reverseLines } from './reverse-lines';
import { reverseProperties } from './reverse-properties';

export interface RunTexts {
  /** The note before the run. */
  readonly before: string;
  /** As the run left it. */
  readonly after: string;
  /** As it is now. */
  readonly current: string;
}

/**
 * The note without what a run did to it, and with every word that the person wrote since; null where the two cannot be told apart.
 * A note that nobody changed since is byte for byte what it was before.
 */
export function reverseNote({ before, after, current }: RunTexts): string | null {
  if (current === after || current === before) return before;
  if (before === after) return current;
  const { trailer } = splitNote(after);
  const own = new Set(trailer === null ? [] : anchorsOf(trailer));
  const [was, left, is] = [before, after, current].map((text) =>
    splitNote(text, (anchor) => own.has(anchor)),
  );
  if (was === undefined || left === undefined || is === undefined) return null;
  // Its own trailer says that it was undone before: what differs now is the person's.
  if (
    left.trailer !== null &&
    is.trailer !== null &&
    is.trailer.note === was.trailer?.note &&
    is.trailer.note !== left.trailer.note
  )
    return current;
  const front = reverseProperties({ base: left.yaml, local: is.yaml, remote: was.yaml });
  const lines = reverseLines({ base: linesOf(left), local: linesOf(is), remote: linesOf(was) });
  if (front === null || lines === null) return null;
  const body = lines.join('\n');
  const next = { yaml: front.yaml, body };
  if (!keepsWords(next, { left, is }) || !keepsAnchors(lines, { was, is })) return null;
  const joined = joinNote(front.yaml, body);
  const text =
    was.trailer === null
      ? joined
      : withTrailer(joined, { ...was.trailer, removed: removedSince({ was, left, is }) });
  return withLineEndsOf(current, text);
}

const linesOf = ({ body }: NoteParts): readonly string[] => body.trimEnd().split('\n');

const textOf = ({ yaml, body }: Pick<NoteParts, 'yaml' | 'body'>): string => `${yaml ?? ''}\n${body}`;

/** Whether all that the person wrote since is there. */
function keepsWords(
  next: Pick<NoteParts, 'yaml' | 'body'>,
  { left, is }: { readonly left: NoteParts; readonly is: NoteParts },
): boolean {
  const written = bagWithout(bagOf(textOf(is)), bagOf(textOf(left)));
  return sharedWords(written, bagOf(textOf(next))) === bagSize(written);
}

/** No block may stand there more often than it did. */
function keepsAnchors(
  lines: readonly string[],
  { was, is }: { readonly was: NoteParts; readonly is: NoteParts },
): boolean {
  const counts = (some: readonly string[]): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    for (const line of some) {
      const anchor = anchorAtEnd(line);
      if (anchor !== null) found.set(anchor, (found.get(anchor) ?? 0) + 1);
    }
    return found;
  };
  const [before, now] = [counts(linesOf(was)), counts(linesOf(is))];
  return [...counts(lines)].every(
    ([anchor, count]) => count <= Math.max(before.get(anchor) ?? 0, now.get(anchor) ?? 0),
  );
}

/** Blocks that the person deleted, with those among them that only the run had brought. What an undoing took out nobody deleted. */
function removedSince({
  was,
  left,
  is,
}: {
  readonly was: NoteParts;
  readonly left: NoteParts;
  readonly is: NoteParts;
}): ReadonlySet<string> {
  const standing = new Set(is.body.split('\n').flatMap((line) => anchorAtEnd(line) ?? []));
  const isNews = (anchor: string): boolean => was.trailer?.blocks.has(anchor) === false;
  const brought = [...(left.trailer?.blocks.keys() ?? [])].filter(
    (anchor) => isNews(anchor) && is.trailer?.blocks.has(anchor) !== false && !standing.has(anchor),
  );
  return new Set([
    ...(was.trailer?.removed ?? []),
    ...[...(is.trailer?.removed ?? [])].filter(isNews),
    ...brought,
  ]);
}

import type { RunKind } from '../report';

/** What is to be done to take back one thing that a run did. Decided before any effect, and once more at the note itself. */
export type UndoStep =
  /** Its text before the run, and its place where `to` says so. `isMerged`: with what the person wrote since. */
  | {
      readonly kind: 'revert';
      readonly noteKey: string;
      readonly path: string;
      readonly to: string | null;
      readonly isMerged: boolean;
    }
  /** Made by the run, and nobody wrote in it. */
  | { readonly kind: 'trash'; readonly noteKey: string; readonly path: string }
  /** Moved to the trash by the run: made again, at the first of these places that is free. */
  | { readonly kind: 'recreate'; readonly noteKey: string; readonly paths: readonly string[] };

export type Obstacle =
  /** The person changed the same words as the run, or wrote under what it brought. */
  | 'edited'
  /** Made by the run, and the person wrote in it. */
  | 'written-in'
  /** Made by the run, and the person put it elsewhere. */
  | 'moved'
  | 'gone'
  /** Its text comes back, its place does not: another note has it by now. */
  | 'place-taken'
  /** With its marks it would be the second note of an item that has another by now. */
  | 'has-note'
  | 'unreadable';

export interface NotUndone {
  readonly noteKey: string;
  readonly path: string;
  readonly why: Obstacle;
}

export interface UndoPlan {
  readonly run: number;
  readonly kind: RunKind;
  /** What the run was and when it ended, ISO 8601; null when it was cut short. */
  readonly ended: { readonly at: string; readonly kind: RunKind } | null;
  /** The run changed more than is kept: the rest stays as it is. */
  readonly isPartial: boolean;
  readonly steps: readonly UndoStep[];
  readonly stays: readonly NotUndone[];
}

interface Move {
  readonly path: string;
  readonly to: string;
}

/**
 * Which of some notes can go back where they were: to a place that nobody has, or that one of them, or one that leaves anyway, gives
 * up. Places that differ in nothing but upper and lower case are one.
 */
export function movesBack(
  moves: readonly Move[],
  { leaving, isTaken }: { readonly leaving: readonly string[]; readonly isTaken: (path: string) => boolean },
): readonly Move[] {
  let able = moves;
  for (;;) {
    const free = new Set([...leaving, ...able.map(({ path }) => path)].map((path) => path.toLowerCase()));
    const next = able.filter(({ to }) => free.has(to.toLowerCase()) || !isTaken(to));
    if (next.length === able.length) return able;
    able = next;
  }
}

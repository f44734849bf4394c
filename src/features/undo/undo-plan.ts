import type { RunKind } from '../../model/report';

/**
 * What is to be done to take back one thing that a run did. Decided before any effect, and checked once more
 * at the note itself.
 */
export type UndoStep =
  /** The note gets the text from before the run, and its place where `to` is not null. */
  | { readonly kind: 'revert'; readonly noteKey: string; readonly path: string; readonly to: string | null }
  /** The run made it, and the person has not written in it. */
  | { readonly kind: 'trash'; readonly noteKey: string; readonly path: string }
  /** The run moved it to the trash: it is made again. */
  | { readonly kind: 'recreate'; readonly noteKey: string; readonly path: string };

/** Why a note is left as it is. */
export type Obstacle =
  /** It was changed after the run. */
  | 'edited'
  /** The run made it, and the person wrote in it. */
  | 'written-in'
  /** The run made it, and the person moved it. */
  | 'moved'
  /** It is not where the run left it. */
  | 'gone'
  /** Another file is where it was before. */
  | 'place-taken'
  /** Its item has another note by now. */
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
  /** In the order in which they can be done. */
  readonly steps: readonly UndoStep[];
  readonly stays: readonly NotUndone[];
}

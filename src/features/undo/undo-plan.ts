import type { RunKind } from '../../model/report';

/** How one change of a run is undone. Checked once more when the note is written. */
export type UndoStep =
  /** Restores the text from before the run, and the path if `to` is not null. */
  | { readonly kind: 'revert'; readonly noteKey: string; readonly path: string; readonly to: string | null }
  /** The run created the note, and the user wrote nothing into it. */
  | { readonly kind: 'trash'; readonly noteKey: string; readonly path: string }
  /** The run moved the note to the trash; it is created again. */
  | { readonly kind: 'recreate'; readonly noteKey: string; readonly path: string };

/** Why a note is not undone. */
export type Obstacle =
  /** The note was changed after the run. */
  | 'edited'
  /** The note is not where the run left it. */
  | 'moved'
  /** Another file has the note's old path. */
  | 'place-taken'
  /** It has something that was sent to the service. */
  | 'sent'
  /** The item has another note now. */
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
  /** When the run ended (ISO 8601) and its kind; null if it was interrupted. */
  readonly ended: { readonly at: string; readonly kind: RunKind } | null;
  /** The run changed more than is kept for undo; the rest stays as it is. */
  readonly isPartial: boolean;
  /** In executable order. */
  readonly steps: readonly UndoStep[];
  readonly stays: readonly NotUndone[];
}

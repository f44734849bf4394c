import type { Failure } from '../../model/report';

/** A note that an item can adopt. */
export interface Adoption {
  readonly path: string;
  /** Of the item, or of the highlight that has a note of its own. */
  readonly noteKey: string;
  readonly title: string;
  readonly author: string;
  /** Number of highlights found in the note, which follow the service from now on. */
  readonly found: number;
  /** How many of those were edited, or may have been; they stay as they are. */
  readonly edited: number;
  /** How many of the edited ones the next sync shows with the service's text, as it is unknown who changed them. */
  readonly unclear: number;
  /** Number of highlights in the note where no anchor can be put; they are not added again. */
  readonly unmarkable: number;
  /** Number of highlights that the next sync adds or brings up to date. */
  readonly missing: number;
  /** Why the user has to choose; null if there is no doubt. */
  readonly doubt: Doubt | null;
}

export type Doubt =
  /** It has few of the item's highlights, or much besides: it may be the user's own note on something else. */
  | { readonly kind: 'few' }
  /** The item already has a note that the user has not written in; it would go to the trash. */
  | { readonly kind: 'replaces'; readonly path: string };

/** A note with something of the library that is left alone. */
export interface LeftNote {
  readonly path: string;
  readonly reason: LeftReason;
  /** The note that its item has, if the user wrote in that one. */
  readonly own?: string;
}

export type LeftReason =
  /** It has highlights of several items. */
  | 'several'
  /** What it names is not in the library. */
  | 'unknown'
  /** It only links to an item. */
  | 'mention'
  /** The settings exclude the item, or it was deleted at the service. */
  | 'left out'
  /** Another note is the item's, or has more of its highlights. */
  | 'other note'
  /** The item already has a note that the user wrote in. */
  | 'has a note'
  /** It holds the full text of a document. */
  | 'full text'
  /** It cannot be read now; it may be only in the cloud. */
  | 'closed';

/** What an adoption would do. */
export interface AdoptionPlan {
  /** Number of notes examined. */
  readonly looked: number;
  /** In path order, at most one for each note of an item. */
  readonly adoptions: readonly Adoption[];
  readonly left: readonly LeftNote[];
}

/** What an adoption did. */
export interface AdoptionReport {
  /** Paths of the notes that now belong to an item. */
  readonly adopted: readonly string[];
  /** Paths of the item's former notes, which were moved to the trash. */
  readonly replaced: readonly string[];
  /** Number of highlights that the next sync adds or brings up to date. */
  readonly missing: number;
  readonly failures: readonly Failure[];
  readonly isCancelled: boolean;
}

/** The adoptions without a doubt, which the app ticks. */
export const chosenByDefault = ({ adoptions }: AdoptionPlan): readonly Adoption[] =>
  adoptions.filter(({ doubt }) => doubt === null);

/** Adoptions whose item is certain, even if they replace an untouched note; the terminal does these. */
export const sureOf = ({ adoptions }: AdoptionPlan): readonly Adoption[] =>
  adoptions.filter(({ doubt }) => doubt?.kind !== 'few');

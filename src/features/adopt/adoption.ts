import type { Certainty, Proof } from './find-item';
import type { Failure } from '../../model/report';
import type { NoteOrigin } from './recognise';

/** A note of another plugin that an item can adopt. */
export interface Adoption {
  readonly path: string;
  readonly origin: NoteOrigin;
  readonly itemKey: string;
  readonly title: string;
  readonly author: string;
  readonly proof: Proof;
  readonly certainty: Certainty;
  /** Number of highlights found in the note, which follow the service from now on. */
  readonly found: number;
  /** How many of those were edited; they stay as they are. */
  readonly edited: number;
  /** Number of highlights in the note where no anchor can be put; they are not added again. */
  readonly unmarkable: number;
  /** Number of highlights that the next sync adds or completes with their note. */
  readonly missing: number;
  /** Why the user has to choose; null for none. */
  readonly doubt: Doubt | null;
}

export type Doubt =
  /** Only the title fits, or the note has few of the item's highlights. */
  | { readonly kind: 'weak' }
  /** Other notes fit the same item. */
  | { readonly kind: 'rivals'; readonly paths: readonly string[] }
  /** The item already has a note that the user has not written in; it would go to the trash. */
  | { readonly kind: 'replaces'; readonly path: string };

/** A note that is left alone. */
export interface LeftNote {
  readonly path: string;
  readonly reason: LeftReason;
}

export type LeftReason =
  /** It names several items. */
  | 'several'
  /** No item in the library fits. */
  | 'unknown'
  /** The settings exclude the item, or it was deleted at the service. */
  | 'left out'
  /** The item already has a note that the user wrote in. */
  | 'has a note'
  /** It holds the full text of a document. */
  | 'full text'
  /** Nothing in it could be marked. */
  | 'unreadable'
  /** It cannot be read now; it may be only in the cloud. */
  | 'closed';

/** What an adoption would do. */
export interface AdoptionPlan {
  /** Number of notes examined. */
  readonly looked: number;
  /** In path order. */
  readonly adoptions: readonly Adoption[];
  readonly left: readonly LeftNote[];
}

/** What an adoption did. */
export interface AdoptionReport {
  /** Paths of the notes that are the items' now. */
  readonly adopted: readonly string[];
  /** Paths of the item's former notes, which were moved to the trash. */
  readonly replaced: readonly string[];
  /** Number of highlights that the next sync adds or completes. */
  readonly missing: number;
  readonly failures: readonly Failure[];
  readonly isCancelled: boolean;
}

/** The adoptions without a doubt, which are done by default. */
export const chosenByDefault = ({ adoptions }: AdoptionPlan): readonly Adoption[] =>
  adoptions.filter(({ doubt }) => doubt === null);

/** Adoptions of a certain item, even if they replace an untouched note. */
export const sureOf = ({ adoptions }: AdoptionPlan): readonly Adoption[] =>
  adoptions.filter(
    ({ doubt, certainty, origin }) =>
      doubt === null || (doubt.kind === 'replaces' && certainty !== 'uncertain' && origin !== 'by hand'),
  );

/** Marks adoptions that compete for the same item. */
export function withRivals(adoptions: readonly Adoption[]): readonly Adoption[] {
  const byItem = new Map<string, readonly string[]>();
  for (const { itemKey, path } of adoptions) byItem.set(itemKey, [...(byItem.get(itemKey) ?? []), path]);
  return adoptions.map((adoption) => {
    const paths = (byItem.get(adoption.itemKey) ?? []).filter((path) => path !== adoption.path);
    return paths.length === 0 ? adoption : { ...adoption, doubt: { kind: 'rivals', paths } };
  });
}

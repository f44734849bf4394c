import type { Certainty, Proof } from './find-item';
import type { Failure } from '../../model/report';
import type { NoteOrigin } from './recognise';

/** A note of another plugin that can become an item's. */
export interface Adoption {
  readonly path: string;
  readonly origin: NoteOrigin;
  readonly itemKey: string;
  readonly title: string;
  readonly author: string;
  readonly proof: Proof;
  readonly certainty: Certainty;
  /** How many highlights were found in the note and follow the service from now on. */
  readonly found: number;
  /** Of those, how many read differently: they stay as they are. */
  readonly edited: number;
  /** How many are in the note where they cannot be marked: they are left alone, and not added. */
  readonly unmarkable: number;
  /** How many the next sync adds, or brings a note to. */
  readonly missing: number;
  /** Why a person has to choose it. */
  readonly doubt: Doubt | null;
}

export type Doubt =
  /** Only its title fits, or little of the item is in it. */
  | { readonly kind: 'weak' }
  /** Other notes that are of the same item. */
  | { readonly kind: 'rivals'; readonly paths: readonly string[] }
  /** The item has a note of ours that the person has not written in: it would go to the trash. */
  | { readonly kind: 'replaces'; readonly path: string };

/** A note that is not touched, and why. */
export interface LeftNote {
  readonly path: string;
  readonly reason: LeftReason;
}

export type LeftReason =
  /** It names several items. */
  | 'several'
  /** No item of the library fits it. */
  | 'unknown'
  /** The settings leave its item out, or it is gone at the service. */
  | 'left out'
  /** The item has a note of ours that holds a person's words. */
  | 'has a note'
  /** The whole text of a document. */
  | 'full text'
  /** Nothing of it could be marked. */
  | 'unreadable'
  /** It is in a cloud alone, or closed to us, for now. */
  | 'closed';

/** What moving in would do. */
export interface AdoptionPlan {
  /** Notes that were looked at. */
  readonly looked: number;
  /** In path order. */
  readonly adoptions: readonly Adoption[];
  readonly left: readonly LeftNote[];
}

/** What moving in has done. */
export interface AdoptionReport {
  /** Paths of the notes that are the items' now. */
  readonly adopted: readonly string[];
  /** Of our own notes that were moved to the trash for that. */
  readonly replaced: readonly string[];
  /** The next sync adds so many highlights, or brings a note to them. */
  readonly missing: number;
  readonly failures: readonly Failure[];
  readonly isCancelled: boolean;
}

/** What is done by default: all adoptions without a doubt. */
export const chosenByDefault = ({ adoptions }: AdoptionPlan): readonly Adoption[] =>
  adoptions.filter(({ doubt }) => doubt === null);

/** Adoptions whose item is clear, also where they replace an untouched note of ours. */
export const sureOf = ({ adoptions }: AdoptionPlan): readonly Adoption[] =>
  adoptions.filter(
    ({ doubt, certainty, origin }) =>
      doubt === null || (doubt.kind === 'replaces' && certainty !== 'uncertain' && origin !== 'by hand'),
  );

/** Marks those of which there are several for one item. */
export function withRivals(adoptions: readonly Adoption[]): readonly Adoption[] {
  const byItem = new Map<string, readonly string[]>();
  for (const { itemKey, path } of adoptions) byItem.set(itemKey, [...(byItem.get(itemKey) ?? []), path]);
  return adoptions.map((adoption) => {
    const paths = (byItem.get(adoption.itemKey) ?? []).filter((path) => path !== adoption.path);
    return paths.length === 0 ? adoption : { ...adoption, doubt: { kind: 'rivals', paths } };
  });
}

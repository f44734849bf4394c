import type { NoteIds } from '../views/item-links';

/** What can be wrong with the notes of a library. */
export const FAULTS = [
  'conflict-copy',
  'second-note',
  'identity-lost',
  'id-malformed',
  'id-of-another',
  'trailer-lost',
  'trailer-damaged',
  'trailer-foreign',
  'trailer-doubled',
  'trailer-misplaced',
  'doubled',
  'anchor-twice',
  'anchor-unknown',
  'anchor-foreign',
  'block-missing',
  'note-missing',
  'item-unknown',
  'part-alone',
  'item-gone',
] as const;
export type Fault = (typeof FAULTS)[number];

/** A change of one note's text; what it does is in `edit-note.ts`. */
export type Edit =
  | { readonly edit: 'trailer-out' }
  | { readonly edit: 'trailer-last' }
  | { readonly edit: 'copies-off'; readonly anchors: readonly string[] }
  | { readonly edit: 'anchors-off'; readonly anchors: readonly string[] }
  /** The note remembers that these were deleted by the person. */
  | { readonly edit: 'blocks-stay-deleted'; readonly anchors: readonly string[] }
  /** The note forgets that it ever had them. */
  | { readonly edit: 'blocks-back'; readonly anchors: readonly string[] }
  | { readonly edit: 'property-off'; readonly name: string }
  | { readonly edit: 'identity-on'; readonly identity: NoteIds }
  | { readonly edit: 'marks-off' };

/** What is done about a fault. `path`: the note that it is done to. */
export type Repair =
  | { readonly kind: 'edit'; readonly path: string; readonly edit: Edit; readonly then: Follow }
  /** Only a note that nobody touched, or that says the same as `twin`, letter by letter. */
  | { readonly kind: 'trash'; readonly path: string; readonly twin: string | null; readonly then: Follow }
  /** The next sync writes it anew, with what the person has in it. */
  | { readonly kind: 'renew'; readonly path: string; readonly then: Follow }
  | { readonly kind: 'ask-again'; readonly path: string; readonly then: Follow };

/** What this device is to know afterwards. */
export interface Follow {
  /** The item whose notes the next sync looks at again. */
  readonly due: string | null;
  /** Where a note, by its key, is from now on; null: the person gave it up. */
  readonly place: { readonly noteKey: string; readonly path: string | null } | null;
}

export const NOTHING_FOLLOWS: Follow = { due: null, place: null };

export interface Finding {
  readonly fault: Fault;
  readonly path: string;
  /** Anchors, the name of a property, another note, a title: what exactly. */
  readonly about: readonly string[];
  /** What can be done, the proposal first. Nothing is always possible. */
  readonly repairs: readonly [Repair, ...Repair[]];
}

export interface LibraryCheck {
  readonly findings: readonly Finding[];
  /** Notes that were looked at. */
  readonly notes: number;
  /** Those of them that could not be read. */
  readonly unread: readonly string[];
  /** Whether this device knows the whole library: only then can it tell what is missing and what belongs to nothing. */
  readonly isComplete: boolean;
}

/** Faults whose proposal gives nothing up: it takes no note away and ends no note's sync. */
const HARMLESS: ReadonlySet<Fault> = new Set([
  'identity-lost',
  'id-malformed',
  'id-of-another',
  'trailer-lost',
  'trailer-damaged',
  'trailer-foreign',
  'trailer-doubled',
  'trailer-misplaced',
  'doubled',
  'anchor-twice',
  'anchor-unknown',
  'anchor-foreign',
  'block-missing',
]);

/** Whether it may be mended without a look at each of its kind. */
export const isHarmless = ({ fault }: Finding): boolean => HARMLESS.has(fault);

/** What became of one repair. */
export type RepairOutcome = 'done' | 'unchanged' | 'changed-meanwhile' | 'missing';

export interface RepairResult {
  readonly path: string;
  readonly outcome: RepairOutcome | 'failed';
  /** Why it failed, in words for a person. */
  readonly message: string;
}

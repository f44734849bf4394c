import type { FrontMatterMistake } from './problem';

/**
 * Why a note stays that no item needs any more: what its property `readwise-status` says, or, without one, that
 * it holds the person's words, or that undo brought it back on this device.
 */
export type KeptBecause = 'deleted' | 'left-out' | 'no-own-note' | 'joined' | 'edited' | 'undone';

/** What can be wrong with a note, in the order of the report. */
export const FAULTS = ['held', 'double', 'conflict', 'broken', 'stale', 'missing', 'orphan', 'kept'] as const;
export type Fault = (typeof FAULTS)[number];

/** What is broken in a note. */
export type Damage = 'git-conflict' | 'front-matter' | 'id' | 'trailer' | 'block-twice';

export interface Finding {
  readonly fault: Fault;
  /** Empty for an item that never had a note. */
  readonly path: string;
  /** Details: the other note, anchors, a passage, or the item's title or id. */
  readonly about: readonly string[];
  /** For `broken`. */
  readonly damage?: Damage;
  /** For `kept`. */
  readonly because?: KeptBecause;
  /** For `front-matter`: what is wrong, and in which line of the note. */
  readonly mistake?: { readonly line: number; readonly mistake: FrontMatterMistake };
}

export interface LibraryCheck {
  readonly findings: readonly Finding[];
  /** Number of notes examined. */
  readonly notes: number;
  /** Paths of notes that could not be read. */
  readonly unread: readonly string[];
  /** Whether this device knows the whole library; else missing notes and orphans cannot be found. */
  readonly isComplete: boolean;
}

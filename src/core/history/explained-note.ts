import type { ItemKind } from '../library/model';
import type { Rule } from '../rules/rule-schema';
import type { NoteIds } from '../views/item-links';
import type { NoteExplanation } from './explain-note';
import type { RunRecord } from './run-record';

/** What a person is told of a note of theirs. */
export interface ExplainedNote extends NoteExplanation {
  readonly path: string;
  /** Null where the device does not know it. */
  readonly item: { readonly title: string; readonly kind: ItemKind } | null;
  readonly identity: NoteIds;
  /** `choice`: as the settings or a rule name it. */
  readonly template: { readonly use: ItemKind | 'highlight' | 'fullText'; readonly choice: string } | null;
  /** The rule that counts for it. */
  readonly rule: Rule | null;
  /** Runs that the device remembers, by their numbers. */
  readonly runs: ReadonlyMap<number, RunRecord>;
}

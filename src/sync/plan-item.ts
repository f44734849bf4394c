import { marks } from '../core/template/built-in-templates';
import { assembleItem, hasUnpairedHighlights, type Assembled, type Scope } from '../core/library/item';
import type { Item } from '../core/library/model';
import { kindOf } from '../core/library/item-kind';
import { notePath, suffixedPath } from '../core/library/naming';
import { nameableItem, type PlaceItem } from '../core/library/note-name';
import { noteVersion, splitNote, type NoteVersion } from '../core/note/note';
import { planGone, planLive, type Action, type DeletionPolicy } from '../core/plan/plan';
import type { ItemRecord } from '../core/library/record';
import type { ReadYaml } from '../core/properties/yaml-entries';
import type { Vault } from '../ports';
import type { FindTemplate } from './load-templates';
import { identityOf, locateNote, type Located } from './locate-note';

export interface PlanContext {
  readonly vault: Vault;
  readonly templates: FindTemplate;
  readonly place: PlaceItem;
  readonly scope: Scope;
  readonly deletions: DeletionPolicy;
  readonly readYaml: ReadYaml;
}

export interface ItemToPlan {
  readonly record: ItemRecord;
  /** The record that the note was last made from; null when it is the same or not known. */
  readonly written: ItemRecord | null;
  /** Where its note was last seen; null when it never had one as far as this device knows. */
  readonly lastPath: string | null;
  /** Where a sync was about to move it, if that sync did not get to its end. */
  readonly movingTo: string | null;
  readonly rivals: readonly string[];
  /** Whether the person asked for what they deleted of it. */
  readonly removed: 'keep' | 'restore';
  readonly v2: V2Knowledge;
}

/** How far v2 is known: a v3 highlight that has no twin there may still get one. */
export type V2Knowledge =
  | { readonly kind: 'under way' }
  /** The pull is through; it began at this time of the service's, if the service tells the time. */
  | { readonly kind: 'complete'; readonly upTo: string | null };

export type ItemPlan =
  | {
      readonly kind: 'act';
      readonly action: Action;
      /** For a `create` whose path turns out to be taken. */
      readonly otherPath: string;
      readonly duplicates: readonly string[];
      /** Its note is not in the vault, and counts as deleted by the person. */
      readonly isMissing: boolean;
      /** It stays due: something was left out that the next sync will know. */
      readonly isProvisional: boolean;
    }
  /** Gone at the service: decided when both pulls are through, behind the guard. */
  | { readonly kind: 'gone'; readonly action: Action }
  /** Must not be written before the v2 pull is through: the anchor of a block would depend on the order of arrival. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'out-of-scope' };

/** Decides what is to be done with one item's note. Reads the vault, writes nothing. */
export async function planItem(context: PlanContext, item: ItemToPlan): Promise<ItemPlan> {
  const { record } = item;
  if (item.v2.kind === 'under way' && hasUnpairedHighlights(record)) return { kind: 'wait' };
  const assembled = assemble(record, context, item.v2);
  switch (assembled.kind) {
    case 'out-of-scope':
      return { kind: 'out-of-scope' };
    case 'gone': {
      const { note } = await locate(context, item, '');
      return { kind: 'gone', action: planGone({ key: record.key, note, policy: context.deletions, readYaml: context.readYaml, reason: assembled.reason }) };
    }
    case 'live':
      return planAssembled(context, item, assembled);
  }
}

async function planAssembled(context: PlanContext, item: ItemToPlan, assembled: Extract<Assembled, { kind: 'live' }>): Promise<ItemPlan> {
  const { record, written } = item;
  const named = nameableItem(record) ?? assembled.item;
  const kind = kindOf(named);
  const name = { key: record.key, ...context.place(named) };
  const path = notePath({ ...name, rivals: item.rivals });
  const { note, duplicates } = await locate(context, item, path);
  // Written elsewhere, or before the state was lost: what only the other pull brings must not leave the note and come back to it.
  if (item.v2.kind === 'under way' && note !== null && item.lastPath === null) return { kind: 'wait' };
  const versionOf = (of: Item): NoteVersion =>
    noteVersion({ item: of, rendered: context.templates(kind).render(of), anchors: note === null ? new Map() : anchorsInUse(note.text, of.highlights) });
  const action = planLive({
    version: versionOf(assembled.item),
    base: () => {
      const before = written === null ? null : assemble(written, context, item.v2);
      return before?.kind === 'live' ? versionOf(before.item) : null;
    },
    path,
    note,
    wasWritten: item.lastPath !== null,
    removed: item.removed,
    wasMovedBySync: isInterruptedMove(item, note?.path),
    gone: new Set([...assembled.gone, ...(note === null ? [] : doubledAnchors(note.text, assembled.item.highlights))]),
    deletedMark: marks.deletedHighlight,
    conflictMark: marks.conflict,
    readYaml: context.readYaml,
  });
  return { kind: 'act', action, otherPath: suffixedPath(name), duplicates, isMissing: note === null && action.kind === 'skip', isProvisional: assembled.isProvisional };
}

const assemble = (record: ItemRecord, { scope }: PlanContext, v2: V2Knowledge): Assembled => assembleItem(record, { scope, v2KnownUpTo: v2.kind === 'complete' ? v2.upTo : null });

const locate = ({ vault }: PlanContext, { record, lastPath }: ItemToPlan, expectedPath: string): Promise<Located> =>
  locateNote({ vault, identity: identityOf(record), lastPath, expectedPath });

/** Whether a note stands at either end of a move that a sync began and did not finish. */
const isInterruptedMove = ({ movingTo, lastPath }: ItemToPlan, path: string | undefined): boolean =>
  movingTo !== null && (path === movingTo || path === lastPath);

/** Highlights that the note knows by their other anchor keep it: anchors never change. */
function anchorsInUse(text: string, highlights: readonly { readonly anchor: string; readonly otherAnchor: string | null }[]): ReadonlyMap<string, string> {
  const blocks = splitNote(text).trailer?.blocks;
  if (blocks === undefined) return new Map();
  return new Map(
    highlights.flatMap(({ anchor, otherAnchor }) => (otherAnchor !== null && blocks.has(otherAnchor) && !blocks.has(anchor) ? [[anchor, otherAnchor] as const] : [])),
  );
}

/** Anchors of blocks that v3 alone told of, while another block, of the same highlight as v2 tells it, stands in the note already. */
function doubledAnchors(text: string, highlights: readonly { readonly anchor: string; readonly otherAnchor: string | null }[]): readonly string[] {
  const blocks = splitNote(text).trailer?.blocks;
  return highlights.flatMap(({ anchor, otherAnchor }) => (otherAnchor !== null && blocks?.has(anchor) === true && blocks.has(otherAnchor) ? [otherAnchor] : []));
}

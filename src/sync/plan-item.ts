import { marks } from '../core/built-in-templates';
import { assembleItem, hasUnpairedHighlights, type Scope } from '../core/item';
import { noteFolder, notePath, suffixedPath } from '../core/naming';
import { noteNameOf } from '../core/note-name';
import { noteVersion, splitNote } from '../core/note';
import { planGone, planLive, type Action } from '../core/plan';
import type { ItemRecord } from '../core/record';
import type { Vault } from '../ports';
import type { FindTemplate } from './load-templates';
import { identityOf, locateNote } from './locate-note';

export interface PlanContext {
  readonly vault: Vault;
  readonly templates: FindTemplate;
  readonly folder: string;
  readonly scope: Scope;
}

export interface ItemToPlan {
  readonly record: ItemRecord;
  /** Where its note was last seen; null when it never had one as far as this device knows. */
  readonly lastPath: string | null;
  /** Where a sync was about to move it, if that sync did not get to its end. */
  readonly movingTo: string | null;
  readonly rivals: readonly string[];
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
  const assembled = assembleItem(record, { scope: context.scope, v2KnownUpTo: item.v2.kind === 'complete' ? item.v2.upTo : null });
  const located = (expectedPath: string) => locateNote({ vault: context.vault, identity: identityOf(record), lastPath: item.lastPath, expectedPath });
  switch (assembled.kind) {
    case 'out-of-scope':
      return { kind: 'out-of-scope' };
    case 'gone': {
      const { note } = await located('');
      return { kind: 'gone', action: planGone({ note, reason: assembled.reason }) };
    }
    case 'live': {
      const { kind, title } = noteNameOf(record);
      const name = { key: record.key, title, folder: noteFolder(context.folder, kind) };
      const path = notePath({ ...name, rivals: item.rivals });
      const { note, duplicates } = await located(path);
      const rendered = context.templates(kind).render(assembled.item);
      const version = noteVersion({ item: assembled.item, rendered, anchors: note === null ? new Map() : anchorsInUse(note.text, assembled.item.highlights) });
      const action = planLive({ version, path, note, wasWritten: item.lastPath !== null, wasMovedBySync: isInterruptedMove(item, note?.path), gone: assembled.gone, deletedMark: marks.deletedHighlight });
      return { kind: 'act', action, otherPath: suffixedPath(name), duplicates, isProvisional: assembled.isProvisional };
    }
  }
}

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

import { type Settings, type RemoteImages, archiveFolderOf } from '../../model/settings';
import type { Decide } from '../../notes/layout/decision';
import type { LayOut } from '../../notes/layout/layout';
import type { Scope } from '../../model/item';
import type { ItemRecord } from '../../model/record';
import type { Action, DeletionPolicy } from './plan';
import type { Pace } from '../../model/pace';
import type { StateChange, Vault, StateStore } from '../../model/ports';
import { AttachmentCache } from '../attachments/attachment-cache';
import type { FindTemplate } from '../templates/load-templates';
import { NotePaths, type IsOthers } from './locate-note';
import type { NotePlace, StoredText } from '../../store/stored';
import { storedTextOf } from '../pull/full-texts';
import type { AttachmentHost } from '../context/sync-options';
import type { Rendering } from '../templates/prepare-rendering';

export interface PlanContext {
  readonly vault: Vault;
  readonly templates: FindTemplate;
  readonly decide: Decide;
  readonly layOut: LayOut;
  readonly scope: Scope;
  readonly deletions: DeletionPolicy;
  /** What becomes of the notes of items that are no longer in scope. */
  readonly outOfScope: Settings['outOfScope'];
  /** The full text of a document, where it is here. */
  readonly textOf: (documentId: string) => Promise<StoredText | null>;
  readonly remoteImages?: RemoteImages;
  /** None where nothing from the web is kept in the vault. */
  readonly cache?: AttachmentCache | null;
  readonly paths: NotePaths;
  /** Everything is written anew: what no news of the service made due, the settings did. */
  readonly isAnew?: boolean;
  /** Lets others have their turn while an item is planned that has hundreds of highlights. */
  readonly pace?: Pace;
}

export interface ItemToPlan {
  readonly record: ItemRecord;
  /** The record that its notes were last made from; null when it is the same or not known. */
  readonly written: ItemRecord | null;
  /** Where its notes were last seen, as far as this device knows, by their keys. */
  readonly places: ReadonlyMap<string, NotePlace>;
  /** Whether the person asked for what they deleted of it. */
  readonly removed: 'keep' | 'restore';
  readonly v2: V2Knowledge;
  readonly isOthers?: IsOthers | undefined;
}

/** How far v2 is known: a v3 highlight that has no twin there may still get one. */
export type V2Knowledge =
  | { readonly kind: 'under way' }
  /** The pull is through; it began at this time of the service's, if the service tells the time. */
  | { readonly kind: 'complete'; readonly upTo: string | null };

export type NotePlan =
  | {
      readonly kind: 'act';
      readonly noteKey: string;
      readonly action: Action;
      /** The path with the item's id in it, where the plain one turns out to be taken. */
      readonly pathWithId: string;
      readonly duplicates: readonly string[];
      /** A second note that is to go, unless it holds anything of a person's. */
      readonly replaces?: string | undefined;
      /** Its note is not in the vault, and counts as deleted by the person. */
      readonly isMissing: boolean;
    }
  /** Gone at the service, or wanted no longer: decided when both pulls are through, behind the guard. */
  | { readonly kind: 'gone'; readonly noteKey: string; readonly action: Action };

export interface LeftOutNote {
  readonly noteKey: string;
  /** As it is to be remembered. */
  readonly place: NotePlace;
}

/** What is to be done with all notes of an item. */
export type ItemPlan =
  | {
      readonly kind: 'notes';
      readonly notes: readonly NotePlan[];
      /** It stays due: something was left out that the next sync will know. */
      readonly isProvisional: boolean;
      /** The document whose full text is to be fetched. */
      readonly wantsText: string | null;
      /** Marks of the attachments that are to be fetched for it. */
      readonly wantsFiles?: readonly StateChange[];
      /**
       * Notes that stay where they are until a person has said what becomes of them, and of which nobody has
       * been told yet.
       */
      readonly leftOut?: readonly LeftOutNote[];
    }
  /**
   * Must not be written before the v2 pull is through: the anchor of a block would depend on the order of
   * arrival.
   */
  | { readonly kind: 'wait' };

export interface PlanContextParts {
  readonly deps: {
    readonly vault: Vault;
    readonly state: StateStore;
    readonly attachments?: AttachmentHost | undefined;
  };
  readonly options: { readonly settings: Settings };
  readonly rendering: Rendering;
  /** Of this run, where there is one already. */
  readonly cache?: AttachmentCache | null;
}

/** What the planning of items goes by. */
export function planContextOf({
  deps,
  options,
  rendering,
  cache = AttachmentCache.of(deps, options.settings),
}: PlanContextParts): PlanContext {
  const { vault, state } = deps;
  const { settings } = options;
  const deletions = { ...settings.deletions, archiveFolder: archiveFolderOf(settings) };
  return {
    cache,
    vault,
    templates: rendering.templates,
    decide: rendering.decide,
    layOut: rendering.layOut,
    scope: settings.scope,
    deletions,
    outOfScope: settings.outOfScope,
    remoteImages: settings.remoteImages,
    isAnew: rendering.changed,
    textOf: (documentId) => storedTextOf(state, documentId),
    paths: new NotePaths(vault),
  };
}

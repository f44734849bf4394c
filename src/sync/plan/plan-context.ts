import { type Settings, type RemoteImages, archiveFolderOf, textFolderOf } from '../../model/settings';
import type { Decide } from '../../notes/layout/decision';
import type { LayoutSettings } from '../../notes/layout/layout';
import type { Scope } from '../../model/item';
import type { DocumentHighlight } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import type { Action, DeletionPolicy } from './plan';
import type { Pace } from '../../model/pace';
import type { NoteIdentity, Vault, StateStore } from '../../model/ports';
import { AttachmentCache } from '../attachments/attachment-cache';
import type { WantedFile } from '../attachments/attachments-of-item';
import type { FindTemplate } from '../templates/load-templates';
import { NotePaths, type IsOtherItems } from './locate-note';
import type { Absence, NotePlace, StoredText } from '../../store/stored';
import { storedTextOf, type TextNeed } from '../pull/full-texts';
import type { Endpoint } from '../pull/pull';
import type { AttachmentHost } from '../context/sync-options';
import type { Rendering } from '../templates/prepare-rendering';

export interface PlanContext extends LayoutSettings {
  readonly vault: Vault;
  readonly templates: FindTemplate;
  readonly decide: Decide;
  readonly scope: Scope;
  readonly deletions: DeletionPolicy;
  /** What happens to notes that the settings leave out. */
  readonly outOfScope: Settings['outOfScope'];
  /** The full text of a document, if it was fetched. */
  readonly textOf: (documentId: string) => Promise<StoredText | null>;
  readonly remoteImages: RemoteImages;
  /** Null when attachments are off. */
  readonly cache?: AttachmentCache | null;
  readonly paths: NotePaths;
  /** The style of new notes, if they get one of their own. */
  readonly newStyle?: string;
  /** Yields to the app while an item with hundreds of highlights is planned. */
  readonly pace?: Pace;
}

export interface ItemToPlan {
  readonly record: ItemRecord;
  /** The record that the notes were last made from; null when it is the same or unknown. */
  readonly written: ItemRecord | null;
  /** As in `DueItem`. */
  readonly isAnew: boolean;
  /** Where the notes were last seen by this device, by key. */
  readonly places: ReadonlyMap<string, NotePlace>;
  /** Whether the user asked to restore deleted notes and highlights. */
  readonly removed: 'keep' | 'restore';
  /** Where the user wants a note of the item to go if it is no longer synced; null: the settings say. */
  readonly leavingTo?: (noteKey: string) => 'trash' | 'archive' | null;
  /** Whether the user wants a note to stay that would leave its place. */
  readonly isKept?: (noteKey: string) => boolean;
  readonly v2: V2Knowledge;
  readonly isOtherItems?: IsOtherItems | undefined;
}

/** How complete v2 is: an unmatched v3 highlight may still get a match there. */
export type V2Knowledge = (
  | { readonly kind: 'under way' }
  /** The pull is complete; it began at this time of the service, if known. */
  | { readonly kind: 'complete'; readonly upTo: string | null; readonly isV3Complete?: boolean }
) & {
  /** Endpoints that this device has never pulled to the end, so that items may be incomplete. */
  readonly neverPulled?: readonly Endpoint[];
};

/** A planned action on one note. */
export type NotePlan = LiveNote | GoneNote;

export interface LiveNote {
  readonly kind: 'act';
  readonly noteKey: string;
  readonly identity: NoteIdentity;
  readonly action: Action;
  /** The text of the note that was found. */
  readonly text?: string | undefined;
  readonly duplicates: readonly string[];
  /** A duplicate to trash unless the user edited it. */
  readonly replaces?: string | undefined;
  /** Why the note is missing and not created; null for any other note. */
  readonly absence: Absence | null;
}

/** Deleted at the service, or no longer wanted: applied after both pulls, behind the guard. */
export interface GoneNote {
  readonly kind: 'gone';
  readonly noteKey: string;
  readonly identity: NoteIdentity;
  readonly action: Action;
  /** Where this device last saw it; null for a note that only another device knows. */
  readonly place: NotePlace | null;
}

export interface LeftOutNote {
  readonly noteKey: string;
  /** The place to store. */
  readonly place: NotePlace;
}

/** The plan for all notes of an item. */
export type ItemPlan =
  | {
      readonly kind: 'notes';
      readonly notes: readonly NotePlan[];
      /** The item stays due: the next sync will know more. */
      readonly isProvisional: boolean;
      /** The full text that has to be fetched. */
      readonly wantsText: TextNeed | null;
      /** Attachments to fetch. */
      readonly wantsFiles?: readonly WantedFile[];
      /** Notes that the settings leave out, about which the user must decide and was not asked yet. */
      readonly leftOut?: readonly LeftOutNote[];
      /** Highlights whose document the service does not list. */
      readonly parentless?: readonly DocumentHighlight[];
    }
  /** Must wait for the v2 pull: otherwise anchors would depend on the order of arrival. */
  | { readonly kind: 'wait' };

export interface PlanContextParts {
  readonly deps: {
    readonly vault: Vault;
    readonly state: StateStore;
    readonly attachments?: AttachmentHost | undefined;
  };
  readonly options: { readonly settings: Settings };
  readonly rendering: Rendering;
  /** The cache of this run, if there is one. */
  readonly cache?: AttachmentCache | null;
}

export function planContextOf({
  deps,
  options,
  rendering,
  cache = AttachmentCache.of(deps, options.settings),
}: PlanContextParts): PlanContext {
  const { vault, state } = deps;
  const { settings } = options;
  return {
    cache,
    vault,
    templates: rendering.templates,
    decide: rendering.decide,
    textFolder: textFolderOf(settings),
    unwrapText: settings.unwrapText,
    scope: settings.scope,
    deletions: { ...settings.deletions, archiveFolder: archiveFolderOf(settings) },
    outOfScope: settings.outOfScope,
    remoteImages: settings.remoteImages,
    textOf: (documentId) => storedTextOf(state, documentId),
    paths: new NotePaths(vault),
  };
}

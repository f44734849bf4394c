import type { Scope } from '../../model/item';
import type { ItemRecord } from '../../model/record';
import type { Failure } from '../../model/report';
import type { ItemFacts } from '../../notes/rules/item-facts';
import type { Settings } from '../../model/settings';
import type { PreviewSource } from '../preview/preview-rows';

/** An item that is to have a note, as rules see it. */
export interface LibraryEntry {
  readonly key: string;
  readonly facts: ItemFacts;
}

export interface PreviewedNote {
  readonly path: string;
  /** Without the trailer. */
  readonly text: string;
}

/** What a sync would make of an item that has no note yet. */
export interface ItemPreview {
  /** None: it is left out. Null: there would be no sync. */
  readonly notes: readonly PreviewedNote[] | null;
  /** What is wrong with templates, of this item or of others, and with names. */
  readonly failures: readonly Failure[];
}

/** What the settings ask of the engine. Nothing writes anything but what is applied of the changes. */
export interface SettingsEngine {
  /** Tells every item in scope that this device holds, without blocking the app; rejects when it is aborted. */
  readLibrary(options: {
    readonly scope: Scope;
    readonly signal: AbortSignal;
    readonly take: (entry: LibraryEntry) => void;
  }): Promise<void>;
  record(itemKey: string): Promise<ItemRecord | null>;
  preview(record: ItemRecord, settings: Settings): Promise<ItemPreview>;
  /** What it would be to write every note again, as the settings now are. */
  changes(): PreviewSource;
}

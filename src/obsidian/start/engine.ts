import type { LibraryCounts } from '../../model/overview';
import type { ItemRecord } from '../../model/record';
import type { SyncReport } from '../../model/report';
import type { SettingsEngine } from '../settings/engine';

/** What is asked of the engine when a person sets the plugin up. */
export interface StartEngine extends Pick<SettingsEngine, 'preview'> {
  /** Whether this device holds nothing of any library yet. */
  isNew(): Promise<boolean>;
  /** How much the service has; rejects when it cannot be asked. */
  countLibrary(): Promise<LibraryCounts>;
  /** An item to show styles with. */
  sampleItem(): ItemRecord;
  writeSample(folder: string): Promise<SyncReport>;
  /** `kept`: paths of notes that a person wrote in. */
  removeSample(): Promise<{ readonly trashed: number; readonly kept: readonly string[] }>;
}

import type { SyncReport } from '../../model/report';
import { parseSettings, type Settings } from '../../model/settings';
import { itemChanges } from '../../store/item-records';
import { keys } from '../../store/keys';
import { OverlayStateStore } from '../../store/state-stores';
import { renderNotes, type RenderDependencies } from '../../sync/write/render-notes';
import { sampleRecords } from './sample-records';

export type SampleDependencies = Omit<RenderDependencies, 'state' | 'attachments'>;

export interface SampleOptions {
  readonly folder: string;
  /** The person's own: notes look as theirs would. */
  readonly templates: Settings['templates'];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the sample library into a folder of its own, by the same way as any note, over a state that is gone after it. Asks nobody
 * anything. Written a second time it changes nothing.
 */
export async function writeSample(
  deps: SampleDependencies,
  { folder, templates, signal }: SampleOptions,
): Promise<SyncReport> {
  const parsed = parseSettings({ folder, templates });
  if (!parsed.ok)
    throw new Error(`The sample library has no settings to go by: ${parsed.problems.join('; ')}`);
  const state = new OverlayStateStore();
  const upTo = new Date(0).toISOString();
  await state.commit([
    { put: keys.watermark('highlights'), value: upTo },
    ...sampleRecords().flatMap((record) => itemChanges(null, record)),
  ]);
  return renderNotes({ ...deps, state }, { settings: parsed.settings, dryRun: false, signal });
}

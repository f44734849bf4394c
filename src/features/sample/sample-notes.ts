import type { Vault } from '../../model/ports';
import type { SyncReport } from '../../model/report';
import { parseSettings, type Settings } from '../../model/settings';
import { isSample } from '../../model/record';
import { trashUntouched } from '../../sync/write/apply';
import { withoutMarks } from '../unmark/without-marks';
import { keys } from '../../store/keys';
import type { PullState } from '../../store/stored';
import { OverlayStateStore } from '../../store/state-stores';
import { renderNotes, type RenderDependencies } from '../../sync/render-notes';
import { sampleRecords } from './sample-records';

export type SampleDependencies = Omit<RenderDependencies, 'state' | 'attachments'>;

export interface SampleOptions {
  readonly folder: string;
  /** The user's own templates, so that the samples look like their notes. */
  readonly templates: Settings['templates'];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the sample library into its own folder, with a temporary state and without requests. Running it
 * again changes nothing.
 */
export async function writeSample(
  deps: SampleDependencies,
  { folder, templates, signal }: SampleOptions,
): Promise<SyncReport> {
  const parsed = parseSettings({ folder, templates });
  if (!parsed.ok)
    throw new Error(`The settings of the sample library are not valid: ${parsed.problems.join('; ')}`);
  const state = new OverlayStateStore();
  const pulled: PullState = { watermark: new Date(0).toISOString() };
  await state.commit([
    { put: keys.pull('highlights'), value: pulled },
    ...sampleRecords().map((record) => ({ put: keys.item(record.key), value: record })),
  ]);
  return renderNotes({ ...deps, state }, { settings: parsed.settings, dryRun: false, signal });
}

export interface SampleRemoval {
  readonly trashed: number;
  /** Notes that the user wrote in; they stay as plain notes. */
  readonly kept: readonly string[];
}

/** Moves sample notes to the trash, wherever they are. A note that the user wrote in becomes a plain note. */
export async function removeSample({ vault }: { readonly vault: Vault }): Promise<SampleRemoval> {
  let trashed = 0;
  const kept: string[] = [];
  for (const { path } of (await vault.survey()).filter(isSample)) {
    const result = await trashUntouched(vault, path);
    if (result === 'trashed') trashed += 1;
    if (result !== 'written-in') continue;
    // Anchors stay, because the user may have linked to them.
    await vault.update(path, (current) => withoutMarks(current, { keepsAnchor: () => true }));
    kept.push(path);
  }
  return { trashed, kept: kept.sort() };
}

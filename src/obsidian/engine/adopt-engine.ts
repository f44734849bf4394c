import type { Adoption, AdoptionPlan, AdoptionReport } from '../../features/adopt/adoption';
import { OFFICIAL_DATA, officialMemory, type KnownId } from '../../features/adopt/find-item';
import type { SyncReport } from '../../model/report';
import type { AdoptEngine, AdoptWork } from '../adopt/adopt-modal';
import type { Progress } from '../../model/progress';
import { applyAdoption } from '../../features/adopt/apply-adoption';
import { hasLibrary, planAdoption } from '../../features/adopt/plan-adoption';
import { runSync } from '../../sync/run-sync';
import type { EngineContext } from './engine-context';

/** Moving in on the app's adapters. */
export class PluginAdoption implements AdoptEngine {
  constructor(private readonly options: EngineContext) {}

  hasLibrary = (): Promise<boolean> => this.options.withBoth(hasLibrary);

  fetchLibrary = async (signal: AbortSignal, received: (count: number) => void): Promise<SyncReport> => {
    const { ready, host, settings, token, withBoth } = this.options;
    await ready(signal);
    const counts = { highlights: 0, documents: 0 };
    const progress = (step: Progress): void => {
      if (step.step !== 'pulling') return;
      counts[step.endpoint] = step.received;
      received(counts.highlights + counts.documents);
    };
    return withBoth((both) =>
      runSync(
        { ...host, ...both, reporter: { progress } },
        { settings: settings(), token: token(), full: false, dryRun: true, maxDelete: null, signal },
      ),
    );
  };

  plan = async (folder: string, work: AdoptWork): Promise<AdoptionPlan> => {
    const { app, ready, host, settings, withBoth } = this.options;
    await ready(work.signal);
    const known = await this.known();
    const paths = app.vault
      .getMarkdownFiles()
      .map(({ path }) => path)
      .filter((path) => folder === '/' || path.startsWith(`${folder}/`))
      .sort();
    return withBoth((both) =>
      planAdoption({ ...host, ...both }, { settings: settings(), paths, known, ...work }),
    );
  };

  apply = (chosen: readonly Adoption[], work: AdoptWork): Promise<AdoptionReport> => {
    const { host, settings, withBoth } = this.options;
    return withBoth((both) => applyAdoption({ ...host, ...both }, { settings: settings(), chosen, ...work }));
  };

  /** What the official plugin remembers of its notes, where it is or was. */
  private async known(): Promise<ReadonlyMap<string, KnownId>> {
    const { adapter, configDir } = this.options.app.vault;
    const path = `${configDir}/plugins/${OFFICIAL_DATA}`;
    return (await adapter.exists(path)) ? officialMemory(await adapter.read(path)) : new Map();
  }
}

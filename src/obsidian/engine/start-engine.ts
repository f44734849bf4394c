import type { LibraryCounts } from '../../model/overview';
import type { ItemRecord } from '../../model/record';
import type { SyncReport } from '../../model/report';
import type { StartEngine } from '../start/engine';
import { ReadwiseClient } from '../../readwise/client';
import { hasLibrary } from '../../features/adopt/plan-adoption';
import { countLibrary } from '../../sync/library-overview';
import { removeSample, writeSample, type SampleRemoval } from '../../features/sample/sample-notes';
import { sampleRecords } from '../../features/sample/sample-records';
import type { EngineContext } from './engine-context';

export interface StartQuestionsOptions extends EngineContext {
  readonly preview: StartEngine['preview'];
}

/** What setting up asks of the engine, on the app's adapters. */
export class StartQuestions implements StartEngine {
  readonly preview: StartEngine['preview'];

  constructor(private readonly options: StartQuestionsOptions) {
    this.preview = options.preview;
  }

  isNew(): Promise<boolean> {
    return this.options.withState(async (state) => !(await hasLibrary({ state })));
  }

  countLibrary(): Promise<LibraryCounts> {
    const { host, settings, token } = this.options;
    return countLibrary(new ReadwiseClient({ ...host, baseUrl: settings().baseUrl, token: token() }));
  }

  sampleItem(): ItemRecord {
    const [first] = sampleRecords();
    if (first === undefined) throw new Error('The sample library is empty');
    return first;
  }

  async writeSample(folder: string): Promise<SyncReport> {
    const { ready, host, settings, withVault } = this.options;
    await ready(new AbortController().signal);
    return withVault((vault) =>
      writeSample(
        { ...host, vault, reporter: { progress: () => undefined } },
        { folder, templates: settings().templates },
      ),
    );
  }

  async removeSample(): Promise<SampleRemoval> {
    const { ready, withVault } = this.options;
    await ready(new AbortController().signal);
    return withVault((vault) => removeSample({ vault }));
  }
}

import { programFile } from './build-programs';
import type { EngineResult, EngineTask } from './programs/engine';
import type { FloorNote, FloorResult, FloorTask, FloorWork } from './programs/floor';
import type { IdealTask } from './programs/ideal';
import type { ProcessCost } from './programs/process-cost';
import type { PacedResult, PacedTask } from './programs/paced-engine';
import { readProfile, type HotSpot } from './profile';
import { runProgram } from './run-program';
import { startService, type Service, type Size } from './service';
import { notesOf, type Place, type Workspace } from './workspace';

/** The same work, done by the engine and by the floor, one after the other. */
export interface Pair {
  readonly engine: EngineResult;
  readonly floor: FloorResult;
}

export interface FirstPair extends Pair {
  /** The same work with a replica and flushed notes. */
  readonly ideal: ProcessCost;
}

export interface ChangedPair extends Pair {
  /** Notes that had to change. */
  readonly affected: number;
  /** The sync right after it. */
  readonly next: EngineResult;
}

export interface LibraryMeasures {
  readonly size: Size;
  readonly first: readonly FirstPair[];
  /** A first sync whose second pages are late. */
  readonly slowLine: EngineResult;
  readonly quiet: readonly EngineResult[];
  readonly changed: readonly ChangedPair[];
  /** Syncs of one changed highlight. */
  readonly one: readonly EngineResult[];
  readonly paced: PacedResult;
  /** All notes written again from the replica in another style. */
  readonly rendered: readonly Pair[];
  /** A sync with nothing new that fetches the next full texts into files of their own. */
  readonly texts: readonly Pair[];
  readonly hotSpots: Readonly<Record<'first' | 'quiet' | 'changed', readonly HotSpot[]>>;
}

export interface MeasureOptions {
  readonly root: string;
  readonly workspace: Workspace;
  readonly size: Size;
  readonly runs: number;
  /** Told what is being measured. */
  readonly say: (what: string) => void;
}

export const LATENCY_MS = 300;

const FULL_TEXTS = { fullText: { place: 'file' } };

interface EngineOptions extends Partial<Pick<EngineTask, 'secondPageMs' | 'work' | 'settings'>> {
  readonly nodeOptions?: readonly string[];
}

/** Everything that is measured with one library. Each run is a process of its own, and so is the service. */
export async function measureLibrary(options: MeasureOptions): Promise<LibraryMeasures> {
  const service = await startService(options.root, options.size);
  try {
    return await new LibraryBench(options, service).measure();
  } finally {
    await service.stop();
  }
}

class LibraryBench {
  constructor(
    private readonly options: MeasureOptions,
    private readonly service: Service,
  ) {}

  async measure(): Promise<LibraryMeasures> {
    const { size, workspace } = this.options;
    const place = workspace.newPlace();
    const first = await this.repeat('first sync', (run) =>
      this.firstSync(run === 0 ? place : workspace.newPlace()),
    );
    const slowLine = await this.engine(workspace.newPlace(), { secondPageMs: LATENCY_MS });
    // What follows the first sync once (calibrating, and the like) is not what every quiet sync does.
    await this.engine(place);
    const quiet = await this.repeat('nothing new', () => this.engine(place));
    const changed = await this.repeat('1 % changed', () => this.changedSync(place));
    const one = await this.repeat('one highlight changed', async () => {
      await this.service.do('change one');
      return this.engine(place);
    });
    this.say('under the limits of the service');
    const paced = await this.run<PacedResult>('paced-engine', {
      ...this.address(),
      latencyMs: LATENCY_MS,
    } satisfies PacedTask);
    const hotSpots = await this.profile(place);
    const rendered = await this.repeat('all rendered again', (run) =>
      this.renderAgain(place, run % 2 === 0 ? 'minimal' : 'classic'),
    );
    // What the change of settings makes due is written first.
    await this.engine(place, { settings: FULL_TEXTS });
    const texts = await this.repeat('full texts', () => this.moreTexts(place));
    return { size, first, slowLine, quiet, changed, one, paced, rendered, texts, hotSpots };
  }

  private async firstSync(place: Place): Promise<FirstPair> {
    const { workspace } = this.options;
    const engine = await this.engine(place);
    const notes = notesOf(place);
    const floor = await this.floor(notes, { kind: 'pages', updatedAfter: null });
    const ideal = await this.run<ProcessCost>('ideal', {
      ...this.address(),
      ...workspace.newPlace(),
      notesFile: workspace.fileOf(notes),
    } satisfies IdealTask);
    return { engine, floor, ideal };
  }

  private async renderAgain(place: Place, style: string): Promise<Pair> {
    const templates = Object.fromEntries(
      ['book', 'article', 'tweet', 'podcast', 'video'].map((kind) => [kind, `built-in:${style}`]),
    );
    const engine = await this.engine(place, { work: 'render', settings: { templates } });
    return { engine, floor: await this.floor(notesOf(place), { kind: 'rewrite' }) };
  }

  private async moreTexts(place: Place): Promise<Pair> {
    const began = Date.now();
    const engine = await this.engine(place, { settings: FULL_TEXTS });
    return { engine, floor: await this.floor(notesOf(place, began), { kind: 'texts' }) };
  }

  private async changedSync(place: Place): Promise<ChangedPair> {
    const { after, notes } = await this.service.do('change a hundredth');
    const began = Date.now();
    const engine = await this.engine(place);
    const next = await this.engine(place);
    const floor = await this.floor(notesOf(place, began), { kind: 'pages', updatedAfter: after });
    return { engine, next, affected: notes, floor };
  }

  private async profile(place: Place): Promise<LibraryMeasures['hotSpots']> {
    this.say('where the time goes');
    const profiled = async (target: Place): Promise<readonly HotSpot[]> => {
      const folder = this.options.workspace.newFolder();
      await this.engine(target, { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`] });
      return readProfile(folder, programFile(this.options.root, 'engine'));
    };
    const first = await profiled(this.options.workspace.newPlace());
    await this.service.do('pass');
    const quiet = await profiled(place);
    await this.service.do('change a hundredth');
    return { first, quiet, changed: await profiled(place) };
  }

  private async engine(
    place: Place,
    { nodeOptions = [], ...given }: EngineOptions = {},
  ): Promise<EngineResult> {
    const task: EngineTask = {
      ...this.address(),
      ...place,
      secondPageMs: 0,
      work: 'sync',
      settings: {},
      ...given,
    };
    const result = await this.run<EngineResult>('engine', task, nodeOptions);
    if (result.report.outcome !== 'done')
      throw new Error(`A measured sync did not end well: ${JSON.stringify(result.report)}`);
    return result;
  }

  private floor(notes: readonly FloorNote[], work: FloorWork): Promise<FloorResult> {
    const { workspace } = this.options;
    const task: FloorTask = {
      ...this.address(),
      vault: workspace.newPlace().vault,
      notesFile: workspace.fileOf(notes),
      work,
    };
    return this.run<FloorResult>('floor', task);
  }

  private run<Result>(
    program: Parameters<typeof programFile>[1],
    task: object,
    nodeOptions: readonly string[] = [],
  ): Promise<Result> {
    return runProgram<Result>(programFile(this.options.root, program), task, nodeOptions);
  }

  private address(): { readonly baseUrl: string; readonly token: string } {
    return { baseUrl: this.service.baseUrl, token: this.service.token };
  }

  private async repeat<Result>(
    what: string,
    once: (run: number) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (let run = 0; run < this.options.runs; run += 1) {
      this.say(`${what}, run ${String(run + 1)}`);
      results.push(await once(run));
    }
    return results;
  }

  private say(what: string): void {
    this.options.say(`${this.options.size}: ${what}`);
  }
}

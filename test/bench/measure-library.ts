import { programFile, type Program } from './build-programs';
import { startEngine } from './engine-process';
import type { EngineResult, EngineWork } from './programs/engine';
import type { FloorNote, FloorResult, FloorTask, FloorWork } from './programs/floor';
import type { IdealResult, IdealTask } from './programs/ideal';
import type { ServiceCommand } from './programs/service';
import { runProgram } from './run-program';
import { startService, type Service, type Size } from './service';
import { inStyle } from './styles';
import { notesOf, type Place, type Workspace } from './workspace';

/** The same work, done by the engine and by the floor, one after the other. */
export interface Pair {
  readonly engine: EngineResult;
  readonly floor: FloorResult;
}

export interface FirstPair extends Pair {
  /** The same work with a replica and flushed notes. */
  readonly ideal: IdealResult;
}

export interface ChangedPair extends Pair {
  /** Notes that had to change. */
  readonly affected: number;
}

export interface LibraryMeasures extends SmallSyncs {
  readonly size: Size;
  /** In a new process. */
  readonly first: readonly FirstPair[];
  /** All notes written again from the replica in another style, in a new process. */
  readonly rendered: readonly Pair[];
}

/** Syncs in a process that has synced changes before, as in the app. */
interface SmallSyncs {
  readonly quiet: readonly EngineResult[];
  readonly one: readonly EngineResult[];
  /** A hundredth. */
  readonly changed: readonly ChangedPair[];
}

export interface MeasureOptions {
  readonly root: string;
  readonly workspace: Workspace;
  readonly size: Size;
  readonly runs: number;
  /** Told what is being measured. */
  readonly say: (what: string) => void;
}

/** After so many, the code of a small sync is compiled. */
const SYNCS_BEFORE = 4;

/** Everything that is measured with one library. The service is a process of its own. */
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
      run === 0 ? this.firstSync(place) : this.inNewPlace((other) => this.firstSync(other)),
    );
    const small = await this.smallSyncs(place);
    const rendered = await this.repeat('all rendered again', (run) =>
      this.renderAgain(place, run % 2 === 0 ? 'outline' : 'classic'),
    );
    return { size, first, ...small, rendered };
  }

  private async firstSync(place: Place): Promise<FirstPair> {
    const { workspace } = this.options;
    const engine = await this.once(place, 'sync');
    const notes = notesOf(place);
    const floor = await this.floor(notes, { kind: 'pages', updatedAfter: null });
    const ideal = await this.inNewPlace((other) =>
      this.run<IdealResult>('ideal', {
        ...this.address(),
        ...other,
        notesFile: workspace.fileOf(notes),
      } satisfies IdealTask),
    );
    return { engine, floor, ideal };
  }

  private async smallSyncs(place: Place): Promise<SmallSyncs> {
    const engine = startEngine(this.options.root, { ...this.address(), ...place, settings: {} });
    const syncAfter = async (command: ServiceCommand): Promise<EngineResult> => {
      await this.service.do(command);
      return engine.do('sync');
    };
    const quiet: EngineResult[] = [];
    const one: EngineResult[] = [];
    const changed: ChangedPair[] = [];
    try {
      for (let sync = 0; sync < SYNCS_BEFORE; sync += 1) await syncAfter('change one');
      await this.repeat('small syncs', async () => {
        // What was changed just before a sync comes again until a later change moves the watermark.
        await syncAfter('change one');
        one.push(await syncAfter('change one'));
        quiet.push(await syncAfter('pass'));
        const { after, notes } = await this.service.do('change a hundredth');
        const began = Date.now();
        const result = await engine.do('sync');
        const floor = await this.floor(notesOf(place, began), { kind: 'pages', updatedAfter: after });
        changed.push({ engine: result, floor, affected: notes });
      });
    } finally {
      await engine.stop();
    }
    return { quiet, one, changed };
  }

  private async renderAgain(place: Place, style: string): Promise<Pair> {
    const engine = await this.once(place, 'render', inStyle(style));
    return { engine, floor: await this.floor(notesOf(place), { kind: 'rewrite' }) };
  }

  /** In a new process. */
  private async once(place: Place, work: EngineWork, settings = {}): Promise<EngineResult> {
    const engine = startEngine(this.options.root, { ...this.address(), ...place, settings });
    try {
      return await engine.do(work);
    } finally {
      await engine.stop();
    }
  }

  private floor(notes: readonly FloorNote[], work: FloorWork): Promise<FloorResult> {
    return this.inNewPlace(({ vault }) =>
      this.run<FloorResult>('floor', {
        ...this.address(),
        vault,
        notesFile: this.options.workspace.fileOf(notes),
        work,
      } satisfies FloorTask),
    );
  }

  /** For one run, whose files nothing needs later. */
  private async inNewPlace<Result>(run: (place: Place) => Promise<Result>): Promise<Result> {
    const { workspace } = this.options;
    const place = workspace.newPlace();
    const result = await run(place);
    workspace.release(place);
    return result;
  }

  private run<Result>(program: Program, task: object): Promise<Result> {
    return runProgram<Result>(programFile(this.options.root, program), task);
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
      this.options.say(`${this.options.size}: ${what}, run ${String(run + 1)}`);
      results.push(await once(run));
    }
    return results;
  }
}

import { programFile, type Program } from './build-programs';
import type { EngineResult } from './programs/engine';
import type { FloorNote, FloorResult, FloorTask, FloorWork } from './programs/floor';
import type { IdealResult, IdealTask } from './programs/ideal';
import type { PacedResult, PacedTask } from './programs/paced-engine';
import type { ResidentSync } from './programs/resident-engine';
import { readProfile, type ProgramProfile } from './profile';
import { startResidentEngine, SYNCS_BEFORE } from './resident-engine';
import { runEngine, type EngineOptions } from './run-engine';
import { runProgram } from './run-program';
import type { ServiceCommand } from './programs/service';
import { startService, type Service, type Size } from './service';
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
  /** The sync right after it. */
  readonly next: EngineResult;
}

/** Small syncs in a process that has synced changes before, as in the app. */
export interface WarmSyncs {
  readonly quiet: readonly ResidentSync[];
  /** A hundredth. */
  readonly changed: readonly ResidentSync[];
  /** The sync after that. */
  readonly next: readonly ResidentSync[];
  readonly one: readonly ResidentSync[];
}

export type ProfiledWork = 'first' | 'quiet' | 'changed' | 'rendered';

export interface LibraryMeasures {
  readonly size: Size;
  readonly first: readonly FirstPair[];
  /** First syncs that leave all documents out; only of the largest library. */
  readonly booksOnly: readonly Pair[];
  /** A first sync whose second pages are late. */
  readonly slowLine: EngineResult;
  readonly quiet: readonly EngineResult[];
  readonly changed: readonly ChangedPair[];
  /** Syncs of one changed highlight. */
  readonly one: readonly EngineResult[];
  readonly warm: WarmSyncs;
  readonly paced: PacedResult;
  /** All notes written again from the replica in another style. */
  readonly rendered: readonly Pair[];
  /** A sync that fetches all full texts into files of their own. Empty for the largest library, where it takes too long. */
  readonly texts: readonly Pair[];
  readonly profiles: Readonly<Record<ProfiledWork, ProgramProfile>>;
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

const WARM_RUNS = 5;

const BOOKS_ONLY = { scope: { documentLocations: [] } };

/** Everything that is measured with one library. Each run is a process of its own, and so is the service. */
export async function measureLibrary(options: MeasureOptions): Promise<LibraryMeasures> {
  const service = await startService(options.root, options.size);
  try {
    return await new LibraryBench(options, service).measure();
  } finally {
    await service.stop();
  }
}

type SyncWork = 'first' | 'quiet' | 'changed';

const inStyle = (style: string): object => {
  const kinds = ['book', 'article', 'tweet', 'podcast', 'video'];
  return { templates: Object.fromEntries(kinds.map((kind) => [kind, `built-in:${style}`])) };
};

const LAST_STYLE = inStyle('official');
/** In the style that the notes have, so that only texts and the links to them are written. */
const FULL_TEXTS = { ...LAST_STYLE, fullText: { place: 'file' } };

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
    const booksOnly = size === 'L' ? await this.repeat('books only', () => this.booksOnly()) : [];
    const slowLine = await this.inNewPlace((late) => this.engine(late, { secondPageMs: LATENCY_MS }));
    // What follows the first sync once (calibrating, and the like) is not what every quiet sync does.
    await this.engine(place);
    const quiet = await this.repeat('nothing new', () => this.engine(place));
    const changed = await this.repeat('1 % changed', () => this.changedSync(place));
    const one = await this.repeat('one highlight changed', async () => {
      // The first one moves the watermark past what was changed before.
      await this.oneChanged(place);
      return this.oneChanged(place);
    });
    const warm = await this.warmSyncs(place);
    this.say('under the limits of the service');
    const paced = await this.run<PacedResult>('paced-engine', {
      ...this.address(),
      latencyMs: LATENCY_MS,
      withTexts: size === 'M',
    } satisfies PacedTask);
    const ofSyncs = await this.profileSyncs(place);
    const rendered = await this.repeat('all rendered again', (run) =>
      this.renderAgain(place, run % 2 === 0 ? 'outline' : 'classic'),
    );
    const profiles = { ...ofSyncs, rendered: await this.profileRendering(place) };
    const texts = size === 'L' ? [] : [await this.allTexts(place)];
    return { size, first, booksOnly, slowLine, quiet, changed, one, warm, paced, rendered, texts, profiles };
  }

  private async firstSync(place: Place): Promise<FirstPair> {
    const { workspace } = this.options;
    const engine = await this.engine(place);
    const notes = notesOf(place);
    const floor = await this.floor(notes, { kind: 'pages', updatedAfter: null, of: 'both' });
    const ideal = await this.inNewPlace((other) =>
      this.run<IdealResult>('ideal', {
        ...this.address(),
        ...other,
        notesFile: workspace.fileOf(notes),
      } satisfies IdealTask),
    );
    return { engine, floor, ideal };
  }

  private booksOnly(): Promise<Pair> {
    return this.inNewPlace(async (place) => {
      const engine = await this.engine(place, { settings: BOOKS_ONLY });
      const work = { kind: 'pages', updatedAfter: null, of: 'highlights' } as const;
      return { engine, floor: await this.floor(notesOf(place), work) };
    });
  }

  /** Small syncs in one process, after a few of the same kind: code that never ran is slower. */
  private async warmSyncs(place: Place): Promise<WarmSyncs> {
    this.say('small syncs, warm');
    const engine = startResidentEngine(this.options.root, { ...this.address(), ...place, settings: {} });
    const syncAfter = async (command: ServiceCommand): Promise<ResidentSync> => {
      await this.service.do(command);
      return engine.sync();
    };
    const warm: Record<keyof WarmSyncs, ResidentSync[]> = { quiet: [], changed: [], next: [], one: [] };
    try {
      for (let sync = 0; sync < SYNCS_BEFORE; sync += 1) await syncAfter('change one');
      for (let run = 0; run < WARM_RUNS; run += 1) {
        warm.changed.push(await syncAfter('change a hundredth'));
        warm.next.push(await engine.sync());
        // What was changed just before a sync comes again until a later change moves the watermark.
        await this.service.do('pass');
        await syncAfter('change one');
        await this.service.do('pass');
        warm.one.push(await syncAfter('change one'));
        warm.quiet.push(await syncAfter('pass'));
      }
    } finally {
      await engine.stop();
    }
    return warm;
  }

  private async renderAgain(place: Place, style: string): Promise<Pair> {
    const engine = await this.engine(place, { work: 'render', settings: inStyle(style) });
    return { engine, floor: await this.floor(notesOf(place), { kind: 'rewrite' }) };
  }

  private async allTexts(place: Place): Promise<Pair> {
    this.say('full texts');
    const began = Date.now();
    const engine = await this.engine(place, { settings: FULL_TEXTS });
    return { engine, floor: await this.floor(notesOf(place, began), { kind: 'texts' }) };
  }

  private async changedSync(place: Place): Promise<ChangedPair> {
    // As in life, a sync lies between two changes: it moves the watermark past the one before.
    await this.service.do('pass');
    await this.engine(place);
    const { after, notes } = await this.service.do('change a hundredth');
    const began = Date.now();
    const engine = await this.engine(place);
    const next = await this.engine(place);
    const floor = await this.floor(notesOf(place, began), {
      kind: 'pages',
      updatedAfter: after,
      of: 'both',
    });
    return { engine, next, affected: notes, floor };
  }

  private async oneChanged(place: Place): Promise<EngineResult> {
    await this.service.do('pass');
    await this.service.do('change one');
    return this.engine(place);
  }

  private async profileSyncs(place: Place): Promise<Pick<LibraryMeasures['profiles'], SyncWork>> {
    this.say('where the time goes');
    const first = await this.inNewPlace((other) => this.profiled(other));
    await this.service.do('pass');
    const quiet = await this.profiled(place);
    await this.service.do('change a hundredth');
    return { first, quiet, changed: await this.profiled(place) };
  }

  /** The notes are in another style after it. */
  private profileRendering(place: Place): Promise<ProgramProfile> {
    this.say('where the time goes, rendering');
    return this.profiled(place, { work: 'render', settings: LAST_STYLE });
  }

  private async profiled(place: Place, options: EngineOptions = {}): Promise<ProgramProfile> {
    const folder = this.options.workspace.newFolder();
    await this.engine(place, { ...options, nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`] });
    return readProfile(folder, programFile(this.options.root, 'engine'));
  }

  private engine(place: Place, options: EngineOptions = {}): Promise<EngineResult> {
    return runEngine(this.options.root, { ...this.address(), ...place }, options);
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
      this.say(`${what}, run ${String(run + 1)}`);
      results.push(await once(run));
    }
    return results;
  }

  private say(what: string): void {
    this.options.say(`${this.options.size}: ${what}`);
  }
}

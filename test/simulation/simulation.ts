import type { Settings } from '../../src/model/settings';
import type { SyncReport } from '../../src/model/report';
import type { Settled } from '../../src/features/conflicts/open-conflicts';
import { checkLibrary } from '../../src/features/check/check-library';
import { removeMarks } from '../../src/features/unmark/remove-marks';
import type { Confirmation, SyncOptions } from '../../src/sync/context/sync-options';
import {
  communityNote,
  exportedNote,
  handMadeNote,
  mirrorNote,
  officialNote,
  officialQuotes,
  officialWithIds,
} from '../support/foreign-notes';
import { doDamage } from './damage';
import { Invariants } from './invariants';
import { MemoryStateStore } from '../support/memory-state-store';
import { randomDelays } from '../support/random-delays';
import { anchorsIn, Person } from './person';
import { applyChange, bringBack, change, giveFiles, pickFrom } from './service-changes';
import { VaultWithTemplates } from './settings-variants';
import type { EngineStep, Step } from './steps';
import { newFilingDevice, settings, SMALL_PAGES, World, type Device, type DeviceWithOutbox } from './world';

const FORMS = [
  officialNote,
  officialQuotes,
  officialWithIds,
  mirrorNote,
  communityNote,
  exportedNote,
  handMadeNote,
];

interface SimulationOptions {
  readonly world: World;
  /** The settings in the beginning. */
  readonly values?: object;
  /** How many words are of others whose notes come here, too. */
  readonly written?: number;
  /** How fast the clocks of the devices are, in milliseconds. */
  readonly skew?: number;
  /** Whether documents have texts and books have covers. */
  readonly hasFiles?: boolean;
  /** The seed of the delays of the stores. */
  readonly delays?: number;
}

const NAME_IS_TAKEN: ReadonlySet<string> = new Set(['names-taken', 'archive-taken', 'place-taken']);

/** The service, a vault with two devices that sync it, and a person who writes in it. */
export class Simulation {
  readonly vault = new VaultWithTemplates();
  readonly person: Person;
  readonly invariants: Invariants;
  readonly devices: readonly [DeviceWithOutbox, DeviceWithOutbox];
  readonly world: World;
  readonly skew: number;
  private readonly hasFiles: boolean;
  wanted: Settings;
  /** Conflicts that were settled, and can be brought back. */
  settled: Settled[] = [];
  /** All whose vaults come to be one. */
  company: readonly Simulation[] = [this];

  constructor({
    world,
    values = {},
    written = 0,
    skew = 0,
    hasFiles = false,
    delays = 1,
  }: SimulationOptions) {
    this.world = world;
    this.skew = skew;
    this.hasFiles = hasFiles;
    this.wanted = settings(values);
    this.person = new Person(this.vault, written);
    this.invariants = new Invariants(this.vault, world);
    const { files } = newFilingDevice();
    const delay = randomDelays(delays);
    const device = (): DeviceWithOutbox => ({
      vault: this.vault,
      state: new MemoryStateStore(delay),
      outbox: new MemoryStateStore(delay),
      files,
    });
    this.devices = [device(), device()];
  }

  static async create(options: Omit<SimulationOptions, 'world'> = {}): Promise<Simulation> {
    return new Simulation({ ...options, world: await World.create({ pageSizes: SMALL_PAGES }) });
  }

  /** With a book and a document, of which the first device knows; and with so many more books. */
  static async begin({
    more = 0,
    ...options
  }: Omit<SimulationOptions, 'world'> & { readonly more?: number } = {}): Promise<Simulation> {
    const simulation = await Simulation.create(options);
    await simulation.furnish(more);
    return simulation;
  }

  async furnish(more = 0): Promise<void> {
    for (let book = 0; book < more; book += 1) change(this.world, 'add book', book, book);
    change(this.world, 'add book', 7);
    change(this.world, 'add document', 7);
    change(this.world, 'add highlight', 0, 0);
    change(this.world, 'add highlight', 0, 1);
    if (this.hasFiles) giveFiles(this.world);
    await this.settle();
    this.invariants.accept([]);
  }

  get device(): DeviceWithOutbox {
    return this.devices[0];
  }

  get notes(): readonly (readonly [path: string, text: string])[] {
    return this.vault.entries();
  }

  /** What was written here, and in the other vaults that come here. */
  get words(): readonly string[] {
    return this.company.flatMap(({ person }) => [...person.words.keys()]);
  }

  /** Does what is no matter of the engine's. */
  act(step: Exclude<Step, EngineStep>): void {
    switch (step.at) {
      case 'service':
        applyChange(this.world, step.change);
        if (this.hasFiles) giveFiles(this.world);
        break;
      case 'service again':
        bringBack(this.world, step.pick);
        break;
      case 'vault':
        this.person.perform(step.edit);
        break;
      case 'damage':
        doDamage(this, step.damage);
        this.invariants.isMixedUp ||= step.damage.kind === 'second id';
        break;
      case 'clash':
        this.clash(step);
        break;
      case 'foreign note':
        this.bringNote(step);
        break;
      case 'settings':
        this.wanted = settings(step.values);
        break;
      case 'templates':
        this.vault.templates.set(step.edit.path, step.edit.text);
        break;
      case 'away': {
        const folder = step.what === 'vault' ? '' : `${this.wanted.folder}/`;
        this.vault.takeAway((path) => path.startsWith(folder));
        break;
      }
      case 'back':
        this.vault.bringBack();
        break;
    }
    this.invariants.accept(this.words);
  }

  sync(device: Device = this.device, options: Partial<SyncOptions> = {}): Promise<SyncReport> {
    const { world, wanted, skew } = this;
    return world.sync(device, { settings: wanted, localClock: world.now + skew, ...options });
  }

  /** Lets the first device sync until nothing is left to do. */
  settle(): Promise<void> {
    return this.world.settle(this.device, { settings: this.wanted });
  }

  /** Lets both devices sync, and the person answer what is asked, until nothing is left to do. */
  settleAll(options: Partial<SyncOptions> = {}): Promise<void> {
    return this.world.untilQuiet(
      async (round) => {
        let isQuiet = true;
        for (const device of this.devices)
          isQuiet = (await this.syncAndAnswer(device, round === 0 ? options : {})) && isQuiet;
        return isQuiet;
      },
      { pause: (round) => (round % 2 === 1 ? 90_001 : 701) },
    );
  }

  /**
   * Syncs, and does what the report asks a person for. Returns whether there was nothing to do or to tell.
   */
  async syncAndAnswer(device: Device, options: Partial<SyncOptions> = {}): Promise<boolean> {
    const sync = (confirmation: Confirmation): Promise<SyncReport> =>
      this.sync(device, { confirmation, ...options });
    const first = await sync('accept-missing');
    const { failures, vaultWrites } = await this.answered(first, sync);
    this.invariants.check();
    for (const { path, problem } of failures) if (NAME_IS_TAKEN.has(problem.code)) this.makeRoom(path ?? '');
    return vaultWrites === 0 && failures.length === 0;
  }

  private answered(
    first: SyncReport,
    sync: (confirmation: Confirmation) => Promise<SyncReport>,
  ): Promise<SyncReport> | SyncReport {
    // A device that knows nothing, in a vault of whose notes none is of what the service still has.
    if (first.cause === 'account') return sync('relink');
    // Or of whose notes one is a plain one of an item.
    return first.cause === 'other-notes' ? sync('leave-others') : first;
  }

  /** What a device would have in the end that sees this library for the first time. */
  async fresh(): Promise<Device> {
    const vault = new VaultWithTemplates();
    vault.repairTemplates();
    const device = { ...newFilingDevice(), vault };
    await this.world.settle(device, { settings: this.wanted });
    return device;
  }

  /**
   * As a person may settle what a check reports: of two notes of one item, the second becomes a plain note.
   */
  async makeSecondsPlain(): Promise<void> {
    const clock = this.world.clock(this.skew);
    const { findings } = await checkLibrary({ ...this.device, clock, settings: this.wanted });
    const paths = findings.flatMap(({ fault, path }) => (fault === 'double' ? [path] : []));
    const texts = {
      paths: () => Promise.resolve(this.notes.map(([path]) => path)),
      read: (path: string) => this.vault.read(path),
    };
    await removeMarks({ ...this.device, texts, clock }, { paths, keepsAnchors: true });
    this.invariants.check({ mayChangePlain: true });
  }

  /** Renames a file that has the place of a note. */
  private makeRoom(path: string): void {
    const text = this.notes.find(([taken]) => taken === path)?.[1];
    if (text === undefined) return;
    this.vault.remove(path);
    this.vault.put(`Elsewhere/room ${String(this.notes.length)} ${String(this.world.now)}.md`, text);
    this.invariants.accept(this.words);
  }

  private clash({ pick, place }: { readonly pick: number; readonly place: number }): void {
    const anchors = anchorsIn(pickFrom(this.notes, pick)?.[1] ?? '');
    const id = Number(/^rw(\d+)$/.exec(pickFrom(anchors, place) ?? '')?.[1]);
    const { library } = this.world;
    if (![...library.books.highlights()].some((each) => each.id === id && each.deletedAt === null)) return;
    this.person.perform({ kind: 'edit block', pick, place });
    this.world.pass(1);
    library.editHighlight(id, { text: `Rather this, said at ${String(this.world.now)}.` });
  }

  private bringNote({ pick, form }: { readonly pick: number; readonly form: number }): void {
    const { books } = this.world.library;
    const book = pickFrom(
      [...books.books()].filter(({ deletedAt }) => deletedAt === null),
      pick,
    );
    const path = `Old/${String(pick)} ${String(form)}.md`;
    if (book === undefined || this.notes.some(([taken]) => taken === path)) return;
    const highlights = books
      .liveHighlightsOf(book.id)
      .map((each) => ({ ...each, readerId: each.externalId, tags: each.tags.map(({ name }) => name) }));
    const { id, title, author, category, sourceUrl } = book;
    const note = (pickFrom(FORMS, form) ?? officialNote)({
      id,
      title,
      author,
      category,
      url: sourceUrl ?? '',
      highlights,
    });
    this.vault.put(path, `${note.trimEnd()}\n\n${this.person.newWord()}\n`);
  }
}

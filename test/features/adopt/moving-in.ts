import {
  chosenByDefault,
  type Adoption,
  type AdoptionPlan,
  type AdoptionReport,
} from '../../../src/features/adopt/adoption';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { planAdoption, type PlanAdoptionOptions } from '../../../src/features/adopt/plan-adoption';
import type { SyncReport } from '../../../src/model/report';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import type { HighlightRecord } from '../../server/records';
import { FakeClock } from '../../support/fake-clock';
import type { ForeignBook } from '../../support/foreign-notes';

/**
 * A person who moves in with notes of another plugin: a service, a vault and a device that has never synced.
 */
export class MovingIn {
  readonly device: Device = newDevice();

  private constructor(readonly world: World) {}

  static async create(): Promise<MovingIn> {
    return new MovingIn(await World.create());
  }

  /** A book at the service, as another plugin sees it. */
  addBook(values: {
    readonly title: string;
    readonly author?: string;
    readonly category?: string;
    readonly url?: string;
    readonly texts: readonly string[];
    readonly notes?: readonly string[];
  }): ForeignBook {
    const { title, author = 'Henry David Thoreau', category = 'books', url = '', texts, notes = [] } = values;
    const { id } = this.world.library.addBook({
      title,
      author,
      category,
      ...(url === '' ? {} : { sourceUrl: url }),
    });
    texts.forEach((text, index) =>
      this.world.library.addHighlight(id, {
        text,
        note: notes[index] ?? '',
        location: (index + 1) * 10,
        color: 'yellow',
      }),
    );
    this.world.pass(600);
    return this.bookOf(id, { title, author, category, url });
  }

  bookOf(id: number, names: Omit<ForeignBook, 'id' | 'highlights'>): ForeignBook {
    const highlights = this.world.library.books.liveHighlightsOf(id).map((highlight: HighlightRecord) => ({
      id: highlight.id,
      readerId: highlight.externalId,
      text: highlight.text,
      note: highlight.note,
      tags: highlight.tags.map(({ name }) => name),
      location: highlight.location,
      color: highlight.color,
    }));
    return { id, ...names, highlights };
  }

  /** Fills the device with the library, and writes no note: also where the sync would ask before it writes. */
  async look(): Promise<void> {
    this.world.pass(61);
    const report = await this.world.sync(this.device, { dryRun: true });
    if (report.outcome !== 'done' && report.cause !== 'other-notes') throw new Error(JSON.stringify(report));
  }

  get deps() {
    return {
      vault: this.device.vault,
      state: this.device.state,
      clock: new FakeClock({ startsAt: this.world.now }),
    };
  }

  plan(options: Partial<PlanAdoptionOptions> = {}): Promise<AdoptionPlan> {
    return planAdoption(this.deps, { settings: settings(), paths: this.paths, ...options });
  }

  adopt(chosen: readonly Adoption[]): Promise<AdoptionReport> {
    return applyAdoption(this.deps, { settings: settings(), chosen });
  }

  /** All that no doubt is about. */
  async adoptAll(): Promise<AdoptionReport> {
    return this.adopt(chosenByDefault(await this.plan()));
  }

  async sync(options: Parameters<World['sync']>[1] = {}): Promise<SyncReport> {
    this.world.pass(61);
    return this.world.sync(this.device, options);
  }

  note(path: string): string {
    return this.device.vault.entries().find(([candidate]) => candidate === path)?.[1] ?? '';
  }

  get paths(): readonly string[] {
    return this.device.vault.entries().map(([path]) => path);
  }
}

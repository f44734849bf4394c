import { MemoryStateStore } from '../../support/memory-state-store';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { removeMarks } from '../../../src/features/unmark/remove-marks';
import type { SyncReport } from '../../../src/model/report';
import type { Settings } from '../../../src/model/settings';
import { settings } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import type { ForeignBook } from '../../support/foreign-notes';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.',
  'The mass of men lead lives of quiet desperation.',
];
export const PATH = 'Readwise/Books/Walden.md';

/** Null for `chosen`: all notes. */
export async function makeAllPlain(
  { device: { vault, state }, paths }: MovingIn,
  chosen: readonly string[] | null = null,
): Promise<void> {
  const texts = { paths: () => Promise.resolve(paths), read: (each: string) => vault.read(each) };
  await removeMarks({ vault, state, texts, clock: new FakeClock() }, { paths: chosen, keepsAnchors: false });
}

/** A device that synced a book, and made all its notes plain. */
export class PlainNotes {
  private constructor(
    readonly house: MovingIn,
    readonly book: ForeignBook,
    readonly values: Settings,
  ) {}

  /** `template`: the text of `T.md`, for settings that name it. */
  static async create(values: object = {}, template = ''): Promise<PlainNotes> {
    const house = await MovingIn.create();
    if (template !== '') house.device.vault.put('T.md', template);
    const book = house.addBook({ title: 'Walden', texts: TEXTS, notes: ['Mine, too.'] });
    const plain = new PlainNotes(house, book, settings(values));
    await plain.sync();
    return plain;
  }

  makePlain(chosen: readonly string[] | null = null): Promise<void> {
    return makeAllPlain(this.house, chosen);
  }

  async moveIn() {
    const { house, values } = this;
    const plan = await house.plan({ settings: values });
    await applyAdoption(house.deps, { settings: values, chosen: plan.adoptions });
    return plan;
  }

  async undo(): Promise<void> {
    const deps = {
      outbox: new MemoryStateStore(),
      ...this.house.deps,
      reporter: { progress: () => undefined },
    };
    const run = (await planUndo(deps))?.run ?? 0;
    expect(await undoLastRun(deps, { run, settings: settings() })).toMatchObject({ undone: 'adopt' });
  }

  sync(options: { readonly dryRun?: boolean } = {}): Promise<SyncReport> {
    return this.house.sync({ settings: this.values, ...options });
  }

  /** In Readwise. */
  edit(index: number, change: { readonly text?: string; readonly note?: string }): void {
    this.house.world.pass(300);
    this.house.world.library.editHighlight(this.book.highlights[index]?.id ?? 0, change);
  }

  delete(...indexes: readonly number[]): void {
    this.house.world.pass(300);
    for (const index of indexes)
      this.house.world.library.deleteHighlight(this.book.highlights[index]?.id ?? 0);
  }

  /** In the vault. */
  write(path: string, from: string, to: string): void {
    const note = this.house.note(path);
    expect(note).toContain(from);
    this.house.device.vault.put(path, note.replace(from, to));
  }

  anchor(index: number): string {
    return `rw${String(this.book.highlights[index]?.id)}`;
  }
}

import type { SyncReport } from '../../../src/model/report';
import { newDevice, World, type Device } from '../../simulation/world';

/** A reader with a shelf of books, and one device: for tests of what is deleted. */
export class Shelf {
  device: Device = newDevice();

  private constructor(readonly world: World) {}

  static async create(): Promise<Shelf> {
    return new Shelf(await World.create());
  }

  /** Books of one highlight each. */
  addBooks(count: number): readonly number[] {
    return Array.from({ length: count }, (_, index) => {
      const { id } = this.world.library.addBook({ title: `Book ${String(index + 1)}`, category: 'books' });
      this.world.library.addHighlight(id, { text: `Passage ${String(index + 1)}.`, location: 1 });
      return id;
    });
  }

  deleteBooks(ids: readonly number[]): void {
    this.world.pass(300);
    for (const id of ids) this.world.library.deleteBook(id);
  }

  /** A book without highlights is gone as well, but can come back. */
  emptyBooks(ids: readonly number[]): void {
    this.world.pass(300);
    for (const highlight of ids.flatMap((id) => this.world.library.books.liveHighlightsOf(id)))
      this.world.library.deleteHighlight(highlight.id);
  }

  returnBooks(ids: readonly number[]): void {
    this.world.pass(300);
    for (const id of ids) this.world.library.addHighlight(id, { text: 'Marked again.', location: 2 });
  }

  /** A sync in which nobody allowed any number of removals. */
  sync(options: Parameters<World['sync']>[1] = {}): Promise<SyncReport> {
    this.world.pass(61);
    return this.world.sync(this.device, { maxDelete: null, ...options });
  }

  get paths(): readonly string[] {
    return this.device.vault.entries().map(([path]) => path);
  }

  get trash(): readonly string[] {
    return this.device.vault.trashEntries().map(([path]) => path);
  }

  note(path: string): string {
    return this.device.vault.entries().find(([candidate]) => candidate === path)?.[1] ?? '';
  }

  /** The person writes into a note. */
  write(path: string, words: string): void {
    this.device.vault.put(path, this.note(path).replace('\n---\n', `\n---\n${words}\n\n`));
  }
}

/** The note of the n-th book. */
export const bookNote = (number: number): string => `Readwise/Books/Book ${String(number)}.md`;

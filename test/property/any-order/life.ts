import { type Settings } from '../../../src/model/settings';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryAttachments } from '../../support/memory-attachments';
import {
  communityNote,
  exportedNote,
  handMadeNote,
  mirrorNote,
  officialNote,
  officialQuotes,
  officialWithIds,
} from '../../support/foreign-notes';
import { Damager } from '../damage';
import { mend, VaultWithTemplates } from '../own-templates';
import { anchorsIn, Person } from '../person';
import { perform } from '../reader';
import { giveFiles } from '../wishes';
import { settings, World, type Device } from '../world';
import { Judge } from './judge';
import type { Step } from './steps';

const FORMS = [
  officialNote,
  officialQuotes,
  officialWithIds,
  mirrorNote,
  communityNote,
  exportedNote,
  handMadeNote,
];
const PAGES = { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 };

/** A person with a vault, two devices that sync it, and the service. */
export class Life {
  readonly vault = new VaultWithTemplates();
  readonly person: Person;
  readonly judge: Judge;
  readonly devices: readonly [Device, Device];
  wanted: Settings = settings();
  private readonly damager: Damager;
  /** Words that stand in notes of other plugins. */
  private readonly brought: string[] = [];

  /** All whose vaults come to be one. */
  company: readonly Life[] = [this];
  private room = 0;

  /** `taken`: how many words are of others whose notes come here, too. `skew`: how fast the clocks are, in milliseconds. */
  constructor(
    readonly world: World,
    private readonly taken = 0,
    readonly skew = 0,
  ) {
    this.person = new Person(this.vault, taken);
    this.damager = new Damager(this.vault, taken);
    const files = new MemoryAttachments();
    const device = (): Device => ({ vault: this.vault, state: new MemoryStateStore(), files });
    this.devices = [device(), device()];
    this.judge = new Judge(this.vault, world);
  }

  /** With a book and a document, of which the first device knows. */
  static async begin(): Promise<Life> {
    const life = new Life(await World.create({ pageSizes: PAGES }));
    for (const kind of ['add book', 'add document'] as const)
      perform(life.world, { kind, title: 7, category: 0 });
    for (const text of [0, 1]) perform(life.world, { kind: 'add highlight', pick: 0, text });
    await life.world.sync(life.devices[0], { settings: life.wanted });
    life.judge.accept([]);
    return life;
  }

  /** What was written here, and in the other vaults that come here. */
  get words(): readonly string[] {
    return this.company.flatMap(({ person, damager, brought }) => [
      ...person.words.keys(),
      ...damager.words,
      ...brought,
    ]);
  }

  /** Does what is no matter of the program's. */
  act(step: Exclude<Step, { at: 'engine' }>): void {
    switch (step.at) {
      case 'service':
        perform(this.world, step.deed);
        giveFiles(this.world);
        break;
      case 'service again':
        this.bringBack(step.pick);
        break;
      case 'vault':
        this.person.perform(step.deed);
        break;
      case 'damage':
        this.damager.perform(step.damage);
        this.judge.isMixedUp ||= step.damage.kind === 'second id';
        break;
      case 'clash':
        this.clash(step);
        break;
      case 'foreign note':
        this.bringNote(step);
        break;
      case 'settings':
        this.wanted = settings(step.wish);
        break;
      case 'templates':
        this.vault.templates.set(step.edit.path, step.edit.text);
        break;
    }
    this.judge.accept(this.words);
  }

  mendTemplates(): void {
    mend(this.vault);
  }

  /** Renames a file that has the place of a note. */
  makeRoom(path: string): void {
    const text = this.vault.entries().find(([taken]) => taken === path)?.[1];
    if (text === undefined) return;
    this.vault.remove(path);
    this.room += 1;
    this.vault.put(`Elsewhere/room ${String(this.room)}.md`, text);
    this.judge.accept(this.words);
  }

  private bringBack(pick: number): void {
    const { library } = this.world;
    this.world.pass(1);
    const highlights = [...library.books.highlights()].filter(
      ({ deletedAt, discarded, externalId }) => externalId === null && (deletedAt !== null || discarded),
    );
    const gone = [
      ...highlights,
      ...library.documents.trash.filter(
        ({ parentId, id }) => parentId === null && library.documents.find(id) === null,
      ),
    ];
    const what = gone[pick % Math.max(1, gone.length)];
    if (what === undefined) return;
    if (!('bookId' in what)) {
      library.addDocument({ ...what, title: what.title ?? '', tags: what.tags.map(({ name }) => name) });
      library.editDocument(what.id, { title: what.title });
      return;
    }
    const alive = { deletedAt: null, discarded: false };
    const { title } = library.books.book(what.bookId);
    library.books.changeBook(what.bookId, { title, ...{ deletedAt: null } });
    library.editHighlight(what.id, alive);
  }

  private clash({ pick, place }: { readonly pick: number; readonly place: number }): void {
    const notes = this.vault.entries();
    const anchors = anchorsIn(notes[pick % Math.max(1, notes.length)]?.[1] ?? '');
    const id = Number(/^rw(\d+)$/.exec(anchors[place % Math.max(1, anchors.length)] ?? '')?.[1]);
    const highlight = [...this.world.library.books.highlights()].find(
      (each) => each.id === id && each.deletedAt === null,
    );
    if (highlight === undefined) return;
    this.person.perform({ to: 'block', kind: 'edit', pick, place });
    this.world.pass(1);
    this.world.library.editHighlight(id, { text: `Rather this, said at ${String(this.world.now)}.` });
  }

  private bringNote({ pick, form }: { readonly pick: number; readonly form: number }): void {
    const { library } = this.world;
    const books = [...library.books.books()].filter(({ deletedAt }) => deletedAt === null);
    const book = books[pick % Math.max(1, books.length)];
    const path = `Old/${String(pick)} ${String(form)}.md`;
    if (book === undefined || this.vault.entries().some(([taken]) => taken === path)) return;
    const highlights = library.books
      .liveHighlightsOf(book.id)
      .map((each) => ({ ...each, readerId: each.externalId, tags: each.tags.map(({ name }) => name) }));
    const note = (FORMS[form % FORMS.length] ?? officialNote)({
      id: book.id,
      title: book.title,
      author: book.author,
      category: book.category,
      url: book.sourceUrl ?? '',
      highlights,
    });
    const word = `old${String(this.taken + this.brought.length + 1)}x`;
    this.brought.push(word);
    this.vault.put(path, `${note.trimEnd()}\n\n${word}\n`);
  }
}

import type { SyncReport } from '../../src/model/report';
import { splitNote } from '../../src/notes/note/note';
import type { MemoryVault } from '../support/memory-vault';
import { withoutTargets } from './compare';
import { anchorsIn } from './person';
import { idsOf, mixedUpIn, snapshotOf, timesIn, type Snapshot } from './snapshot';
import type { World } from './world';

/** What a step may do beyond what every step may. */
export interface Allowances {
  /** Words that the person let go in this step. */
  readonly letGo: ReadonlySet<string>;
  /** What was there at any time may come back. */
  readonly isUndoing: boolean;
  /** Also notes that name no item may be changed. */
  readonly mayChangePlain: boolean;
  /**
   * It was cut short between making a note an item's and taking the item's other one away, which the next
   * sync does.
   */
  readonly mayDouble: boolean;
}

const NONE: Allowances = { letGo: new Set(), isUndoing: false, mayChangePlain: false, mayDouble: false };

/**
 * Looks at a vault before and after whatever is done to it, and fails where a word, a note or a block is not
 * where it must be.
 */
export class Invariants {
  /** How many there ever were at once. */
  private readonly most = { words: new Map<string, number>(), ids: new Map<string, number>() };
  private readonly mixedUp = new Set<string>();
  /** Words that are the person's and that they have not let go. */
  private readonly claimed = new Set<string>();
  private before: Snapshot;
  /** The person asked for what they took out: from then on it may come back at any time. */
  mayReturn = false;
  /** A note was given the id of a second item: nobody can say which of the two it is of. */
  isMixedUp = false;

  constructor(
    private readonly vault: MemoryVault,
    private readonly world: World,
  ) {
    this.before = snapshotOf(vault);
  }

  /** What the person did is right, whatever it was: what they threw away is gone. */
  accept(words: Iterable<string>): void {
    const now = snapshotOf(this.vault);
    this.claimed.clear();
    for (const word of words) if (timesIn(now.notes.values(), word) > 0) this.claimed.add(word);
    for (const each of mixedUpIn(now, this.world)) this.mixedUp.add(each);
    this.remember(now);
  }

  /** Checks what the engine did, and that its report tells it. */
  check(allowances: Partial<Allowances> = {}, report: SyncReport | null = null): void {
    const allowed = { ...NONE, ...allowances };
    const [before, now] = [this.before, snapshotOf(this.vault)];
    this.checkWords(before, now, allowed);
    this.checkTrash(before, now);
    this.checkIds(before, now, allowed);
    if (!allowed.mayChangePlain) {
      checkPlain(before, now);
      this.checkPlaces(before, now);
    }
    if (report !== null) checkReport(report, before, now);
    this.remember(now);
  }

  private checkWords(before: Snapshot, now: Snapshot, { letGo, isUndoing }: Allowances): void {
    for (const word of [...this.claimed]) {
      const [was, is] = [timesIn(before.notes.values(), word), timesIn(now.notes.values(), word)];
      if (!letGo.has(word)) expect([word, 'is there', is > 0]).toEqual([word, 'is there', true]);
      else if (is === 0) this.claimed.delete(word);
      const most = isUndoing ? Math.max(was, this.most.words.get(word) ?? 0) : was;
      expect([word, 'times', Math.max(is, most)]).toEqual([word, 'times', most]);
    }
  }

  /** What holds a word of the person's goes to the trash only as the double of what stays or stayed. */
  private checkTrash(before: Snapshot, now: Snapshot): void {
    const was = [...before.notes.values()];
    const standing = new Set([
      ...now.notes.values(),
      ...was.filter((text, index) => was.indexOf(text) !== index),
    ]);
    for (const [path, text] of now.trash) {
      if (before.trash.get(path) === text || standing.has(text)) continue;
      expect([path, [...this.claimed].filter((word) => text.includes(word))]).toEqual([path, []]);
    }
  }

  /**
   * A word stays with its item, also where a book has joined a document, and what the person took out of a note stays
   * out of it.
   */
  private checkPlaces(before: Snapshot, now: Snapshot): void {
    const documents = new Map(
      [...this.world.library.books.books()].map(({ id, externalId }) => [String(id), externalId]),
    );
    const itemsWith = ({ notes }: Snapshot, word: string): ReadonlySet<string> =>
      new Set([...notes.values()].filter((text) => text.includes(word)).flatMap(idsOf));
    for (const word of this.claimed) {
      const [was, is] = [itemsWith(before, word), itemsWith(now, word)];
      const own = new Set([...was].flatMap((id) => [id, documents.get(id) ?? id]));
      const added = [...is].filter((id) => !own.has(id));
      if (was.size > 0) expect([word, added.length < Math.max(1, is.size)]).toEqual([word, true]);
    }
    for (const [path, text] of this.mayReturn ? [] : before.notes) {
      const removed = splitNote(text).trailer?.removed ?? new Set();
      const standing = anchorsIn(now.notes.get(path) ?? '').filter(
        (anchor) => removed.has(anchor) && !anchorsIn(text).includes(anchor),
      );
      expect([path, standing]).toEqual([path, []]);
    }
  }

  private checkIds(before: Snapshot, now: Snapshot, { isUndoing, mayDouble }: Allowances): void {
    const idsBefore = [...before.notes.values()].map(idsOf);
    const idsNow = [...now.notes.values()].map(idsOf);
    for (const [id, count] of mayDouble ? [] : now.ids) {
      // An item has no more notes than it had by any of its ids: where its book and its document had one each, the
      // one that stays has both ids before the other one goes, and that one is left if the person wrote in it.
      const ids = new Set(idsNow.filter((own) => own.includes(id)).flat());
      const isOfItem = (own: readonly string[]): boolean => own.some((each) => ids.has(each));
      const had = idsBefore.filter(isOfItem).length;
      // Undo may take the one note apart again.
      const is = isUndoing ? count : idsNow.filter(isOfItem).length;
      const everHad = isUndoing ? [...ids].map((own) => this.most.ids.get(own) ?? 0) : [];
      const most = Math.max(1, had, ...everHad);
      expect([id, 'notes', Math.max(is, most)]).toEqual([id, 'notes', most]);
    }
    if (!this.isMixedUp)
      expect([...mixedUpIn(now, this.world)].filter((each) => !this.mixedUp.has(each))).toEqual([]);
    if (!isUndoing) expect([...now.doubled].filter((anchor) => !before.doubled.has(anchor))).toEqual([]);
  }

  private remember(now: Snapshot): void {
    for (const word of this.claimed) {
      const times = timesIn(now.notes.values(), word);
      this.most.words.set(word, Math.max(this.most.words.get(word) ?? 0, times));
    }
    for (const [id, count] of now.ids) this.most.ids.set(id, Math.max(this.most.ids.get(id) ?? 0, count));
    this.before = now;
  }
}

/** Notes that name no item are nobody's business; links in them follow the notes that they lead to. */
function checkPlain(before: Snapshot, now: Snapshot): void {
  for (const [path, text] of before.notes) {
    if (idsOf(text).length > 0) continue;
    const is = withoutTargets(now.notes.get(path) ?? 'It is gone.');
    expect([path, is]).toEqual([path, withoutTargets(text)]);
  }
}

/** What a report says was done is what was done to the notes. */
function checkReport(
  { notes, vaultWrites, outcome, failures, cause }: SyncReport,
  before: Snapshot,
  now: Snapshot,
): void {
  const isSame =
    before.trash.size === now.trash.size &&
    before.notes.size === now.notes.size &&
    [...before.notes].every(([path, text]) => now.notes.get(path) === text);
  if (vaultWrites === 0) expect(['nothing written', isSame]).toEqual(['nothing written', true]);
  const { created, updated, renamed, trashed, archived, kept, conflicts } = notes;
  if (outcome === 'done' || outcome === 'held') expect(failures).toEqual([]);
  if (outcome === 'failed') expect([cause, failures.length > 0]).toEqual([expect.any(String), true]);
  if (notes.failed > 0 || outcome === 'failed') return;
  const intoTrash = now.trash.size - before.trash.size;
  expect(trashed).toBe(intoTrash);
  // What it made and took away again, it took away.
  const made = now.notes.size - before.notes.size + intoTrash;
  expect(created).toBeGreaterThanOrEqual(made - intoTrash);
  expect(created).toBeLessThanOrEqual(made);
  const written = created + updated + renamed + trashed + archived + kept + conflicts;
  if (!isSame) expect(written).toBeGreaterThan(0);
}

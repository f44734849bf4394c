import type { MemoryVault } from '../../support/memory-vault';
import { splitNote } from '../../../src/notes/note/note';
import { anchorsIn } from '../person';
import type { World } from '../world';
import { idsOf, pictureOf, strangersIn, timesIn, type Picture } from './picture';

export interface HoldDecisionKind {
  /** Words that the person let go in this step. */
  readonly letGo: ReadonlySet<string>;
  /** What was there at any time may come back. */
  readonly isUndoing: boolean;
  /** Also notes that name no item may be changed. */
  readonly mayChangePlain: boolean;
  /** It was cut short between making a note an item's and taking the item's other one away, which the next sync does. */
  readonly mayDouble: boolean;
}

const STRICT: HoldDecisionKind = {
  letGo: new Set(),
  isUndoing: false,
  mayChangePlain: false,
  mayDouble: false,
};

/** Looks at a vault before and after whatever is done to it, and says what must not be. */
export class Judge {
  /** How many there ever were at once. */
  private readonly most = { words: new Map<string, number>(), ids: new Map<string, number>() };
  private strangers = new Set<string>();
  /** Words that are the person's and that they have not let go. */
  private readonly claimed = new Set<string>();
  private before: Picture;
  /** The person asked for what they took out: from then on it may come back at any time. */
  mayReturn = false;
  /** A note was given the id of a second item: nobody can say which of the two it is of. */
  isMixedUp = false;

  constructor(
    private readonly vault: MemoryVault,
    private readonly world: World,
  ) {
    this.before = pictureOf(vault);
  }

  /** What the person did is right, whatever it was: what they threw away is gone. */
  accept(words: Iterable<string>): void {
    const now = pictureOf(this.vault);
    this.claimed.clear();
    for (const word of words) if (timesIn(now.notes, word) > 0) this.claimed.add(word);
    for (const stranger of strangersIn(now, this.world)) this.strangers.add(stranger);
    this.remember(now);
  }

  /** What the program did. */
  check(options: Partial<HoldDecisionKind> = {}): { readonly before: Picture; readonly now: Picture } {
    const decision = { ...STRICT, ...options };
    const [before, now] = [this.before, pictureOf(this.vault)];
    this.checkWords(before, now, decision);
    this.checkTrash(before, now);
    this.checkIds(before, now, decision);
    if (!decision.mayChangePlain) {
      checkPlain(before, now);
      this.checkPlaces(before, now);
    }
    this.remember(now);
    return { before, now };
  }

  private checkWords(before: Picture, now: Picture, { letGo, isUndoing }: HoldDecisionKind): void {
    for (const word of [...this.claimed]) {
      const [was, is] = [timesIn(before.notes, word), timesIn(now.notes, word)];
      if (!letGo.has(word)) expect([word, 'is there', is > 0]).toEqual([word, 'is there', true]);
      else if (is === 0) this.claimed.delete(word);
      const most = isUndoing ? Math.max(was, this.most.words.get(word) ?? 0) : was;
      expect([word, 'times', Math.max(is, most)]).toEqual([word, 'times', most]);
    }
  }

  /** What holds a word of the person's goes to the trash only as the double of what stays or stayed. */
  private checkTrash(before: Picture, now: Picture): void {
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

  /** A word stays with its item, and what the person took out of a note stays out of it. */
  private checkPlaces(before: Picture, now: Picture): void {
    const itemsWith = ({ notes }: Picture, word: string): ReadonlySet<string> =>
      new Set([...notes.values()].filter((text) => text.includes(word)).flatMap(idsOf));
    for (const word of this.claimed) {
      const [was, is] = [itemsWith(before, word), itemsWith(now, word)];
      if (was.size > 0)
        expect([word, [...is].filter((id) => !was.has(id)).length < Math.max(1, is.size)]).toEqual([
          word,
          true,
        ]);
    }
    for (const [path, text] of this.mayReturn ? [] : before.notes) {
      const removed = splitNote(text).trailer?.removed ?? new Set();
      const standing = anchorsIn(now.notes.get(path) ?? '').filter(
        (anchor) => removed.has(anchor) && !anchorsIn(text).includes(anchor),
      );
      expect([path, standing]).toEqual([path, []]);
    }
  }

  private checkIds(before: Picture, now: Picture, { isUndoing, mayDouble }: HoldDecisionKind): void {
    for (const [id, is] of mayDouble ? [] : now.ids) {
      // Copies of a note that are of one item by one id may come to have its other id as well.
      const ids = [...now.notes.values()]
        .map(idsOf)
        .filter((own) => own.includes(id))
        .flat();
      const most = Math.max(
        1,
        ...ids.flatMap((own) => [before.ids.get(own) ?? 0, isUndoing ? (this.most.ids.get(own) ?? 0) : 0]),
      );
      expect([id, 'notes', Math.max(is, most)]).toEqual([id, 'notes', most]);
    }
    if (!this.isMixedUp)
      expect([...strangersIn(now, this.world)].filter((stranger) => !this.strangers.has(stranger))).toEqual(
        [],
      );
    if (!isUndoing) expect([...now.doubled].filter((anchor) => !before.doubled.has(anchor))).toEqual([]);
  }

  private remember(now: Picture): void {
    for (const word of this.claimed)
      this.most.words.set(word, Math.max(this.most.words.get(word) ?? 0, timesIn(now.notes, word)));
    for (const [id, count] of now.ids) this.most.ids.set(id, Math.max(this.most.ids.get(id) ?? 0, count));
    this.before = now;
  }
}

/** Notes that name no item are nobody's business; links in them follow the notes that they lead to. */
function checkPlain(before: Picture, now: Picture): void {
  for (const [path, text] of before.notes) {
    if (idsOf(text).length > 0) continue;
    expect([path, withoutTargets(now.notes.get(path) ?? 'It is gone.')]).toEqual([
      path,
      withoutTargets(text),
    ]);
  }
}

export const withoutTargets = (text: string): string =>
  text.replace(/\]\([^()\n]*\)/g, ']()').replace(/\[\[[^[\]|#\n]*/g, '[[');

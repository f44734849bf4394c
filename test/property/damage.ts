import fc from 'fast-check';
import type { MemoryVault } from '../support/memory-vault';
import { anchorsIn, identitiesIn } from './person';

const KINDS = [
  'copy note',
  'copy note and write',
  'conflict copy',
  'drop trailer',
  'cut trailer',
  'break trailer in two',
  'write behind trailer',
  'write into trailer',
  'double trailer',
  'trailer to the top',
  'trailer of another note',
  'double block',
  'block of another note',
  'delete block',
  'bad id',
  'drop ids',
  'note of nothing',
  'second id',
  'delete note',
] as const;

/** What can happen to a library that a sync does not see. `pick` chooses the note, `place` where in it. */
export interface Damage {
  readonly kind: (typeof KINDS)[number];
  readonly pick: number;
  readonly place: number;
}

export const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(20),
  place: fc.nat(5000),
});

/** A file without any mark is a person's; with a name that bears an id it has the only one that a new note may have, which then waits for the person. */
const isInTheWay = (
  path: string,
  { trailer, ids }: { readonly trailer: string; readonly ids: readonly string[] },
): boolean => trailer === '' && ids.length === 0 && / \(\w+\)\.md$/.test(path);

const TRAILER = /^%% florilegium 1 .*%%$/m;
const BLOCK = /(?:^>.*\n)+\n\^r[wd]\w+$/gm;

/** Does damage to the notes of a vault. */
export class Damager {
  private number = 0;
  /** Words that were written on the way: none may be lost. */
  readonly words: string[] = [];
  readonly deletedAnchors: string[] = [];

  /** `taken`: how many words are others'. */
  constructor(
    private readonly vault: MemoryVault,
    private readonly taken = 0,
  ) {}

  perform({ kind, pick, place }: Damage): void {
    const notes = this.vault.entries();
    const [path = '', text = ''] = notes[pick % Math.max(1, notes.length)] ?? [];
    const [, other = ''] = notes[(pick + 1) % Math.max(1, notes.length)] ?? [];
    if (path === '') return;
    this.number += 1;
    const put = (changed: string): void => this.vault.put(path, changed);
    const unix = text.replaceAll('\r\n', '\n');
    const trailer = TRAILER.exec(unix)?.[0] ?? '';
    const blocks = unix.match(BLOCK) ?? [];
    // Who throws words away has no claim on them.
    if (
      isWritten(trailer) &&
      (kind === 'drop trailer' ||
        kind === 'cut trailer' ||
        kind === 'trailer of another note' ||
        kind === 'trailer to the top')
    )
      return;
    switch (kind) {
      case 'copy note':
        return this.vault.put(`Copies/copy ${String(this.number)}.md`, text);
      case 'copy note and write':
        return this.vault.put(
          `Copies/copy ${String(this.number)}.md`,
          `${this.word()}\n${unix}`.replace(/^(.*)\n(---\n[\s\S]*?\n---\n)/, '$2$1\n'),
        );
      case 'conflict copy':
        return this.vault.put(
          path.replace(/\.md$/, `.sync-conflict-20260101-00000${String(this.number)}-ABCDEFG.md`),
          text,
        );
      case 'drop trailer':
        return isInTheWay(path, { trailer: '', ids: identitiesIn(unix) })
          ? undefined
          : put(unix.replace(TRAILER, ''));
      case 'cut trailer':
        return trailer === ''
          ? undefined
          : put(
              unix.replace(TRAILER, () => trailer.slice(0, 20 + (place % Math.max(1, trailer.length - 20)))),
            );
      case 'break trailer in two': {
        const spaces = [...trailer.matchAll(/ (?=[a-z]+[:=\d])/g)]
          .map(({ index }) => index)
          .filter((index) => index > 20);
        const at = spaces[place % Math.max(1, spaces.length)] ?? 0;
        return at === 0
          ? undefined
          : put(unix.replace(TRAILER, () => `${trailer.slice(0, at)}\n${trailer.slice(at + 1)}`));
      }
      case 'write behind trailer':
        return put(`${unix.trimEnd()}\n\n${this.word()}\n`);
      case 'write into trailer':
        return trailer === ''
          ? undefined
          : put(unix.replace(TRAILER, () => trailer.replace(' p=', ` ${this.word()} p=`)));
      case 'double trailer':
        return put(`${unix.trimEnd()}\n\n${trailer}\n`);
      case 'trailer to the top':
        return trailer === ''
          ? undefined
          : put(
              unix
                .replace(TRAILER, '')
                .replace(/^(---\n[\s\S]*?\n---\n)/, (front) => `${front}${trailer}\n\n`),
            );
      case 'trailer of another note':
        return put(unix.replace(TRAILER, () => TRAILER.exec(other)?.[0] ?? trailer));
      case 'double block':
        return put(
          unix.replace(TRAILER, () => `${blocks[place % Math.max(1, blocks.length)] ?? ''}\n\n${trailer}`),
        );
      case 'block of another note': {
        const theirs = other.match(BLOCK) ?? [];
        return put(
          unix.replace(TRAILER, () => `${theirs[place % Math.max(1, theirs.length)] ?? ''}\n\n${trailer}`),
        );
      }
      case 'delete block':
        return this.deleteBlock(path, unix, blocks[place % Math.max(1, blocks.length)]);
      case 'bad id':
        // With two wrong ids at once nobody can tell at the first check what the note is of.
        return identitiesIn(unix).length > 1
          ? undefined
          : put(unix.replace(/^(readwise-id|reader-id): .*$/m, '$1: oops!'));
      case 'drop ids':
        return isInTheWay(path, { trailer, ids: [] })
          ? undefined
          : put(unix.replace(/^(?:readwise-id|reader-id): .*\n/gm, ''));
      case 'note of nothing':
        return this.vault.put(
          `Copies/nothing ${String(this.number)}.md`,
          `---\nreadwise-id: 99999${String(this.number)}\n---\n${this.word()}\n\n${trailer}\n`,
        );
      case 'second id':
        return put(
          unix
            .replace(/^reader-id: .*\n/m, '')
            .replace(
              /^readwise-id: (\d+)$/m,
              (line) => `${line}\nreader-id: ${/^reader-id: (\S+)/m.exec(other)?.[1] ?? 'none!'}`,
            ),
        );
      case 'delete note':
        return isWritten(text) ? undefined : this.vault.remove(path);
    }
  }

  /** One in which nobody wrote a word. */
  private deleteBlock(path: string, text: string, block: string | undefined): void {
    if (block === undefined || isWritten(block)) return;
    this.deletedAnchors.push(...anchorsIn(block));
    this.vault.put(path, text.replace(`${block}\n`, ''));
  }

  private word(): string {
    const word = `hurt${String(this.taken + this.words.length + 1)}x`;
    this.words.push(word);
    return word;
  }
}

const isWritten = (text: string): boolean => /(?:mine|hurt)\d+x/.test(text);

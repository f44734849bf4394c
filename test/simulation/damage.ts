import fc from 'fast-check';
import type { MemoryVault } from '../support/memory-vault';
import { identitiesIn, type Person } from './person';

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

const TRAILER = /^%% florilegium 1 .*%%$/m;
const BLOCK = /(?:^>.*\n)+\n\^r[wd]\w+$/gm;

const isWritten = (text: string): boolean => /mine\d+x/.test(text);

/** Does damage to the notes of a vault. What is written on the way is the person's. */
export function doDamage(
  { vault, person }: { readonly vault: MemoryVault; readonly person: Person },
  { kind, pick, place }: Damage,
): void {
  const notes = vault.entries();
  const [path = '', text = ''] = notes[pick % Math.max(1, notes.length)] ?? [];
  const [, other = ''] = notes[(pick + 1) % Math.max(1, notes.length)] ?? [];
  if (path === '') return;
  const unix = text.replaceAll('\r\n', '\n');
  const trailer = TRAILER.exec(unix)?.[0] ?? '';
  const ids = identitiesIn(unix);
  const blockOf = (whole: string): string => {
    const blocks = whole.match(BLOCK) ?? [];
    return blocks[place % Math.max(1, blocks.length)] ?? '';
  };
  const newPath = (name: string): string => `Copies/${name} ${String(notes.length)}.md`;
  const put = (changed: string): void => vault.put(path, changed);
  const putTrailer = (changed: string): void => {
    // Who throws words away has no claim on them.
    if (trailer !== '' && !isWritten(trailer)) put(unix.replace(TRAILER, () => changed));
  };
  // A file without any mark is a person's; with a name that bears an id it has the only one that a new note
  // may have.
  const bearsId = / \(\w+\)\.md$/.test(path);
  switch (kind) {
    case 'copy note':
      return vault.put(newPath('copy'), text);
    case 'copy note and write':
      return vault.put(
        newPath('copy'),
        `${person.newWord()}\n${unix}`.replace(/^(.*)\n(---\n[\s\S]*?\n---\n)/, '$2$1\n'),
      );
    case 'conflict copy':
      return vault.put(
        path.replace(/\.md$/, `.sync-conflict-20260101-${String(notes.length).padStart(6, '0')}-ABCDEFG.md`),
        text,
      );
    case 'drop trailer':
      return bearsId && ids.length === 0 ? undefined : putTrailer('');
    case 'cut trailer':
      return putTrailer(trailer.slice(0, 20 + (place % Math.max(1, trailer.length - 20))));
    case 'break trailer in two': {
      const spaces = [...trailer.matchAll(/ (?=[a-z]+[:=\d])/g)]
        .map(({ index }) => index)
        .filter((index) => index > 20);
      const at = spaces[place % Math.max(1, spaces.length)];
      if (at === undefined) return;
      return put(unix.replace(TRAILER, () => `${trailer.slice(0, at)}\n${trailer.slice(at + 1)}`));
    }
    case 'write behind trailer':
      return put(`${unix.trimEnd()}\n\n${person.newWord()}\n`);
    case 'write into trailer':
      if (trailer === '') return;
      return put(unix.replace(TRAILER, () => trailer.replace(' p=', ` ${person.newWord()} p=`)));
    case 'double trailer':
      return put(`${unix.trimEnd()}\n\n${trailer}\n`);
    case 'trailer to the top':
      if (trailer === '' || isWritten(trailer)) return;
      return put(
        unix.replace(TRAILER, '').replace(/^(---\n[\s\S]*?\n---\n)/, (front) => `${front}${trailer}\n\n`),
      );
    case 'trailer of another note':
      return putTrailer(TRAILER.exec(other)?.[0] ?? trailer);
    case 'double block':
      return put(unix.replace(TRAILER, () => `${blockOf(unix)}\n\n${trailer}`));
    case 'block of another note':
      return put(unix.replace(TRAILER, () => `${blockOf(other)}\n\n${trailer}`));
    case 'delete block': {
      const block = blockOf(unix);
      return block === '' || isWritten(block) ? undefined : put(unix.replace(`${block}\n`, ''));
    }
    case 'bad id':
      // With two wrong ids at once nobody can tell at the first check what the note is of.
      return ids.length > 1 ? undefined : put(unix.replace(/^(readwise-id|reader-id): .*$/m, '$1: oops!'));
    case 'drop ids':
      return bearsId && trailer === ''
        ? undefined
        : put(unix.replace(/^(?:readwise-id|reader-id): .*\n/gm, ''));
    case 'note of nothing':
      return vault.put(
        newPath('nothing'),
        `---\nreadwise-id: 99999${String(notes.length)}\n---\n${person.newWord()}\n\n${trailer}\n`,
      );
    case 'second id': {
      const otherId = /^reader-id: (\S+)/m.exec(other)?.[1] ?? 'none!';
      return put(
        unix
          .replace(/^reader-id: .*\n/m, '')
          .replace(/^readwise-id: (\d+)$/m, (line) => `${line}\nreader-id: ${otherId}`),
      );
    }
    case 'delete note':
      return isWritten(text) ? undefined : vault.remove(path);
  }
}

import { isOperational } from '../../../src/model/errors';
import type { Vault } from '../../../src/model/ports';
import { emptyRecord } from '../../../src/model/record';
import { locateNoteOf, type IsOtherItems, type Located } from '../../../src/sync/plan/locate-note';
import { hasOtherIdentity } from '../../../src/sync/plan/note-identity';
import { vaultWith } from '../../../src/sync/vault-with';
import { aBook } from '../../support/builders';
import { MemoryVault } from '../../support/memory-vault';

const NOTE = '---\nreadwise-id: 7\n---\nText\n';
const IDENTITY = { bookId: '7', documentId: null, partId: null };
const KEY = 'b:7';

interface Search {
  readonly vault: Vault;
  readonly lastPath?: string | null;
  readonly isOtherItems?: IsOtherItems;
}

const find = ({ vault, lastPath = null, isOtherItems }: Search): Promise<Located> =>
  locateNoteOf(
    vault,
    {
      record: { ...emptyRecord(KEY), book: aBook({ id: '7', documentId: null }) },
      places: new Map(lastPath === null ? [] : [[KEY, { path: lastPath }]]),
      isOtherItems,
    },
    { noteKey: KEY, expectedPath: 'Books/Walden.md' },
  );

/**
 * A host that knows where notes were before another program moved them, and hears of it after so many
 * questions.
 */
function hearingLate(vault: MemoryVault, { questions }: { readonly questions: number }): Vault {
  const before = vault.copy();
  let asked = 0;
  return vaultWith(vault, {
    locate: (identity) => ((asked += 1) > questions ? vault : before).locate(identity),
  });
}

describe('the note of an item', () => {
  it('should find a note when another program moved it since the vault was looked through', async () => {
    const vault = new MemoryVault([['A.md', NOTE]]);
    const late = hearingLate(vault, { questions: 1 });
    await vault.rename('A.md', 'B.md');
    expect(await find({ vault: late, lastPath: 'A.md' })).toEqual({
      note: { path: 'B.md', text: NOTE },
      duplicates: [],
    });
  });

  it('should not take a note for deleted when the host does not know yet where another program moved it (I14)', async () => {
    const vault = new MemoryVault([['A.md', NOTE]]);
    const late = hearingLate(vault, { questions: 2 });
    await vault.rename('A.md', 'B.md');
    const problem: unknown = await find({ vault: late, lastPath: 'A.md' }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ problem: { code: 'changed-meanwhile' } });
    expect(isOperational(problem)).toBe(true);
  });

  const pathOf = async (paths: readonly string[]): Promise<string | undefined> =>
    (await find({ vault: new MemoryVault(paths.map((path) => [path, NOTE])) })).note?.path;

  it('should take, of several notes with its id, the one in its place, else the first that bears no name of a copy', async () => {
    expect(await pathOf(['A.md', 'Books/Walden.md', 'Z.md'])).toBe('Books/Walden.md');
    expect(await pathOf(['Mine/Walden (conflicted copy 2024-05-01).md', 'Mine/Walden.md', 'Mine/Z.md'])).toBe(
      'Mine/Walden.md',
    );
    expect(await pathOf(['Mine/Walden 1.md', 'Mine/Walden.md'])).toBe('Mine/Walden.md');
    expect(await pathOf(['Mine/Walden (conflicted copy 2024-05-01).md'])).toBe(
      'Mine/Walden (conflicted copy 2024-05-01).md',
    );
    expect(
      await find({
        vault: new MemoryVault(['A.md', 'B.md', 'C.md'].map((path) => [path, NOTE])),
        lastPath: 'B.md',
      }),
    ).toEqual({ note: { path: 'B.md', text: NOTE }, duplicates: ['A.md', 'C.md'] });
  });

  it("should leave alone what says that it is another item's, or that the device knows as such", async () => {
    const another = NOTE.replace('7', '8');
    const vault = new MemoryVault([
      ['A.md', another],
      ['B.md', NOTE.replace('Text', 'Second')],
      ['C.md', NOTE],
    ]);
    const listing = vaultWith(vault, { locate: () => Promise.resolve(['A.md', 'B.md', 'C.md']) });
    expect((await find({ vault: listing })).note?.path).toBe('B.md');
    expect(
      (await find({ vault: listing, isOtherItems: (path) => Promise.resolve(path === 'B.md') })).note?.path,
    ).toBe('C.md');
    expect(await find({ vault: listing, isOtherItems: () => Promise.resolve(true) })).toEqual({
      note: null,
      duplicates: [],
    });
    // Where it was seen last, another note has been put meanwhile.
    expect((await find({ vault: listing, lastPath: 'A.md' })).note?.path).toBe('B.md');
  });

  it('should tell whoever knows of other items which other ids stand in the note', async () => {
    const told: (readonly string[])[] = [];
    const vault = new MemoryVault([
      ['A.md', '---\nreadwise-id: 7\nreader-id: 01abc\nreadwise-part: rw5\n---\n'],
    ]);
    await find({ vault, isOtherItems: (_, ids) => Promise.resolve(told.push(ids) < 0) });
    expect(told).toEqual([['01abc']]);
  });

  it.each([
    'readwise-id: 7',
    'readwise-id:   "7"  ',
    "readwise-id: '7'",
    'readwise-id: 7 # of Walden',
    'a: [broken\nreadwise-id: 7',
  ])('should know its note by the line %j', async (line) => {
    const vault = new MemoryVault([['A.md', `---\n${line}\n---\nText\n`]]);
    expect(
      (await find({ vault: vaultWith(vault, { locate: () => Promise.resolve([]) }), lastPath: 'A.md' })).note
        ?.path,
    ).toBe('A.md');
    expect(hasOtherIdentity(`---\n${line}\n---\n`, IDENTITY)).toBe(false);
    expect(hasOtherIdentity(`---\n${line}\n---\n`, { ...IDENTITY, bookId: '77' })).toBe(true);
  });

  it.each([
    'readwise-id: 77',
    'readwise-ids: 7',
    'of: readwise-id: 7',
    'readwise-id: 7 or so',
    'readwise-id: "7',
    'reader-id: 7',
    'readwise-part: 7',
  ])('should not take a note for its own by the line %j', async (line) => {
    const vault = new MemoryVault([['A.md', `---\n${line}\n---\nreadwise-id: 7\n`]]);
    expect(
      (await find({ vault: vaultWith(vault, { locate: () => Promise.resolve([]) }), lastPath: 'A.md' })).note,
    ).toBeNull();
  });
});

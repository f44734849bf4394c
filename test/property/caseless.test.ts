import { namedAlike } from '../support/named-alike';
import '../support/use-caseless-disk';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldedPath } from '../../src/notes/names/naming';
import { pathMark, splitNote } from '../../src/notes/note/note';
import { NodeVault } from '../../pkg/vault/node-vault';
import { walkNotes } from '../../pkg/vault/vault-files';
import type { Vault } from '../../src/model/ports';
import { CaselessVault } from '../support/caseless-vault';
import { MemoryStateStore } from '../support/memory-state-store';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { applyChange, serviceChange, type ServiceChange } from '../simulation/service-changes';
import { settings, SMALL_PAGES, World } from '../simulation/world';
import { shareOfHistories } from './runs';

const history: fc.Arbitrary<readonly (ServiceChange | 'sync' | 'lose state')[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: serviceChange },
    { weight: 2, arbitrary: fc.constant('sync' as const) },
    { weight: 1, arbitrary: fc.constant('lose state' as const) },
  ),
  { minLength: 1, maxLength: 25 },
);

/** Titles that differ in nothing but case become folders. */
const BY_TITLE = { settings: settings({ naming: { folder: '{{title}}', fileName: 'On {{title}}' } }) };

interface Disk {
  readonly open: () => Promise<Vault>;
  /** Path, as the disk spells it, and text. */
  readonly entries: () => readonly (readonly [string, string])[];
}

function inMemory(): Disk {
  const vault = new CaselessVault();
  return { open: () => Promise.resolve(vault), entries: () => vault.entries() };
}

function onDisk(): Disk {
  const folder = makeTemporaryFolder();
  let last: NodeVault | null = null;
  return {
    open: async () => {
      await last?.flush();
      return (last = new NodeVault({ folder }));
    },
    entries: () =>
      [...walkNotes(folder)].sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  };
}

jest.setTimeout(900_000);

describe('a disk that ignores case', () => {
  it.each([
    ['in memory', inMemory, 0.3],
    ['under the terminal', onDisk, 0.1],
  ] as const)(
    'should have each note where its own mark says, and the same ones as at first sight, %s (I1, I5, I8)',
    async (_where, makeDisk, share) => {
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const world = await World.create({ pageSizes: SMALL_PAGES });
          const disk = makeDisk();
          let state = new MemoryStateStore();
          for (const step of steps) {
            if (step === 'lose state') {
              // Notes of nothing but what is gone since would be taken for another account's.
              await settle(world, { disk, state });
              state = new MemoryStateStore();
              await settle(world, { disk, state });
            } else if (step !== 'sync') applyChange(world, step);
            else {
              world.pass(30);
              await world.sync({ vault: await disk.open(), state }, BY_TITLE);
            }
          }
          await settle(world, { disk, state });
          for (const [path, text] of disk.entries())
            expect([path, splitNote(text).trailer?.path]).toEqual([path, pathMark(path)]);
          const fresh = inMemory();
          await settle(world, { disk: fresh, state: new MemoryStateStore() });
          expect(namedAlike(disk.entries()).map(alike).sort()).toEqual(
            namedAlike(fresh.entries()).map(alike).sort(),
          );
          await world.close();
        }),
        shareOfHistories(share),
      );
    },
  );
});

const settle = async (
  world: World,
  { disk, state }: { readonly disk: Disk; readonly state: MemoryStateStore },
): Promise<void> => world.settle({ vault: await disk.open(), state }, BY_TITLE);

/** The spelling of a folder is that of the note that came first, and its mark is in the trailer. */
const alike = ([path, text]: readonly [string, string]): string =>
  `${foldedPath(path)}\n${text.slice(0, text.lastIndexOf('%% florilegium'))}`;

import { recover } from '../../../src/sync/journal/recover';
import { writeSection } from '../../../src/features/daily/write-section';
import { EmptyingVault } from '../../support/emptying-vault';
import { MemoryStateStore } from '../../support/memory-state-store';

const PATH = 'Daily/2026-11-22.md';
const MINE = 'Breakfast with Anna.\n';
const WHOLE = `${MINE}\nHighlights of the day\n`;

const section = (current: string | null): string | null =>
  current?.includes('Highlights') === true ? null : `${current ?? ''}\nHighlights of the day\n`;

describe('a section that the app was writing into a note of the person’s when it was killed', () => {
  let state: MemoryStateStore;
  let vault: EmptyingVault;

  const write = () =>
    writeSection({ vault, state }, { path: PATH, initialText: () => Promise.resolve(''), section });

  beforeEach(async () => {
    state = new MemoryStateStore();
    vault = new EmptyingVault([[PATH, MINE]], 1);
    await expect(write()).rejects.toThrow('killed');
    expect(vault.entries()).toEqual([[PATH, '']]);
  });

  it('should leave the words that stood there, once a sync begins (I2, I6)', async () => {
    expect(await recover({ vault, state })).toBe(1);
    expect(vault.entries()).toEqual([[PATH, MINE]]);
    expect(await recover({ vault, state })).toBe(0);
  });

  it('should end the same when it is written again before that', async () => {
    expect(await write()).toBe('updated');
    expect(vault.entries()).toEqual([[PATH, WHOLE]]);
  });

  it('should leave alone what the person has begun anew', async () => {
    vault.put(PATH, 'Begun anew.');
    await recover({ vault, state });
    expect(vault.entries()).toEqual([[PATH, 'Begun anew.']]);
    vault.put(PATH, '');
    await recover({ vault, state });
    expect(vault.entries()).toEqual([[PATH, '']]);
  });
});

import { putPlace } from '../../../src/store/note-places';
import { VaultHealth } from '../../../src/sync/plan/vault-health';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';

const NOTES = 1200;
const FOUND = { isAnyMissing: false, areAllFound: true };

const idOf = (index: number): string => String(100_000 + index);
const pathOf = (index: number): string => `Readwise/${idOf(index)}.md`;
const textOf = (index: number): string => `---\nreadwise-id: ${idOf(index)}\n---\nText\n`;

class Surveyed extends MemoryVault {
  surveys = 0;
  override survey(): ReturnType<MemoryVault['survey']> {
    this.surveys += 1;
    return super.survey();
  }
}

describe('a look whether a large vault is whole', () => {
  let vault: Surveyed;
  let state: MemoryStateStore;
  const health = (): VaultHealth =>
    new VaultHealth({
      vault,
      state,
      folder: 'Readwise',
      confirmation: undefined,
    });

  beforeEach(async () => {
    const all = Array.from({ length: NOTES }, (_, index) => index);
    vault = new Surveyed(all.map((index) => [pathOf(index), textOf(index)]));
    state = new MemoryStateStore();
    await state.commit(all.map((index) => putPlace(`b:${idOf(index)}`, { path: pathOf(index) })));
  });

  it('should not go through all of it when the notes to write and a sample are there', async () => {
    await health().check(FOUND);
    expect(vault.surveys).toBe(0);
  });

  it('should go through all of it when a note of the sample is gone, and stop when most are', async () => {
    vault.remove(pathOf(1));
    await health().check(FOUND);
    expect(vault.surveys).toBe(1);
    for (let index = 2; index < NOTES; index += 1) vault.remove(pathOf(index));
    await expect(health().check(FOUND)).rejects.toMatchObject({ problem: { code: 'vault-incomplete' } });
  });

  it('should go through all of it when a note is to be made, or one is missing', async () => {
    await health().check({ isAnyMissing: false, areAllFound: false });
    await health().check({ isAnyMissing: true, areAllFound: false });
    expect(vault.surveys).toBe(2);
  });
});

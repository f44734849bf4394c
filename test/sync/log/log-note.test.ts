import type { SyncReport } from '../../../src/core/report';
import { mendCutNotes } from '../../../src/sync/history/mend-cut-notes';
import { RunLog } from '../../../src/sync/log/log-note';
import { withLogEntry, type LogEntry } from '../../../src/sync/log/log-note-text';
import { EmptyingVault } from '../../support/emptying-vault';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';

const REPORT: SyncReport = {
  ...{ outcome: 'done', requests: 4, vaultWrites: 1, durationMs: 5, failures: [], conflicts: [] },
  notes: {
    created: 1,
    updated: 0,
    renamed: 0,
    trashed: 0,
    archived: 0,
    kept: 0,
    unchanged: 0,
    conflicts: 0,
    failed: 0,
  },
};
const QUIET: SyncReport = { ...REPORT, vaultWrites: 0 };
const FAILED: SyncReport = {
  ...QUIET,
  outcome: 'failed',
  cause: 'service',
  failures: [{ id: 'sync', path: null, message: 'no answer' }],
};

const entry = (number: number, values: Partial<LogEntry> = {}): LogEntry => ({
  time: `2026-11-22 03:${String(number).padStart(2, '0')}`,
  text: `did ${String(number)}`,
  details: [],
  ...values,
});
const add = (text: string, one: LogEntry, isNews = true): string => withLogEntry(text, one, { isNews });
const visible = (text: string): string => text.replace(/ %%.*?%%/g, '');

describe('withLogEntry', () => {
  it('should add entries at the end, behind what the person wrote', () => {
    const text = add(
      add('# My log\n\nA word of mine.\n', entry(1)),
      entry(2, { details: ['[[A|A]]: broken'] }),
    );
    expect(visible(text)).toBe(
      '# My log\n\nA word of mine.\n\n- 2026-11-22 03:01 did 1\n- 2026-11-22 03:02 did 2\n  - [[A|A]]: broken\n',
    );
  });

  it('should keep the last 200 entries, and every line that the person wrote or wrote into', () => {
    let text = '';
    for (let number = 0; number < 200; number += 1) {
      text = add(text, entry(number, { details: [`[[Note ${String(number)}|N]]`] }));
      if (number === 0) text = text.replace('did 0', 'did 0, and I was there');
      if (number === 1) text = `${text}  - a remark of mine\n`;
      if (number === 2) text = `${text}Between.\n`;
    }
    for (let number = 200; number < 210; number += 1) text = add(text, entry(number));
    const lines = visible(text).split('\n');
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(202);
    for (const kept of ['did 0, and I was there', '  - a remark of mine', 'Between.', 'did 1', 'did 209'])
      expect(visible(text)).toContain(kept);
    expect(visible(text)).not.toMatch(/did 2$/m);
    expect(text).not.toContain('[[Note 2|');
  });

  it('should know an entry again when the app has led its links after a note that moved', () => {
    let text = add('', entry(1, { text: 'made [[Old|Old]]' })).replace('[[Old|Old]]', '[[New/Old|Old]]');
    for (let number = 2; number < 203; number += 1) text = add(text, entry(number));
    expect(text).not.toContain('[[New/Old|Old]]');
  });

  it('should not say twice in a row that the same failed', () => {
    const failed = (minute: number) => entry(minute, { text: 'the sync failed' });
    const once = add('', failed(1), false);
    expect(add(once, failed(2), false)).toBe(once);
    expect(add(once, entry(3, { text: 'something else failed' }), false)).not.toBe(once);
  });

  it('should keep the line ends of the note', () => {
    expect(visible(add('Mine.\r\n', entry(1)))).toBe('Mine.\r\n\r\n- 2026-11-22 03:01 did 1\r\n');
    const twice = add(add('Mine.\r\n', entry(1)), entry(2));
    expect(visible(twice)).toBe('Mine.\r\n\r\n- 2026-11-22 03:01 did 1\r\n- 2026-11-22 03:02 did 2\r\n');
  });
});

describe('RunLog', () => {
  const told: (readonly string[])[] = [];
  let state: MemoryStateStore;
  const logOf = (vault: MemoryVault, note: string | null = 'Logs/Sync') =>
    new RunLog({
      note: () => note,
      withBoth: (use) => use({ vault, state }),
      entryOf: ({ outcome }, made) => {
        told.push(made);
        return entry(told.length, { text: outcome });
      },
    });
  beforeEach(() => {
    told.splice(0);
    state = new MemoryStateStore();
  });

  it('should make the note, and name the notes that came to be where they are', async () => {
    const vault = new MemoryVault();
    const log = logOf(vault);
    await log.around(async () => {
      const seen = log.through(vault);
      await seen.create('B.md', 'b');
      await seen.create('A.md', 'a');
      await seen.rename('A.md', 'C.md');
      return REPORT;
    });
    expect(told).toEqual([['B.md', 'C.md']]);
    expect(visible((await vault.read('Logs/Sync.md')) ?? '')).toBe('- 2026-11-22 03:01 done\n');
  });

  it.each([
    ['a quiet sync', QUIET],
    ['a dry run', { ...REPORT, plan: [] }],
    ['a sync that was cancelled', { ...FAILED, cause: 'cancelled' as const }],
  ])('should say nothing of %s', async (_case, report) => {
    const vault = new MemoryVault();
    expect(await logOf(vault).around(() => Promise.resolve(report))).toBe(report);
    expect(vault.entries()).toEqual([]);
  });

  it('should tell of a sync that failed', async () => {
    const vault = new MemoryVault();
    await logOf(vault).around(() => Promise.resolve(FAILED));
    expect(visible((await vault.read('Logs/Sync.md')) ?? '')).toBe('- 2026-11-22 03:01 failed\n');
  });

  it('should write nothing when no log is wanted', async () => {
    const vault = new MemoryVault();
    await logOf(vault, null).around(() => Promise.resolve(REPORT));
    expect(vault.entries()).toEqual([]);
  });

  it('should say in the report that the log could not be written', async () => {
    const vault = new MemoryVault();
    vault.put('Logs/.Sync.md.icloud', '');
    const report = await logOf(vault).around(() => Promise.resolve(REPORT));
    expect(report.outcome).toBe('partial');
    expect(report.failures).toHaveLength(1);
  });

  it('should say in the report that something else has the name of the log, and leave that alone', async () => {
    const vault = new OneNameVault([['Logs/sync.md', 'Mine.']]);
    const { outcome, failures } = await logOf(vault).around(() => Promise.resolve(REPORT));
    expect([outcome, failures.map(({ id, path }) => [id, path])]).toEqual([
      'partial',
      [['log', 'Logs/Sync.md']],
    ]);
    expect(failures[0]?.message).toContain('Could not write “Logs/Sync.md”');
    expect(vault.entries()).toEqual([['Logs/sync.md', 'Mine.']]);
  });

  it('should have its text again with the next run when the app was killed while it wrote it (I2)', async () => {
    const vault = new EmptyingVault([['Logs/Sync.md', 'Mine.\n']], 1);
    await expect(logOf(vault).around(() => Promise.resolve(REPORT))).rejects.toThrow('killed');
    expect(await vault.read('Logs/Sync.md')).toBe('');
    await mendCutNotes({ vault, state });
    expect(await vault.read('Logs/Sync.md')).toBe('Mine.\n');
  });

  it('should add to the note when another program makes it in the same moment', async () => {
    const vault = new LateVault();
    expect(await logOf(vault).around(() => Promise.resolve(REPORT))).toBe(REPORT);
    expect(visible((await vault.read('Logs/Sync.md')) ?? '')).toBe('Theirs.\n\n- 2026-11-22 03:01 done\n');
  });
});

/** As where names that differ only in their capital letters are not told apart. */
class OneNameVault extends MemoryVault {
  override create(path: string, text: string): Promise<'created' | 'exists'> {
    return this.entries().some(([other]) => other.toLowerCase() === path.toLowerCase())
      ? Promise.resolve('exists')
      : super.create(path, text);
  }
}

/** Another program is faster each time that a note is made. */
class LateVault extends MemoryVault {
  override create(path: string, text: string): Promise<'created' | 'exists'> {
    this.put(path, 'Theirs.\n');
    return super.create(path, text);
  }
}

import type { SyncReport } from '../../core/report';
import type { SectionVerdict } from '../../core/views/note-section';
import type { StateStore, Vault } from '../../ports';
import { isOperational } from '../sync-errors';
import { vaultWith } from '../vault-with';
import { writeSection } from '../views/write-section';
import { withLogEntry, type LogEntry } from './log-note-text';

export interface RunLogOptions {
  /** Within the vault, without `.md`; null where no log is wanted. */
  readonly note: () => string | null;
  readonly withBoth: <Result>(
    use: (both: { readonly vault: Vault; readonly state: StateStore }) => Promise<Result>,
  ) => Promise<Result>;
  /** What a host says of a run, by the time and in the language of the person. `made`: paths of the notes that came to be. */
  readonly entryOf: (report: SyncReport, made: readonly string[]) => LogEntry;
}

/** Tells at the end of the log note of each run that changed anything or failed. */
export class RunLog {
  /** Notes that came to be in the run that is on. */
  private made: Set<string> | null = null;

  constructor(private readonly options: RunLogOptions) {}

  /** The vault as a run is to be given it. */
  through(vault: Vault): Vault {
    return this.made === null ? vault : notingMade(vault, this.made);
  }

  /** Runs something, one at a time. What goes wrong with the log is in the report, and undoes nothing. */
  async around(run: () => Promise<SyncReport>): Promise<SyncReport> {
    const note = this.options.note();
    if (note === null) return run();
    const made = new Set<string>();
    this.made = made;
    try {
      const report = await run();
      return isWorthTelling(report)
        ? await this.told(report, { path: `${note}.md`, made: [...made].sort() })
        : report;
    } finally {
      this.made = null;
    }
  }

  private async told(
    report: SyncReport,
    { path, made }: { readonly path: string; readonly made: readonly string[] },
  ): Promise<SyncReport> {
    try {
      const entry = this.options.entryOf(report, made);
      const section = (current: string | null): SectionVerdict => {
        const text = withLogEntry(current ?? '', entry, { isNews: report.vaultWrites > 0 });
        return text === current ? { kind: 'unchanged' } : { kind: 'changed', text };
      };
      await this.options.withBoth((both) =>
        writeSection(both, { path, beginning: () => Promise.resolve(null), section }),
      );
      return report;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const failure = { id: 'log', path, message: error.message };
      return {
        ...report,
        outcome: report.outcome === 'done' ? 'partial' : report.outcome,
        failures: [...report.failures, failure],
      };
    }
  }
}

const isWorthTelling = ({ plan, cause, vaultWrites, failures, hold }: SyncReport): boolean =>
  plan === undefined &&
  cause !== 'cancelled' &&
  (vaultWrites > 0 || failures.length > 0 || hold !== undefined);

/** The same vault, which notes where notes are that were made through it. */
const notingMade = (vault: Vault, made: Set<string>): Vault =>
  vaultWith(vault, {
    create: async (path, text) => {
      const result = await vault.create(path, text);
      if (result === 'created') made.add(path);
      return result;
    },
    rename: async (from, to) => {
      const result = await vault.rename(from, to);
      if (result === 'renamed' && made.delete(from)) made.add(to);
      return result;
    },
  });

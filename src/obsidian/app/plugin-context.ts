import { Events, type Plugin } from 'obsidian';
import { errorText } from '../../messages/messages';
import type { SyncReport } from '../../model/report';
import { isOperational } from '../../model/errors';
import { isQuiet, readRuns, type RunRecord } from '../../sync/journal/run-history';
import { type LastRuns, lastRunsOf } from '../../sync/journal/last-runs';
import { AppEngine } from './app-engine';
import { KnownTags } from './known-tags';
import { readQuietSync, rememberQuietSync } from './quiet-sync';
import { endGuidedStart } from './start-memory';
import { databaseNameOf } from '../state/state-name';
import { PERMISSION } from '../strings/permission-strings';
import { RESULT } from '../strings/strings';
import { Notices } from './notices';
import { OutboxSender } from './outbox-sender';
import { runOnce } from './run-once';
import {
  isLibrarySync,
  SyncController,
  type RunRequest,
  type StartOptions,
  type SyncRun,
} from './sync-controller';
import { SyncProgress } from './sync-progress';
import type { SyncSchedule } from './sync-schedule';

/** What windows, views and commands work with: the engine, the running sync, and notices. */
export class PluginContext extends AppEngine {
  readonly notices: Notices;
  readonly progress = new SyncProgress();
  readonly syncs: SyncController;
  readonly outbox = new OutboxSender(this);
  readonly tags = new KnownTags(this);
  /**
   * Triggers `decided` when the user has settled something that a notice may wait for, and `outbox` when the
   * outbox has changed.
   */
  readonly events = new Events();
  /** Null until Obsidian's layout is ready. */
  schedule: SyncSchedule | null = null;

  constructor(readonly plugin: Plugin) {
    super(plugin);
    this.notices = new Notices(plugin);
    this.syncs = new SyncController({
      progress: this.progress,
      notices: this.notices,
      // The state may be replaced by another while a run goes on.
      lockName: () => databaseNameOf(this.app, 'outbox'),
      run: (run) => this.run(run),
    });
  }

  async readLastRuns(): Promise<LastRuns> {
    return this.lastRunsOf(await this.withState(readRuns));
  }

  lastRunsOf(history: readonly RunRecord[]): LastRuns {
    return lastRunsOf(history, readQuietSync(this.app));
  }

  /** Shows the user that something went wrong. */
  readonly onError = (error: unknown): void => {
    if (isOperational(error)) this.notices.showProblem(RESULT.refused(errorText(error)));
    else this.notices.showError(error);
  };

  /** Queues what the user asked for. */
  request(request: RunRequest = {}): void {
    this.sync({ origin: 'user', ...request }).catch(this.onError);
  }

  /** Resolves when the run has ended; null when it was not started, or was queued. */
  async sync(options: StartOptions): Promise<SyncReport | null> {
    await this.store.load();
    // These tasks do not call the service.
    const needsToken = options.task !== 'render' && options.undo === undefined;
    if (!this.isReady(needsToken, options.origin)) return null;
    return this.syncs.start(options);
  }

  /** Starts a scheduled sync; false when it cannot start now. */
  startScheduledSync(): boolean {
    if (this.syncs.isRunning || !this.isReady(true, 'schedule')) return false;
    this.sync({ origin: 'schedule' }).catch(this.onError);
    return true;
  }

  /** Whether a run could start; shows the user why not. */
  isReady(needsToken: boolean, origin: StartOptions['origin'] = 'user'): boolean {
    const problem = this.problem(needsToken);
    if (problem !== null) this.syncs.display?.showNotReady(problem, origin);
    return problem === null;
  }

  /** Why a run cannot start; null when it can. */
  problem(needsToken: boolean): string | null {
    if (this.syncs.isUnloaded) return RESULT.isOff;
    const { problems } = this.store;
    if (problems.length > 0) return RESULT.badSettings(problems.join('; '));
    if (!needsToken) return null;
    const { question, token } = this.account;
    if (question !== null) return PERMISSION.notice(question);
    return token === null ? RESULT.noToken : null;
  }

  private async run(run: SyncRun): Promise<SyncReport> {
    endGuidedStart(this.app);
    const report = this.withNotices(await runOnce(this, run));
    if (report.cause === 'token') this.account.setAccepted(false);
    if (isLibrarySync(run) && report.outcome !== 'failed') {
      this.account.setAccepted(true);
      await this.outbox.afterSync(run.signal, { onlyDue: run.origin !== 'user' });
      this.outbox.countLocalChanges();
    }
    if (isLibrarySync(run) && report.outcome !== 'failed') this.schedule?.syncEnded();
    else if (report.cause === 'service' || report.cause === 'device') this.schedule?.syncFailed();
    if (isLibrarySync(run) && isQuiet(report)) rememberQuietSync(this.app);
    return report;
  }
}

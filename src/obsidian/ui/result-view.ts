import { Notice } from 'obsidian';
import { openConflicts } from '../../features/conflicts/open-conflicts';
import type { LeftOutNote, SyncReport } from '../../model/report';
import type { PluginContext } from '../app/plugin-context';
import { OUT_OF_SCOPE } from '../strings/settings-strings';
import type { Destination } from '../app/account';
import type { NoticeButton } from '../app/notices';
import type { SyncDisplay, SyncOrigin } from '../app/sync-controller';
import { ProgressView } from './progress-view';
import { failureLines, problemText, resultText } from './components/result-text';
import { openSettings } from './components/open-settings';
import { permissionAnswers } from './components/permission';
import { CONFIRMATIONS } from './status/connection-section';
import { openStatusView } from './status/status-view';
import { PERMISSION } from '../strings/permission-strings';
import { COMMANDS, RESULT, STATUS } from '../strings/strings';
import { reviewHold } from './windows/hold-modal';
import { OutOfScopeModal } from './windows/out-of-scope-modal';
import { currentHold } from '../../store/read-state';

const LONG_ENOUGH_TO_READ_MS = 10_000;
const UNTIL_DISMISSED = 0;
/** Notices about the token or the settings replace each other. */
const SETTINGS_TOPIC = 'settings';
const PERMISSION_TOPIC = 'permission';

/** A notice that stays until its topic is settled. */
interface OpenNotice {
  readonly notice: Notice;
  readonly isSettled: () => boolean | Promise<boolean>;
}

/** Shows how a sync ended. A background sync shows only problems that need the user, each once. */
export class ResultView implements SyncDisplay {
  private readonly progressView: ProgressView;
  private lastProblem: string | null = null;
  private readonly openNotices = new Map<string, OpenNotice>();
  private readonly openSettings: NoticeButton;
  /** The question that was asked last. */
  private lastQuestion: Destination | null = null;

  constructor(
    private readonly context: PluginContext,
    statusBar: HTMLElement | null,
  ) {
    this.progressView = new ProgressView(context.progress, statusBar, () => openStatusView(context));
    this.openSettings = { label: RESULT.openSettings, act: () => openSettings(context.plugin) };
    context.plugin.register(
      context.store.onChange(() => {
        this.settle();
        this.askForPermission();
      }),
    );
    context.app.workspace.onLayoutReady(() => this.askForPermission());
    context.plugin.registerEvent(context.account.on('change', () => this.settle()));
    context.plugin.registerEvent(context.events.on('decided', () => this.settle()));
  }

  openNotice(): void {
    this.progressView.openNotice();
  }

  show(report: SyncReport, origin: SyncOrigin): void {
    const problem = problemText(report);
    const fullText = problem === null ? null : [problem, ...failureLines(report)].join('\n');
    const isNew = fullText !== this.lastProblem;
    // An interrupted sync does not show whether earlier problems are solved.
    if (problem !== null || report.outcome === 'done') this.lastProblem = fullText;
    if (origin === 'user') this.showEnd(resultText(report), report);
    else if (problem !== null && isNew) this.showEnd(problem, report);
    if (report.outOfScope !== undefined) this.askAbout(report.outOfScope, origin);
    this.settle();
  }

  /** A background sync is silent about a missing token or invalid settings. */
  showNotReady(message: string, origin: SyncOrigin): void {
    const { context } = this;
    if (origin !== 'user') return;
    const { question } = context.account;
    if (context.syncs.isUnloaded) new Notice(message, LONG_ENOUGH_TO_READ_MS);
    else if (question !== null) this.showQuestion(question);
    else
      this.keepOpen(SETTINGS_TOPIC, {
        notice: context.notices.offer(message, this.openSettings),
        isSettled: () => context.problem(true) !== message,
      });
  }

  /** Asks by itself once for each address and secret that the vault brings. */
  private askForPermission(): void {
    const { account, app, syncs } = this.context;
    const { question } = account;
    const isAsked = JSON.stringify(question) === JSON.stringify(this.lastQuestion);
    if (isAsked || syncs.isUnloaded || !app.workspace.layoutReady) return;
    this.lastQuestion = question;
    if (question !== null) this.showQuestion(question);
  }

  private showQuestion(question: Destination): void {
    const { context } = this;
    const buttons = permissionAnswers(context, question).map(({ label, act }) => ({
      label,
      act: () => void act().catch(context.onError),
    }));
    this.keepOpen(PERMISSION_TOPIC, {
      notice: context.notices.offerChoice(PERMISSION.notice(question), buttons),
      isSettled: () => JSON.stringify(context.account.question) !== JSON.stringify(question),
    });
  }

  showCancelled(origin: SyncOrigin, text: string): void {
    if (origin === 'user') new Notice(text);
  }

  showError(error: unknown): void {
    this.context.notices.showError(error);
  }

  /** Closes the notices whose topic is settled. */
  private settle(): void {
    for (const [topic, notice] of this.openNotices) this.settleOne(topic, notice).catch(this.context.onError);
  }

  private showEnd(text: string, report: SyncReport): void {
    const { context, lastProblem } = this;
    const { hold, outcome, cause, conflicts } = report;
    const failures = failureLines(report);
    const isSolved = (): boolean => this.lastProblem !== lastProblem;
    const showStatus = { label: STATUS.show, act: () => openStatusView(context) };
    if (hold !== undefined) {
      const act = (): void => void reviewHold(context).catch(context.onError);
      this.keepOpen('hold', {
        notice: context.notices.offer(text, { label: RESULT.review, act }, failures),
        isSettled: async () => (await context.withState(currentHold)) === null,
      });
    } else if (cause === 'account' || cause === 'vault') {
      const confirmation = CONFIRMATIONS[cause];
      const act = (): void => context.request({ confirmation });
      this.keepOpen(cause, {
        notice: context.notices.offer(text, { label: COMMANDS[confirmation], act }),
        isSettled: isSolved,
      });
    } else if (cause === 'token' || cause === 'settings') {
      const { token } = context.account;
      this.keepOpen(SETTINGS_TOPIC, {
        notice: context.notices.offer(text, this.openSettings),
        isSettled: () => isSolved() || (cause === 'token' && context.account.token !== token),
      });
    } else if (outcome === 'partial')
      this.keepOpen(outcome, {
        notice: context.notices.offer(text, showStatus, failures),
        isSettled: isSolved,
      });
    else if (outcome !== 'done')
      this.keepOpen(outcome, { notice: new Notice(text, UNTIL_DISMISSED), isSettled: isSolved });
    else if (conflicts.length > 0)
      this.keepOpen('conflicts', {
        notice: context.notices.offer(text, showStatus, failures),
        isSettled: this.onceSettled(),
      });
    else new Notice(text, LONG_ENOUGH_TO_READ_MS);
  }

  /** Conflicts in properties leave no callout, so they are settled only after an open one was seen. */
  private onceSettled(): OpenNotice['isSettled'] {
    let wasOpen = false;
    return async () => {
      const isOpen = (await this.context.withBoth(openConflicts)).length > 0;
      const isSettled = wasOpen && !isOpen;
      wasOpen ||= isOpen;
      return isSettled;
    };
  }

  /** Asks at once only when the user started the sync; otherwise they may be writing. */
  private askAbout(notes: readonly LeftOutNote[], origin: SyncOrigin): void {
    const { context } = this;
    const act = (): void => new OutOfScopeModal(context, notes).open();
    if (origin === 'user') {
      act();
      return;
    }
    // Each note is reported once, so earlier notices about other notes stay.
    this.keepOpen(notes.map(({ id }) => id).join(' '), {
      notice: context.notices.offer(OUT_OF_SCOPE.notice(notes.length), { label: OUT_OF_SCOPE.decide, act }),
      isSettled: () => context.settings.outOfScope !== 'ask',
    });
  }

  private keepOpen(topic: string, notice: OpenNotice): void {
    this.openNotices.get(topic)?.notice.hide();
    this.openNotices.set(topic, notice);
  }

  private async settleOne(topic: string, { notice, isSettled }: OpenNotice): Promise<void> {
    if (!(await isSettled())) return;
    notice.hide();
    if (this.openNotices.get(topic)?.notice === notice) this.openNotices.delete(topic);
  }
}

import { openConflicts } from '../../features/conflicts/open-conflicts';
import type { SyncReport } from '../../model/report';
import { countUndoneNotes } from '../../sync/plan/undone-notes';
import { currentHold } from '../../store/read-state';
import type { Destination } from '../app/app-account';
import type { NoticeButton, Question } from '../app/notices';
import type { PluginContext } from '../app/plugin-context';
import type { SyncDisplay, SyncOrigin } from '../app/sync-controller';
import { PERMISSION } from '../strings/permission-strings';
import { RESULT } from '../strings/strings';
import { openSettings } from './components/open-settings';
import { permissionAnswers } from './components/permission';
import { undoneAnswers } from './pane/history';
import { failureLines, problemText, resultText } from './components/result-text';
import { answersTo } from './pane/connection';
import { openStatusView } from './pane/status-view';
import { ProgressView } from './progress-view';
import { reviewHold, reviewLeftOut } from './windows/removals';

/** A sync that could not start. */
const SETTINGS_TOPIC = 'settings';
const PERMISSION_TOPIC = 'permission';
/** How the last sync ended. */
const END_TOPIC = 'end';

type IsSettled = () => boolean | Promise<boolean>;

interface Asked extends Question {
  readonly isSettled: IsSettled;
}

/** Says how a sync ended, in one notice. A background sync says only what needs the person, each once. */
export class ResultView implements SyncDisplay {
  private readonly progressView: ProgressView;
  private lastProblem: string | null = null;
  /** When the open questions are settled, by topic. */
  private readonly open = new Map<string, IsSettled>();
  private readonly openSettings: NoticeButton;
  /** The question that was asked last. */
  private lastQuestion: Destination | null = null;

  constructor(
    private readonly context: PluginContext,
    statusBar: HTMLElement | null,
  ) {
    this.progressView = new ProgressView(context, statusBar);
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
    const unasked = problem !== null && isNew ? RESULT.unasked(problem) : null;
    this.showEnd(origin === 'user' ? resultText(report) : unasked, report);
    this.settle();
  }

  /** A background sync is silent about a missing token or invalid settings. */
  showNotReady(message: string, origin: SyncOrigin): void {
    const { context } = this;
    if (origin !== 'user') return;
    const { question } = context.account;
    if (context.syncs.isUnloaded) context.notices.say(message);
    else if (question !== null) this.showQuestion(question);
    else
      this.ask(SETTINGS_TOPIC, {
        text: message,
        buttons: [this.openSettings],
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
    this.ask(PERMISSION_TOPIC, {
      text: PERMISSION.notice(question),
      buttons,
      isSettled: () => JSON.stringify(context.account.question) !== JSON.stringify(question),
    });
  }

  showCancelled(origin: SyncOrigin, text: string): void {
    if (origin === 'user') this.context.notices.say(text);
  }

  showError(error: unknown): void {
    this.context.notices.showError(error);
  }

  /** `result`: null when nothing is said of how it ended. */
  private showEnd(result: string | null, report: SyncReport): void {
    const { context } = this;
    const end = result === null ? null : this.questionOf(report);
    const lines = failureLines(report);
    const leftOut = report.outOfScope ?? [];
    let undecided = leftOut;
    const review = (): void =>
      reviewLeftOut(context, undecided, (rest) => {
        undecided = rest;
        context.events.trigger('decided');
      });
    // Each of these notes is reported once, so the question about them stays until it is answered.
    if (leftOut.length > 0)
      this.ask(leftOut.map(({ id }) => id).join(' '), {
        text:
          end === null && result !== null
            ? `${result} ${RESULT.leftOut(leftOut.length)}`
            : RESULT.unasked(RESULT.leftOut(leftOut.length)),
        buttons: [{ label: RESULT.review, act: review }],
        isSettled: () => undecided.length === 0 || context.settings.outOfScope !== 'ask',
      });
    if (result === null) return;
    if (end !== null) {
      this.ask(END_TOPIC, { text: result, lines, ...end });
      return;
    }
    this.forget(END_TOPIC);
    if (leftOut.length === 0) context.notices.say(result, lines);
  }

  /** What the person has to do after a sync; null for nothing. */
  private questionOf({
    hold,
    outcome,
    cause,
    conflicts,
    undoneNotes,
  }: SyncReport): Pick<Asked, 'buttons' | 'isSettled'> | null {
    const { context, lastProblem } = this;
    const isSolved = (): boolean => this.lastProblem !== lastProblem;
    const showStatus = { label: RESULT.showStatus, act: () => openStatusView(context) };
    if (hold !== undefined) {
      const act = (): void => void reviewHold(context).catch(context.onError);
      const isSettled = async (): Promise<boolean> => (await context.withState(currentHold)) === null;
      return { buttons: [{ label: RESULT.review, act }], isSettled };
    }
    const answers = answersTo(cause, context);
    if (answers.length > 0)
      return {
        buttons: answers.map(({ text, act }) => ({ label: text, act: () => void act() })),
        isSettled: isSolved,
      };
    if (cause === 'token') {
      const { token } = context.account;
      return { buttons: [this.openSettings], isSettled: () => isSolved() || context.account.token !== token };
    }
    if (cause === 'settings') return { buttons: [this.openSettings], isSettled: isSolved };
    if (outcome === 'partial') return { buttons: [showStatus], isSettled: isSolved };
    if (outcome !== 'done') return { buttons: [], isSettled: isSolved };
    if (conflicts.length > 0) return { buttons: [showStatus], isSettled: this.onceSettled() };
    if (undoneNotes === undefined) return null;
    const { settings, host } = context;
    const hasNone = async (): Promise<boolean> =>
      (await context.withState((state) => countUndoneNotes({ ...host, state, settings }))) === null;
    return { buttons: undoneAnswers(context, undoneNotes), isSettled: hasNone };
  }

  /** Second notes of an item leave no callout, so conflicts are settled only after an open one was seen. */
  private onceSettled(): IsSettled {
    let wasOpen = false;
    return async () => {
      const isOpen = (await this.context.withBoth(openConflicts)).length > 0;
      const isSettled = wasOpen && !isOpen;
      wasOpen ||= isOpen;
      return isSettled;
    };
  }

  private ask(topic: string, { isSettled, ...question }: Asked): void {
    this.open.set(topic, isSettled);
    this.context.notices.ask(topic, question);
  }

  private forget(topic: string): void {
    this.open.delete(topic);
    this.context.notices.settle(topic);
  }

  /** Closes the notices whose topic is settled. */
  private settle(): void {
    for (const [topic, isSettled] of this.open) this.settleOne(topic, isSettled).catch(this.context.onError);
  }

  private async settleOne(topic: string, isSettled: IsSettled): Promise<void> {
    if ((await isSettled()) && this.open.get(topic) === isSettled) this.forget(topic);
  }
}

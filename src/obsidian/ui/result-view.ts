import { openConflicts } from '../../features/conflicts/open-conflicts';
import { undoneSteps } from '../../messages/report-messages';
import { resultMessage, type NextStep } from '../../messages/result-messages';
import { runEndOf, type SyncReport } from '../../model/report';
import { countUndoneNotes } from '../../sync/plan/undone-notes';
import { readOutbox } from '../../store/outbox-store';
import { currentHold } from '../../store/read-state';
import { undoOf } from '../../sync/journal/undo-state';
import type { Destination } from '../app/app-account';
import type { Question } from '../app/notices';
import type { PluginContext } from '../app/plugin-context';
import type { SyncDisplay, SyncOrigin } from '../app/sync-controller';
import { PERMISSION } from '../strings/permission-strings';
import { NEXT_STEPS, RESULT } from '../strings/strings';
import { permissionAnswers } from './components/permission';
import { problemLines, resultLines } from './components/result-text';
import { buttonsFor, IN_STATUS } from './pane/next-steps';
import { isStatusShown } from './pane/status-view';
import { ProgressView } from './progress-view';
import { reviewLeftOut } from './windows/removals';

/** A sync that could not start. */
const SETTINGS_TOPIC = 'settings';
const PERMISSION_TOPIC = 'permission';
/** How the last sync ended. */
const END_TOPIC = 'end';

type IsSettled = () => boolean | Promise<boolean>;

interface Asked extends Question {
  readonly isSettled: IsSettled;
  /** What its buttons offer: when that is opened in another way, the notice closes as well. */
  readonly offers?: readonly NextStep[];
}

/** A change that waits, and that has changed in Readwise too. */
const OUTBOX_TOPIC = 'outbox';

/** Says how a sync ended, in one notice. A background sync says only what needs the person, each once. */
export class ResultView implements SyncDisplay {
  private readonly progressView: ProgressView;
  private lastProblem = '';
  /** The open questions, by topic. */
  private readonly open = new Map<string, Pick<Asked, 'isSettled' | 'offers'>>();
  /** The question that was asked last. */
  private lastQuestion: Destination | null = null;

  constructor(
    private readonly context: PluginContext,
    statusBar: HTMLElement | null,
  ) {
    this.progressView = new ProgressView(context, statusBar);
    context.plugin.register(
      context.store.onChange(() => {
        this.settle();
        this.askForPermission();
      }),
    );
    context.app.workspace.onLayoutReady(() => this.askForPermission());
    context.plugin.registerEvent(context.account.on('change', () => this.settle()));
    context.plugin.registerEvent(context.events.on('decided', () => this.settle()));
    context.plugin.registerEvent(context.events.on('outbox', () => this.settleTopic(OUTBOX_TOPIC)));
  }

  openNotice(): void {
    this.progressView.openNotice();
  }

  show(report: SyncReport, origin: SyncOrigin): void {
    const problem = problemLines(report);
    const [first] = problem;
    const fullText = problem.join('\n');
    // What failed is told by each sync until it is mended; a conflict by the one that found it.
    const isNew = fullText !== this.lastProblem || report.notes.conflicts > 0;
    // An interrupted sync does not show whether earlier problems are solved.
    if (first !== undefined || report.outcome === 'done') this.lastProblem = fullText;
    const unasked = first !== undefined && isNew ? [RESULT.unasked(first), ...problem.slice(1)] : [];
    this.showEnd(origin === 'user' ? resultLines(report) : unasked, report);
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
        buttons: buttonsFor(['open-settings'], context),
        offers: ['open-settings'],
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

  showSendConflict(text: string): void {
    const { context } = this;
    const hasNone = async (): Promise<boolean> =>
      (await context.withOutbox(readOutbox)).every(({ state }) => state !== 'conflict');
    const offers = ['review-conflicts'] as const;
    this.ask(OUTBOX_TOPIC, { text, buttons: buttonsFor(offers, context), offers, isSettled: hasNone });
  }

  opened(steps: readonly NextStep[]): void {
    for (const [topic, { offers = [] }] of this.open)
      if (offers.some((step) => steps.includes(step))) this.forget(topic);
  }

  /** `said`: empty when nothing is said of how it ended. */
  private showEnd([result, ...lines]: readonly string[], report: SyncReport): void {
    const { context } = this;
    const end = result === undefined ? null : this.questionOf(report);
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
          end === null && result !== undefined
            ? `${result} ${RESULT.leftOut(leftOut.length)}`
            : RESULT.unasked(RESULT.leftOut(leftOut.length)),
        buttons: [{ label: NEXT_STEPS['choose-left-out'], act: review }],
        isSettled: () => undecided.length === 0 || context.settings.outOfScope !== 'ask',
      });
    if (result === undefined) return;
    if (end !== null) {
      this.ask(END_TOPIC, { text: result, lines, ...end });
      return;
    }
    this.forget(END_TOPIC);
    if (leftOut.length === 0) context.notices.say(result, lines);
  }

  /** What the person has to do after a sync; null for nothing. */
  private questionOf(report: SyncReport): Pick<Asked, 'buttons' | 'offers' | 'isSettled'> | null {
    const { context, lastProblem } = this;
    const { hold, outcome, cause, failures, undoneNotes } = report;
    const { steps: offers } = resultMessage(runEndOf(report));
    const buttons = buttonsFor(offers, context, failures);
    const isSolved = (): boolean => this.lastProblem !== lastProblem;
    if (hold !== undefined)
      return { buttons, offers, isSettled: async () => (await context.withState(currentHold)) === null };
    if (cause === 'token') {
      const { token } = context.account;
      return { buttons, offers, isSettled: () => isSolved() || context.account.token !== token };
    }
    if (outcome !== 'done') return { buttons, offers, isSettled: isSolved };
    if (offers.includes('undo') && report.conflicts.length === 0)
      return { buttons, offers, isSettled: this.onceUndone() };
    if (buttons.length > 0) return { buttons, offers, isSettled: this.onceSettled() };
    if (undoneNotes === undefined) return null;
    const { settings, host } = context;
    const hasNone = async (): Promise<boolean> =>
      (await context.withState((state) => countUndoneNotes({ ...host, state, settings }))) === null;
    return { buttons: buttonsFor(undoneSteps(undoneNotes), context), isSettled: hasNone };
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

  /** Until it was undone, or another run is the last one. */
  private onceUndone(): IsSettled {
    let last: number | null = null;
    return async () => {
      const { run } = await this.context.withState(undoOf);
      last ??= run;
      return run !== last;
    };
  }

  /** Where the sync status is seen, it shows what the notice would offer, and no notice lies over it. */
  private ask(topic: string, { isSettled, offers = [], ...question }: Asked): void {
    const isInStatus = offers.length > 0 && offers.every((step) => IN_STATUS.includes(step));
    if (isInStatus && isStatusShown(this.context.app)) {
      this.forget(topic);
      return;
    }
    this.open.set(topic, { isSettled, offers });
    this.context.notices.ask(topic, question);
  }

  private forget(topic: string): void {
    this.open.delete(topic);
    this.context.notices.settle(topic);
  }

  /** Closes the notices whose topic is settled. */
  private settle(): void {
    for (const topic of this.open.keys()) this.settleTopic(topic);
  }

  private settleTopic(topic: string): void {
    const asked = this.open.get(topic);
    if (asked !== undefined) this.settleOne(topic, asked.isSettled).catch(this.context.onError);
  }

  private async settleOne(topic: string, isSettled: IsSettled): Promise<void> {
    if ((await isSettled()) && this.open.get(topic)?.isSettled === isSettled) this.forget(topic);
  }
}

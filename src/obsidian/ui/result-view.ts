import { Notice } from 'obsidian';
import { openConflicts } from '../../features/conflicts/open-conflicts';
import type { LeftOutNote, SyncReport } from '../../model/report';
import type { PluginContext } from '../app/plugin-context';
import { OUT_OF_SCOPE } from '../strings/settings-strings';
import type { SyncDisplay, SyncOrigin } from '../app/sync-controller';
import { ProgressView } from './progress-view';
import { failureLines, problemText, resultText } from './components/result-text';
import { CONFIRMATIONS } from './status/connection-section';
import { openStatusView } from './status/status-view';
import { COMMANDS, RESULT, STATUS } from '../strings/strings';
import { reviewHold } from './windows/hold-modal';
import { OutOfScopeModal } from './windows/out-of-scope-modal';
import { currentHold } from '../../store/read-state';

const LONG_ENOUGH_TO_READ_MS = 10_000;
const UNTIL_DISMISSED = 0;

/** A notice that waits for a person. */
interface Waiting {
  readonly notice: Notice;
  readonly isOver: () => boolean | Promise<boolean>;
}

/**
 * Tells a person how a sync ended. After a background sync it speaks only when somebody is needed, and once
 * for each problem.
 */
export class ResultView implements SyncDisplay {
  private readonly progressView: ProgressView;
  private lastProblem: string | null = null;
  /** One for each matter. */
  private readonly waiting = new Map<string, Waiting>();

  /** `statusBar`: null on phones. */
  constructor(
    private readonly context: PluginContext,
    statusBar: HTMLElement | null,
  ) {
    this.progressView = new ProgressView(context.progress, statusBar, () => openStatusView(context));
    context.plugin.register(context.store.onChange(() => this.settle()));
    context.plugin.registerEvent(context.events.on('decided', () => this.settle()));
  }

  openNotice(): void {
    this.progressView.openNotice();
  }

  show(report: SyncReport, origin: SyncOrigin): void {
    const problem = problemText(report);
    const whole = problem === null ? null : [problem, ...failureLines(report)].join('\n');
    const isNew = whole !== this.lastProblem;
    // A sync that was stopped early does not tell whether earlier problems are solved.
    if (problem !== null || report.outcome === 'done') this.lastProblem = whole;
    if (origin === 'person') this.tell(resultText(report), report);
    else if (problem !== null && isNew) this.tell(problem, report);
    if (report.outOfScope !== undefined) this.askAbout(report.outOfScope, origin);
    this.settle();
  }

  /** A background sync does not tell of a missing token, or of settings that cannot be read. */
  showNotReady(message: string, origin: SyncOrigin): void {
    if (origin === 'person') new Notice(message, LONG_ENOUGH_TO_READ_MS);
  }

  showCancelled(origin: SyncOrigin, text: string): void {
    if (origin === 'person') new Notice(text);
  }

  showError(error: unknown): void {
    this.context.notices.showError(error);
  }

  /** Closes the notices whose matter is settled. */
  private settle(): void {
    for (const [matter, waiting] of this.waiting) this.settleOne(matter, waiting).catch(this.context.failed);
  }

  private tell(text: string, report: SyncReport): void {
    const { context, lastProblem } = this;
    const { hold, outcome, cause, conflicts } = report;
    const failures = failureLines(report);
    const isSolved = (): boolean => this.lastProblem !== lastProblem;
    const show = { label: STATUS.show, act: () => openStatusView(context) };
    if (hold !== undefined) {
      const act = (): void => void reviewHold(context).catch(context.failed);
      this.wait('hold', {
        notice: context.notices.offer(text, { label: RESULT.review, act }, failures),
        isOver: async () => (await context.withState(currentHold)) === null,
      });
    } else if (cause === 'account' || cause === 'vault') {
      const confirmation = CONFIRMATIONS[cause];
      const act = (): void => context.request({ confirmation });
      this.wait(cause, {
        notice: context.notices.offer(text, { label: COMMANDS[confirmation], act }),
        isOver: isSolved,
      });
    } else if (outcome === 'partial')
      this.wait(outcome, { notice: context.notices.offer(text, show, failures), isOver: isSolved });
    else if (outcome !== 'done')
      this.wait(outcome, { notice: new Notice(text, UNTIL_DISMISSED), isOver: isSolved });
    else if (conflicts.length > 0)
      this.wait('conflicts', {
        notice: context.notices.offer(text, show, failures),
        isOver: this.onceSettled(),
      });
    else new Notice(text, LONG_ENOUGH_TO_READ_MS);
  }

  /** Conflicts in properties are in no note, so only those that were open once can be settled. */
  private onceSettled(): Waiting['isOver'] {
    let wasOpen = false;
    return async () => {
      const isOpen = (await this.context.withBoth(openConflicts)).length > 0;
      const isSettled = wasOpen && !isOpen;
      wasOpen ||= isOpen;
      return isSettled;
    };
  }

  /** Only a person who started the sync is asked at once; others may be writing. */
  private askAbout(notes: readonly LeftOutNote[], origin: SyncOrigin): void {
    const { context } = this;
    const act = (): void => new OutOfScopeModal(context, notes).open();
    if (origin === 'person') {
      act();
      return;
    }
    // Each note is told of only once, so earlier notices about other notes stay.
    this.wait(notes.map(({ id }) => id).join(' '), {
      notice: context.notices.offer(OUT_OF_SCOPE.notice(notes.length), { label: OUT_OF_SCOPE.decide, act }),
      isOver: () => context.settings.outOfScope !== 'ask',
    });
  }

  /** Replaces an earlier notice about the same matter. */
  private wait(matter: string, waiting: Waiting): void {
    this.waiting.get(matter)?.notice.hide();
    this.waiting.set(matter, waiting);
  }

  private async settleOne(matter: string, { notice, isOver }: Waiting): Promise<void> {
    if (!(await isOver())) return;
    notice.hide();
    if (this.waiting.get(matter)?.notice === notice) this.waiting.delete(matter);
  }
}

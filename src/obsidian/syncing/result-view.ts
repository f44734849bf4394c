import { ButtonComponent, Notice, type Plugin } from 'obsidian';
import type { Confirmation } from '../../sync/sync-options';
import type { LeftOutNote, SyncReport } from '../../model/report';
import { addFailures } from './failure-list';
import { reviewHold, type HoldReview } from './hold-modal';
import { OutOfScopeModal, type OutOfScope } from './out-of-scope-modal';
import { failureLines, problemText, resultText } from './result-text';
import { COMMANDS, RESULT } from '../strings';
import { LIBRARY } from '../library/library-strings';
import { OUT_OF_SCOPE } from '../settings/settings-strings';

const SECONDS = 1000;
const LONG_ENOUGH_TO_READ = 10 * SECONDS;
const UNTIL_DISMISSED = 0;

/** Who asked for a sync: only a person wants to hear of one that went well. */
export type SyncOrigin = 'person' | 'schedule';

/** What is done with what a person answers, and what still waits for an answer. */
export interface Answers extends HoldReview {
  readonly confirm: (confirmation: Confirmation) => void;
  readonly leaveOut: (outOfScope: OutOfScope) => void;
  /** Shows what failed, and what is to be settled. */
  readonly openLibrary: () => void;
  readonly hasConflicts: () => Promise<boolean>;
  /** Whether it is still to be said what becomes of notes that are left out. */
  readonly isLeftOutOpen: () => boolean;
  readonly failed: (error: unknown) => void;
}

/** A notice that waits for a person. */
interface Waiting {
  readonly notice: Notice;
  readonly isOver: () => boolean | Promise<boolean>;
}

/** Tells a person how a sync ended. After a background sync it speaks only when somebody is needed, and once for each problem. */
export class ResultView {
  private lastProblem: string | null = null;
  private trouble: Notice | null = null;
  /** One for each matter. */
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly plugin: Plugin,
    private readonly answers: Answers,
  ) {}

  show(report: SyncReport, origin: SyncOrigin): void {
    const problem = problemText(report);
    const whole = problem === null ? null : [problem, ...failureLines(report)].join('\n');
    const isNew = whole !== this.lastProblem;
    // A sync that got nowhere says nothing of what was wrong before.
    if (problem !== null || report.outcome === 'done') this.lastProblem = whole;
    if (origin === 'person') this.tell(resultText(report), report);
    else if (problem !== null && isNew) this.tell(problem, report);
    if (report.outOfScope !== undefined) this.askAbout(report.outOfScope, origin);
    this.settle();
  }

  /** To be called when something may have been decided: takes away the notices that waited for it. */
  settle(): void {
    for (const [matter, waiting] of this.waiting) this.settleOne(matter, waiting).catch(this.answers.failed);
  }

  /** No token on this device, or a settings file that cannot be read: a background sync keeps silent about it. */
  showNotReady(message: string, origin: SyncOrigin): void {
    if (origin === 'person') new Notice(message, LONG_ENOUGH_TO_READ);
  }

  showCancelled(origin: SyncOrigin, text: string): void {
    if (origin === 'person') new Notice(text);
  }

  /** A bug: said to the person and put on the console with its stack, so that it can be reported. */
  showError(error: unknown): void {
    console.error(error);
    this.showTrouble(RESULT.crashed(error instanceof Error ? error.message : String(error)));
  }

  /** Something did not work. It stands there once, however often it happens. */
  showTrouble(text: string): void {
    this.trouble?.hide();
    this.trouble = new Notice(text, UNTIL_DISMISSED);
  }

  /** Stays until it is dismissed, or the plugin is switched off: its button would do nothing then. */
  offer(
    text: string,
    {
      label,
      act,
      failures = [],
    }: { readonly label: string; readonly act: () => void; readonly failures?: readonly string[] },
  ): Notice {
    const content = createFragment();
    content.createDiv({ text });
    addFailures(content, failures);
    new ButtonComponent(content.createDiv({ cls: 'florilegium-notice-buttons' }))
      .setButtonText(label)
      .onClick(act);
    const notice = new Notice(content, UNTIL_DISMISSED);
    this.plugin.register(() => notice.hide());
    return notice;
  }

  private tell(text: string, report: SyncReport): void {
    const { answers, lastProblem } = this;
    const { hold, outcome, cause, conflicts } = report;
    const failures = failureLines(report);
    const confirmation = cause === 'account' ? 'relink' : cause === 'vault' ? 'accept-missing' : null;
    const isSolved = (): boolean => this.lastProblem !== lastProblem;
    const show = { failures, label: LIBRARY.show, act: answers.openLibrary };
    if (hold !== undefined) {
      const act = (): void => void reviewHold(this.plugin.app, answers).catch(answers.failed);
      this.wait('hold', {
        notice: this.offer(text, { failures, label: RESULT.review, act }),
        isOver: async () => (await answers.currentHold()) === null,
      });
    } else if (confirmation !== null)
      this.wait(confirmation, {
        notice: this.offer(text, { label: COMMANDS[confirmation], act: () => answers.confirm(confirmation) }),
        isOver: isSolved,
      });
    else if (outcome === 'partial') this.wait(outcome, { notice: this.offer(text, show), isOver: isSolved });
    else if (outcome !== 'done')
      this.wait(outcome, { notice: new Notice(text, UNTIL_DISMISSED), isOver: isSolved });
    else if (conflicts.length > 0)
      this.wait('conflicts', { notice: this.offer(text, show), isOver: this.onceSettled() });
    else new Notice(text, LONG_ENOUGH_TO_READ);
  }

  /** What clashes in properties stands in no note, and is never open. */
  private onceSettled(): Waiting['isOver'] {
    let wasOpen = false;
    return async () => {
      const isOpen = await this.answers.hasConflicts();
      const isSettled = wasOpen && !isOpen;
      wasOpen ||= isOpen;
      return isSettled;
    };
  }

  /** A person who does something else is not interrupted. */
  private askAbout(notes: readonly LeftOutNote[], origin: SyncOrigin): void {
    const { leaveOut, isLeftOutOpen } = this.answers;
    const act = (): void => new OutOfScopeModal(this.plugin.app, notes, leaveOut).open();
    if (origin === 'person') act();
    // Each note is told of once: what was said before of others stays.
    else
      this.wait(notes.map(({ id }) => id).join(' '), {
        notice: this.offer(OUT_OF_SCOPE.notice(notes.length), { label: OUT_OF_SCOPE.decide, act }),
        isOver: () => !isLeftOutOpen(),
      });
  }

  /** What was said of the same matter before is old. */
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

import { ButtonComponent, Notice, type Plugin } from 'obsidian';
import type { HoldVerdict } from '../../core/plan/hold-verdict';
import type { PersonsWord } from '../../core/plan/persons-word';
import type { LeftOutNote, SyncReport } from '../../core/report';
import { addFailures } from './failure-list';
import { HoldModal } from './hold-modal';
import { OutOfScopeModal, type OutOfScope } from './out-of-scope-modal';
import { failureLines, problemText, resultText } from './result-text';
import { COMMANDS, RESULT } from './strings';
import { LIBRARY } from './strings-library';
import { OUT_OF_SCOPE } from './strings-settings';

const SECONDS = 1000;
const LONG_ENOUGH_TO_READ = 10 * SECONDS;
const UNTIL_DISMISSED = 0;

/** Who asked for a sync: only a person wants to hear of one that went well. */
export type SyncOrigin = 'person' | 'schedule';

/** What is done with what a person answers. */
export interface Answers {
  /** The verdict on held notes. */
  readonly decide: (verdict: HoldVerdict) => void;
  readonly say: (word: PersonsWord) => void;
  readonly leaveOut: (outOfScope: OutOfScope) => void;
  /** Shows what failed, and what is to be settled. */
  readonly openLibrary: () => void;
}

/** Tells a person how a sync ended. After a background sync it speaks only when somebody is needed, and once for each problem. */
export class ResultView {
  private lastProblem: string | null = null;
  private trouble: Notice | null = null;

  constructor(
    private readonly plugin: Plugin,
    private readonly answers: Answers,
  ) {}

  show(report: SyncReport, origin: SyncOrigin): void {
    const problem = problemText(report);
    const whole = problem === null ? null : [problem, ...failureLines(report)].join('\n');
    if (origin === 'person') this.tell(resultText(report), report);
    else if (problem !== null && whole !== this.lastProblem) this.tell(problem, report);
    // A sync that got nowhere says nothing of what was wrong before.
    if (problem !== null || report.outcome === 'done') this.lastProblem = whole;
    if (report.outOfScope !== undefined) this.askAbout(report.outOfScope, origin);
  }

  /** No token on this device, or a settings file that cannot be read: a background sync keeps silent about it. */
  showNotReady(message: string, origin: SyncOrigin): void {
    if (origin === 'person') new Notice(message, LONG_ENOUGH_TO_READ);
  }

  showAlreadyRunning(): void {
    new Notice(RESULT.alreadyRunning);
  }

  showCancelled(origin: SyncOrigin, text: string = RESULT.cancelled): void {
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
  offer(text: string, { label, act, failures = [] }: { readonly label: string; readonly act: () => void; readonly failures?: readonly string[] }): void {
    const content = createFragment();
    content.createDiv({ text });
    addFailures(content, failures);
    new ButtonComponent(content.createDiv({ cls: 'florilegium-notice-buttons' })).setButtonText(label).onClick(act);
    const notice = new Notice(content, UNTIL_DISMISSED);
    this.plugin.register(() => notice.hide());
  }

  private tell(text: string, report: SyncReport): void {
    const { hold, outcome, cause, conflicts } = report;
    const failures = failureLines(report);
    const word = cause === 'account' ? 'relink' : cause === 'vault' ? 'accept-missing' : null;
    if (hold !== undefined) this.offer(text, { failures, label: RESULT.review, act: () => new HoldModal(this.plugin.app, hold, this.answers.decide).open() });
    else if (word !== null) this.offer(text, { label: COMMANDS[word], act: () => this.answers.say(word) });
    else if (outcome === 'partial' || (outcome === 'done' && conflicts.length > 0)) this.offer(text, { failures, label: LIBRARY.show, act: this.answers.openLibrary });
    else new Notice(text, outcome === 'done' ? LONG_ENOUGH_TO_READ : UNTIL_DISMISSED);
  }

  /** A person who does something else is not interrupted. */
  private askAbout(notes: readonly LeftOutNote[], origin: SyncOrigin): void {
    const act = (): void => new OutOfScopeModal(this.plugin.app, notes, this.answers.leaveOut).open();
    if (origin === 'person') act();
    else this.offer(OUT_OF_SCOPE.notice(notes.length), { label: OUT_OF_SCOPE.decide, act });
  }
}

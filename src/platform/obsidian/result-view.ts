import { ButtonComponent, Notice, type App } from 'obsidian';
import type { HoldVerdict } from '../../core/plan/hold-verdict';
import type { PersonsWord } from '../../core/plan/persons-word';
import type { Hold, LeftOutNote, SyncReport } from '../../core/report';
import { HoldModal } from './hold-modal';
import { OutOfScopeModal, type OutOfScope } from './out-of-scope-modal';
import { problemText, resultText } from './result-text';
import { COMMANDS, RESULT } from './strings';
import { OUT_OF_SCOPE } from './strings-settings';

const SECONDS = 1000;
const LONG_ENOUGH_TO_READ = 10 * SECONDS;
const UNTIL_DISMISSED = 0;

/** Who asked for a sync: only a person wants to hear of one that went well. */
export type SyncOrigin = 'person' | 'schedule';

/** Tells a person how a sync ended. After a background sync it speaks only when somebody is needed, and once for each problem. */
export class ResultView {
  private lastProblem: string | null = null;

  /** `decide` is called with a person's verdict on held notes, `say` and `answer` with the answer to what a sync asked. */
  constructor(
    private readonly app: App,
    private readonly decide: (verdict: HoldVerdict) => void,
    private readonly say: (word: PersonsWord) => void,
    private readonly answer: (outOfScope: OutOfScope) => void,
  ) {}

  show(report: SyncReport, origin: SyncOrigin): void {
    const problem = problemText(report);
    if (origin === 'person') this.tell(resultText(report), report);
    else if (problem !== null && problem !== this.lastProblem) this.tell(problem, report);
    // A sync that got nowhere says nothing of what was wrong before.
    if (problem !== null || report.outcome === 'done') this.lastProblem = problem;
    if (report.outOfScope !== undefined) this.askAbout(report.outOfScope, origin);
  }

  /** No token on this device, or a settings file that cannot be read: a background sync keeps silent about it. */
  showNotReady(message: string, origin: SyncOrigin): void {
    if (origin === 'person') new Notice(message, LONG_ENOUGH_TO_READ);
  }

  showAlreadyRunning(): void {
    new Notice(RESULT.alreadyRunning);
  }

  showCancelled(origin: SyncOrigin): void {
    if (origin === 'person') new Notice(RESULT.cancelled);
  }

  /** A bug: said to the person and put on the console with its stack, so that it can be reported. */
  showError(error: unknown): void {
    console.error(error);
    new Notice(RESULT.crashed(error instanceof Error ? error.message : String(error)), UNTIL_DISMISSED);
  }

  private tell(text: string, { hold, outcome, cause }: SyncReport): void {
    const word = cause === 'account' ? 'relink' : cause === 'vault' ? 'accept-missing' : null;
    if (hold !== undefined) new Notice(this.holdContent(text, hold), UNTIL_DISMISSED);
    else if (word !== null) new Notice(withButton(text, COMMANDS[word], () => this.say(word)), UNTIL_DISMISSED);
    else new Notice(text, outcome === 'done' ? LONG_ENOUGH_TO_READ : UNTIL_DISMISSED);
  }

  /** A person who does something else is not interrupted. */
  private askAbout(notes: readonly LeftOutNote[], origin: SyncOrigin): void {
    const open = (): void => new OutOfScopeModal(this.app, notes, this.answer).open();
    if (origin === 'person') open();
    else new Notice(withButton(OUT_OF_SCOPE.notice(notes.length), OUT_OF_SCOPE.decide, open), UNTIL_DISMISSED);
  }

  private holdContent(text: string, hold: Hold): DocumentFragment {
    return withButton(text, RESULT.review, () => new HoldModal(this.app, hold, this.decide).open());
  }
}

function withButton(text: string, label: string, act: () => void): DocumentFragment {
  const content = createFragment();
  content.createDiv({ text });
  const buttons = content.createDiv({ cls: 'florilegium-notice-buttons' });
  new ButtonComponent(buttons).setButtonText(label).onClick(act);
  return content;
}

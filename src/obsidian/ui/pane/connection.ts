import { nameOfPath } from '../../../notes/names/naming';
import { problemMessage } from '../../../messages/messages';
import {
  failureLine,
  failureLines,
  resultMessage,
  templateSteps,
  waitsByItself,
} from '../../../messages/result-messages';
import type { Problem } from '../../../model/problem';
import { isOfTemplate, type RunEnd } from '../../../model/report';
import { type EndedRun, type LastRuns, NO_RUNS } from '../../../sync/journal/last-runs';
import type { NoticeButton } from '../../app/notices';
import type { PluginContext } from '../../app/plugin-context';
import { readStart } from '../../app/start-memory';
import { CONNECTION, DATABASE, PANE } from '../../strings/pane-strings';
import { PERMISSION } from '../../strings/permission-strings';
import { PROGRESS } from '../../strings/strings';
import { named } from '../components/elements';
import { permissionAnswers } from '../components/permission';
import { ProgressBar } from '../components/progress-elements';
import { buttonsFor } from './next-steps';
import { addAction, buttonRow, Section } from './section';

interface Line {
  readonly text: string;
  readonly isProblem?: boolean;
  readonly buttons?: readonly NoticeButton[];
}

/** Whether syncs can run, when the last one ended and the next starts; while one runs, its progress instead. */
export class ConnectionSection {
  private readonly facts: Section;
  private readonly running: HTMLElement;
  private readonly text: HTMLElement;
  private readonly bar: ProgressBar;
  /** Milliseconds since the epoch. */
  private pausedUntil: number | null = null;
  /** The app's database does not answer. */
  private lost: Problem | null = null;
  /** The vault is only partly there. */
  private incomplete: Problem | null = null;
  private runs: LastRuns = NO_RUNS;

  constructor(
    parent: HTMLElement,
    private readonly context: PluginContext,
    private readonly options: {
      readonly fallback: HTMLElement;
      readonly setUp: () => void;
      /** Reads everything again. */
      readonly refresh: () => void;
    },
  ) {
    this.facts = new Section(parent, { ...options, isTitleSpoken: true });
    this.running = named(
      parent.createDiv({ cls: 'florilegium-pane-progress', attr: { role: 'group' } }),
      PROGRESS.name,
    );
    // No live region: the view may be open all day, and the notice announces progress.
    this.text = this.running.createDiv();
    this.bar = new ProgressBar(this.running);
    addAction(buttonRow(this.running), context, { text: PROGRESS.cancel, act: () => context.syncs.cancel() });
  }

  /** `pausedUntil`: when the service allows requests again, in milliseconds since the epoch. */
  draw(pausedUntil: number | null = this.pausedUntil): void {
    this.pausedUntil = pausedUntil;
    const { isRunning, text, percent } = this.context.progress.current;
    const lines = isRunning ? [] : this.lines();
    this.facts.draw(isRunning ? null : CONNECTION.title, lines, (body) => {
      for (const line of lines) this.drawLine(body, line);
    });
    const hadFocus = this.running.contains(this.running.ownerDocument.activeElement);
    this.running.toggle(isRunning);
    if (hadFocus && !isRunning) this.options.fallback.focus({ preventScroll: true });
    if (this.text.textContent !== text) this.text.setText(text);
    this.bar.show(percent);
  }

  /** Null: it answers. */
  drawLost(problem: Problem | null): void {
    this.lost = problem;
    this.draw();
  }

  /** Null: all or most notes are there. */
  drawIncomplete(problem: Problem | null): void {
    this.incomplete = problem;
    this.draw();
  }

  drawLast(runs: LastRuns): void {
    this.runs = runs;
    this.draw();
  }

  private drawLine(body: HTMLElement, { text, isProblem = false, buttons = [] }: Line): void {
    body.createEl('p', { text, ...(isProblem ? { cls: 'florilegium-problem' } : {}) });
    if (buttons.length === 0) return;
    const row = buttonRow(body);
    for (const { label: text, act } of buttons) addAction(row, this.context, { text, act });
  }

  /** What keeps syncs from running comes first. */
  private lines(): readonly Line[] {
    const { account, store } = this.context;
    const { question, token } = account;
    const settings = buttonsFor(['open-settings'], this.context);
    const lines = this.lostLines();
    if (store.problems.length > 0)
      return [...lines, { text: CONNECTION.badSettings, isProblem: true, buttons: settings }];
    if (question !== null) {
      const text = `${PERMISSION.name(question)} ${PERMISSION.desc(question)}`;
      const buttons = permissionAnswers(this.context, question).map(({ label, act }) => ({
        label,
        act: () => void act().catch(this.context.onError),
      }));
      return [...lines, { text, isProblem: true, buttons }, ...this.lastLines()];
    }
    if (this.isToSetUp) return [...lines, ...this.setUpLines()];
    if (token === null) lines.push({ text: CONNECTION.noToken, isProblem: true, buttons: settings });
    if (this.pausedUntil !== null && this.pausedUntil > Date.now())
      lines.push({ text: CONNECTION.paused(this.pausedUntil) });
    return [...lines, ...this.incompleteLines(), ...this.lastLines()];
  }

  /** No token has worked on this device yet, and nothing else has happened that would have to be told. */
  private get isToSetUp(): boolean {
    const { last, succeeded } = this.runs;
    if (this.context.account.isAccepted || succeeded !== null) return false;
    return last === null || last.end.cause === 'token';
  }

  private setUpLines(): readonly Line[] {
    const { last } = this.runs;
    const setUp = { label: CONNECTION.setUp, act: this.options.setUp };
    return [
      { text: CONNECTION.neverSet, buttons: [setUp] },
      ...(last === null ? [] : [{ text: CONNECTION.failed(last.at, endText(last.end)), isProblem: true }]),
    ];
  }

  /** A sync that failed for it says so itself. */
  private incompleteLines(): readonly Line[] {
    const { context, incomplete, runs } = this;
    if (incomplete === null || runs.last?.end.cause === 'vault') return [];
    const buttons = buttonsFor(['accept-missing'], context);
    return [{ text: problemMessage(incomplete), isProblem: true, buttons }];
  }

  private lostLines(): Line[] {
    const { context, lost, options } = this;
    if (lost === null) return [];
    const retry = { label: PANE.retry, act: options.refresh };
    const begin = {
      label: DATABASE.begin,
      act: () => void context.beginAnew().then(options.refresh).catch(context.onError),
    };
    return [
      { text: problemMessage(lost), isProblem: true, buttons: [retry] },
      { text: DATABASE.newOne, buttons: [begin] },
    ];
  }

  private lastLines(): readonly Line[] {
    const { last, succeeded } = this.runs;
    const next = this.nextTexts();
    // A database that does not answer tells of no sync.
    if (last === null && this.lost !== null) return [];
    if (last === null) return [{ text: CONNECTION.line([CONNECTION.never, ...next]) }];
    const { outcome } = last.end;
    if (outcome !== 'failed') {
      const how =
        outcome === 'done' ? [CONNECTION.upToDate, CONNECTION.at(last.at)] : [CONNECTION.synced(last.at)];
      return [{ text: CONNECTION.line([...how, ...next]) }, ...this.templateLines(last.end)];
    }
    return [
      {
        text: CONNECTION.failed(last.at, endText(last.end)),
        isProblem: !waitsByItself(last.end),
        buttons: buttonsFor(resultMessage(last.end).steps, this.context, last.end.failures),
      },
      {
        text: CONNECTION.line([
          succeeded === null ? CONNECTION.noSuccess : CONNECTION.success(succeeded),
          ...next,
        ]),
      },
    ];
  }

  /** The other failures stand in a list of their own. */
  private templateLines({ failures }: RunEnd): readonly Line[] {
    return failures.filter(isOfTemplate).map((failure) => ({
      text: failureLine(failure),
      isProblem: true,
      buttons: buttonsFor(templateSteps([failure]), this.context, [failure]),
    }));
  }

  private nextTexts(): readonly string[] {
    const { account, app, schedule, settings } = this.context;
    const next = schedule?.nextAt ?? null;
    if (readStart(app).isUnderWay === true || account.token === null) return [];
    if (next !== null) return [CONNECTION.next(next)];
    return settings.syncOnOpen ? [CONNECTION.onOpen] : [];
  }
}

const endText = (end: RunEnd): string =>
  [resultMessage(end).text, ...failureLines(end, nameOfPath)].join(' ');

/** For the command line. */
export const lastText = (last: EndedRun | null): string =>
  last === null ? CONNECTION.noSuccess : CONNECTION.last(last.at, endText(last.end));

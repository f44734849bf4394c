import type { PluginContext } from '../../app/plugin-context';
import { readLastSync } from '../../app/last-end';
import { permissionAnswers } from '../components/permission';
import { named } from '../components/elements';
import { openSettings } from '../components/open-settings';
import { localTime } from '../../strings/english';
import { ProgressBar } from '../components/progress-elements';
import { endText } from '../components/result-text';
import { readStart } from '../../app/start-memory';
import { addSectionButton, buttonRow, Section } from './section';
import { PERMISSION } from '../../strings/permission-strings';
import { COMMANDS, CONNECTION, STATUS } from '../../strings/strings';
import { openPreview } from '../windows/preview-modal';

/** The confirmation that a stopped sync needs, by its cause. */
export const CONFIRMATIONS = { account: 'relink', vault: 'accept-missing' } as const;

interface Line {
  readonly text: string;
  readonly isProblem?: boolean;
}

/** Whether syncs can run, when the last one ended and the next starts; while one runs, its progress. */
export class ConnectionSection {
  private readonly facts: Section;
  private readonly running: HTMLElement;
  private readonly text: HTMLElement;
  private readonly bar: ProgressBar;
  /** Milliseconds since the epoch. */
  private pausedUntil: number | null = null;

  constructor(
    parent: HTMLElement,
    private readonly context: PluginContext,
  ) {
    this.facts = new Section(parent, CONNECTION.title);
    this.running = named(
      parent.createDiv({ cls: 'florilegium-sync-status-progress', attr: { role: 'group' } }),
      CONNECTION.progress,
    );
    // No live region: the view may be open all day, and the notice announces progress.
    this.text = this.running.createDiv();
    this.bar = new ProgressBar(this.running);
    addSectionButton(buttonRow(this.running), {
      text: STATUS.cancel,
      act: () => context.syncs.cancel(),
      onError: context.onError,
    });
  }

  /** `pausedUntil`: when the service allows requests again, in milliseconds since the epoch. */
  draw(pausedUntil: number | null = this.pausedUntil): void {
    this.pausedUntil = pausedUntil;
    const { isRunning, text, percent } = this.context.progress.current;
    const cause = readLastSync(this.context.app)?.end.cause;
    const lines = this.lines();
    this.facts.draw({ lines, isRunning, cause }, (body) => {
      for (const line of lines)
        body.createEl('p', {
          text: line.text,
          ...(line.isProblem === true ? { cls: 'florilegium-problem' } : {}),
        });
      this.drawButtons(buttonRow(body), isRunning);
    });
    this.running.toggle(isRunning);
    if (this.text.textContent !== text) this.text.setText(text);
    this.bar.show(percent);
  }

  private drawButtons(row: HTMLElement, isRunning: boolean): void {
    const { context } = this;
    const { onError } = context;
    const { question } = context.account;
    for (const { label, act } of question === null ? [] : permissionAnswers(context, question))
      addSectionButton(row, { text: label, act, onError });
    addSectionButton(row, { text: STATUS.sync, act: () => context.request(), onError })
      .setCta()
      .setDisabled(isRunning);
    addSectionButton(row, { text: STATUS.preview, act: () => openPreview(context), onError }).setDisabled(
      isRunning,
    );
    addSectionButton(row, { text: STATUS.settings, act: () => openSettings(context.plugin), onError });
    const cause = readLastSync(context.app)?.end.cause;
    if (cause !== 'account' && cause !== 'vault') return;
    const confirmation = CONFIRMATIONS[cause];
    addSectionButton(row, {
      text: COMMANDS[confirmation],
      act: () => context.request({ confirmation }),
      onError,
    });
  }

  private lines(): readonly Line[] {
    const { account, app, store } = this.context;
    const { question, token } = account;
    const isBroken = store.problems.length > 0;
    const lines: Line[] = [];
    if (isBroken) lines.push({ text: CONNECTION.badSettings, isProblem: true });
    if (question !== null)
      lines.push({ text: `${PERMISSION.name(question)} ${PERMISSION.desc(question)}`, isProblem: true });
    else if (token === null) lines.push({ text: CONNECTION.noToken, isProblem: true });
    lines.push(...lastLines(app));
    if (!isBroken && question === null) lines.push({ text: this.nextText() });
    if (this.pausedUntil !== null && this.pausedUntil > Date.now())
      lines.push({ text: CONNECTION.paused(localTime(this.pausedUntil)) });
    return lines;
  }

  private nextText(): string {
    const { account, app, schedule, settings } = this.context;
    const next = schedule?.nextAt ?? null;
    if (readStart(app).isUnderWay === true) return CONNECTION.onRequest;
    if (next !== null && account.token !== null) return CONNECTION.next(localTime(next));
    return settings.syncOnOpen ? CONNECTION.onOpen : CONNECTION.onRequest;
  }
}

/** The last sync, and what it leaves open: the last success after a failure, the last failure after a success. */
function lastLines(app: PluginContext['app']): readonly Line[] {
  const last = readLastSync(app);
  const success = readLastSync(app, 'success');
  const failure = readLastSync(app, 'failure');
  const lines: Line[] = [{ text: lastText(app), isProblem: last !== null && last.at === failure?.at }];
  if (last?.end.outcome === 'failed')
    lines.push({ text: success === null ? CONNECTION.noSuccess : CONNECTION.success(localTime(success.at)) });
  if (failure !== null && failure.at !== last?.at)
    lines.push({ text: CONNECTION.failure(localTime(failure.at), endText(failure.end)) });
  return lines;
}

export function lastText(app: PluginContext['app']): string {
  const last = readLastSync(app);
  return last === null ? CONNECTION.never : CONNECTION.last(localTime(last.at), endText(last.end));
}

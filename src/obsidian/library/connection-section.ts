import { localTime } from '../english';
import { named } from '../components/named';
import { ProgressBar } from '../syncing/progress-bar';
import { readStart } from '../start/start-memory';
import { CONNECTION, LIBRARY } from './library-strings';
import type { LastEnd } from './last-end';
import type { LibraryHost } from './library-host';
import { openSettings } from './open-settings';
import { addSectionButton, buttonRow, Section } from './section';

/** Whether syncs can run, when the last one ended and the next begins; while one runs, how it goes. */
export class ConnectionSection {
  private readonly facts: Section;
  private readonly running: HTMLElement;
  private readonly text: HTMLElement;
  private readonly bar: ProgressBar;
  /** Milliseconds since the epoch. */
  private pausedUntil: number | null = null;

  constructor(
    parent: HTMLElement,
    private readonly host: LibraryHost,
  ) {
    this.facts = new Section(parent, CONNECTION.title);
    this.running = named(
      parent.createDiv({ cls: 'florilegium-library-progress', attr: { role: 'group' } }),
      CONNECTION.progress,
    );
    // Not said by itself: the view may be open all day, and who has begun a sync hears its notice.
    this.text = this.running.createDiv();
    this.bar = new ProgressBar(this.running);
    addSectionButton(buttonRow(this.running), {
      text: LIBRARY.cancel,
      act: () => host.progress.cancel(),
      failed: host.failed,
    });
  }

  /** `until`: as the engine tells it. */
  drawPause(until: number | null): void {
    this.pausedUntil = until;
    this.draw();
  }

  draw(): void {
    const { host } = this;
    const { isRunning } = host.progress.current;
    const lines = this.lines();
    this.facts.draw({ lines, isRunning }, (body) => {
      for (const { text, isProblem } of lines)
        body.createEl('p', { text, ...(isProblem ? { cls: 'florilegium-problem' } : {}) });
      const row = buttonRow(body);
      const { failed } = host;
      addSectionButton(row, { text: LIBRARY.sync, act: host.sync, failed }).setCta().setDisabled(isRunning);
      if (host.preview !== null)
        addSectionButton(row, { text: LIBRARY.preview, act: host.preview, failed }).setDisabled(isRunning);
      addSectionButton(row, { text: LIBRARY.settings, act: () => openSettings(host.plugin), failed });
    });
    this.drawProgress();
  }

  /** Called with each change: only what differs is touched. */
  private drawProgress(): void {
    const { isRunning, text, percent } = this.host.progress.current;
    this.running.toggle(isRunning);
    if (this.text.textContent !== text) this.text.setText(text);
    this.bar.show(percent);
  }

  private lines(): readonly { readonly text: string; readonly isProblem: boolean }[] {
    const { tokens, lastEnd, store } = this.host;
    return [
      ...(store.problems.length > 0 ? [{ text: CONNECTION.badSettings, isProblem: true }] : []),
      tokens.read() === null
        ? { text: CONNECTION.noToken, isProblem: true }
        : { text: CONNECTION.token, isProblem: false },
      { text: lastText(lastEnd), isProblem: false },
      ...(store.problems.length > 0 ? [] : [{ text: this.nextLine(), isProblem: false }]),
      ...(this.pausedUntil === null || this.pausedUntil <= Date.now()
        ? []
        : [{ text: CONNECTION.paused(localTime(this.pausedUntil)), isProblem: false }]),
    ];
  }

  private nextLine(): string {
    const next = this.host.nextSync();
    if (readStart(this.host.plugin.app).isUnderWay === true) return CONNECTION.onRequest;
    if (next !== null && this.host.tokens.read() !== null) return CONNECTION.next(localTime(next));
    return this.host.store.settings.syncOnOpen ? CONNECTION.onOpen : CONNECTION.onRequest;
  }
}

/** When the last sync ended, and how. */
export function lastText(lastEnd: LastEnd): string {
  const ended = lastEnd.read();
  return ended === null ? CONNECTION.never : CONNECTION.last(localTime(ended.at), ended.how);
}

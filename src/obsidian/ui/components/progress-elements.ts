import { ProgressBarComponent } from 'obsidian';
import { CONNECTION } from '../../strings/strings';

const SAID_EACH_MS = 15_000;

const saidAt = new WeakMap<HTMLElement, number>();

/**
 * Shows in a status how far something is: seen each time, and heard four times a minute at most, so that a
 * screen reader gets to its end.
 */
export function showProgress(status: HTMLElement, text: string): void {
  const now = performance.now();
  const last = saidAt.get(status);
  if (last === undefined || now - last >= SAID_EACH_MS) {
    saidAt.set(status, now);
    status.setText(text);
    return;
  }
  status.empty();
  status.createSpan({ text, attr: { 'aria-hidden': true } });
}

/** How far a sync is, as a bar that screen readers know as one; not there as long as nobody can tell. */
export class ProgressBar {
  private readonly row: HTMLElement;
  private readonly bar: ProgressBarComponent;

  constructor(parent: Node) {
    this.row = parent.createDiv({ cls: 'florilegium-progress-bar' });
    this.bar = new ProgressBarComponent(this.row);
    this.row.firstElementChild?.setAttrs({
      role: 'progressbar',
      'aria-label': CONNECTION.progress,
      'aria-valuemin': 0,
      'aria-valuemax': 100,
    });
  }

  show(percent: number | null): void {
    this.row.toggle(percent !== null);
    if (percent === null) return;
    this.bar.setValue(percent);
    this.row.firstElementChild?.setAttr('aria-valuenow', percent);
  }
}

import { ProgressBarComponent } from 'obsidian';
import { PROGRESS } from '../../strings/strings';

const ANNOUNCE_EVERY_MS = 15_000;

const STEP_EVERY_MS = 500;

const drawnAt = new WeakMap<HTMLElement, number>();
const announcedAt = new WeakMap<HTMLElement, number>();

/** Shows progress in a status; screen readers announce it every 15 seconds, so that they can finish. */
export function showProgress(status: HTMLElement, text: string): void {
  const now = performance.now();
  const last = announcedAt.get(status);
  if (last === undefined || now - last >= ANNOUNCE_EVERY_MS) {
    announcedAt.set(status, now);
    status.setText(text);
    return;
  }
  status.empty();
  status.createSpan({ text, attr: { 'aria-hidden': true } });
}

/** As `showProgress`, at most every half second: for quick steps. */
export function showStep(status: HTMLElement, text: string): void {
  const now = performance.now();
  if (now - (drawnAt.get(status) ?? -STEP_EVERY_MS) < STEP_EVERY_MS) return;
  drawnAt.set(status, now);
  showProgress(status, text);
}

/** A progress bar with ARIA values; hidden while the percentage is unknown. */
export class ProgressBar {
  private readonly row: HTMLElement;
  private readonly bar: ProgressBarComponent;

  constructor(parent: Node) {
    this.row = parent.createDiv({ cls: 'florilegium-progress-bar' });
    this.bar = new ProgressBarComponent(this.row);
    this.row.firstElementChild?.setAttrs({
      role: 'progressbar',
      'aria-label': PROGRESS.name,
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

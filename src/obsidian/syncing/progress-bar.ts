import { ProgressBarComponent } from 'obsidian';
import { CONNECTION } from '../strings';

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

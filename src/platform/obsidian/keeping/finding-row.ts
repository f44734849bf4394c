import type { Finding, Repair } from '../../../core/check/finding';
import { addBox } from '../components/add-box';
import { drawDiff } from '../components/diff-view';
import { CHECK, repairWords } from './keeping-strings';

export interface FindingRowOptions {
  readonly finding: Finding;
  /** The tick, or the repair, is another. */
  readonly change: (isOn: boolean) => void;
  readonly preview: (repair: Repair) => Promise<{ readonly before: string; readonly after: string } | null>;
  readonly failed: (error: unknown) => void;
}

const isShown = ({ kind }: Repair): boolean => kind === 'edit' || kind === 'trash';

function aboutOf({ fault, about }: Finding): string {
  const text = about.join(', ');
  return fault === 'second-note' || fault === 'conflict-copy' ? CHECK.other(text) : text;
}

/** One finding: where it is, what is proposed, and what that would do to the note. */
export class FindingRow {
  repair: Repair;
  private readonly box: HTMLInputElement;
  private readonly diff: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly name: string;

  constructor(
    container: HTMLElement,
    private readonly options: FindingRowOptions,
  ) {
    const { finding, change } = options;
    const name = finding.path === '' ? finding.about.join(', ') : finding.path;
    this.name = name;
    this.repair = finding.repairs[0];
    this.box = addBox(container, { text: name, change });
    const detail = container.createDiv('florilegium-finding-detail');
    if (finding.path !== '' && finding.about.length > 0)
      detail.createDiv({ cls: 'florilegium-finding-about', text: aboutOf(finding), attr: { dir: 'auto' } });
    this.addChoice(detail, name);
    this.toggle = detail.createEl('button');
    this.toggle.addEventListener('click', () => void this.showChange().catch(options.failed));
    this.diff = container.createDiv('florilegium-finding-change');
    this.hideChange();
  }

  tick(isOn: boolean): void {
    this.box.checked = isOn;
  }

  private addChoice(detail: HTMLElement, name: string): void {
    const { finding, change } = this.options;
    const words = finding.repairs.map((repair) => repairWords(repair, finding.path));
    if (words.length === 1) {
      detail.createDiv({ text: words[0] ?? '', attr: { dir: 'auto' } });
      return;
    }
    const select = detail.createEl('select', { cls: 'dropdown', attr: { 'aria-label': CHECK.choose(name) } });
    words.forEach((text, index) => select.createEl('option', { text, attr: { value: String(index) } }));
    select.addEventListener('change', () => {
      this.repair = finding.repairs[Number(select.value)] ?? finding.repairs[0];
      this.hideChange();
      if (this.box.checked) change(true);
    });
  }

  private hideChange(): void {
    this.diff.empty();
    this.sayOpen(false);
    this.toggle.toggle(isShown(this.repair));
  }

  private sayOpen(isOpen: boolean): void {
    this.toggle.setText(isOpen ? CHECK.hide : CHECK.show);
    this.toggle.setAttrs({
      'aria-expanded': isOpen,
      'aria-label': isOpen ? CHECK.hideOf(this.name) : CHECK.showOf(this.name),
    });
  }

  private async showChange(): Promise<void> {
    if (this.diff.childElementCount > 0) {
      this.hideChange();
      return;
    }
    const { repair } = this;
    const change = await this.options.preview(repair);
    if (repair !== this.repair) return;
    this.sayOpen(true);
    if (change === null) this.diff.setText(CHECK.noteGone);
    else drawDiff(this.diff, { ...change, label: CHECK.change(repair.path) });
  }
}

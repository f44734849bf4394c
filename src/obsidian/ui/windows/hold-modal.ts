import { holdText } from '../../../messages/messages';
import type { HoldDecision } from '../../../sync/context/sync-options';
import { type ButtonComponent, ConfirmationModal, Notice } from 'obsidian';
import type { Hold } from '../../../model/report';
import type { PluginContext } from '../../app/plugin-context';
import { addBox, showShare } from '../components/elements';
import { HOLD } from '../../strings/strings';
import { currentHold } from '../../../store/read-state';

/** Opens the decision about the notes that are held back, if there are any. */
export async function reviewHold(context: PluginContext): Promise<void> {
  const hold = await context.withState(currentHold);
  if (hold === null) new Notice(HOLD.none);
  else new HoldModal(context, hold).open();
}

/** Shows the notes that a sync would remove, to confirm or keep each. */
export class HoldModal extends ConfirmationModal {
  private readonly every: HTMLInputElement;
  private readonly boxes: ReadonlyMap<string, HTMLInputElement>;
  private confirmButton: ButtonComponent | null = null;

  constructor(context: PluginContext, { notes, reason }: Hold) {
    super(context.app);
    const decide = (decision: HoldDecision): void => context.request({ decision });
    const places = [...new Set(notes.map(({ action }) => action))];
    this.setTitle(HOLD.title);
    this.contentEl.createEl('p', { text: holdText(reason) });
    this.contentEl.createEl('p', { text: HOLD.explanation(places) });
    this.every = this.addBox(this.contentEl.createDiv({ cls: 'florilegium-hold-all' }), [HOLD.all], (isOn) =>
      this.boxes.forEach((box) => (box.checked = isOn)),
    );
    const list = this.contentEl.createEl('ul', { cls: 'florilegium-hold-notes' });
    this.boxes = new Map(
      notes.map(({ id, path, action }) => [
        id,
        this.addBox(list.createEl('li'), places.length > 1 ? [path, HOLD.places[action]] : [path]),
      ]),
    );
    const chosen = (): HoldDecision => ({ kind: 'each', remove: this.ids(true), keep: this.ids(false) });
    this.addButton((button) => (this.confirmButton = button.setCta().onClick(() => decide(chosen()))));
    this.addButton((button) =>
      button
        .setButtonText(HOLD.keepAll)
        .onClick(() => decide({ kind: 'each', remove: [], keep: [...this.boxes.keys()] })),
    );
    this.addCancelButton(HOLD.later);
    this.showChoice();
  }

  private addBox(
    container: HTMLElement,
    [text, place]: readonly [text: string, place?: string],
    choose: (isOn: boolean) => void = () => undefined,
  ): HTMLInputElement {
    const change = (isOn: boolean): void => {
      choose(isOn);
      this.showChoice();
    };
    const box = addBox(container, { text, isOn: true, change });
    if (place !== undefined) box.parentElement?.createSpan({ cls: 'florilegium-hold-place', text: place });
    return box;
  }

  private ids(isTicked: boolean): readonly string[] {
    return [...this.boxes].flatMap(([id, { checked }]) => (checked === isTicked ? [id] : []));
  }

  private showChoice(): void {
    const going = this.ids(true).length;
    const { size } = this.boxes;
    showShare(this.every, { ticked: going, of: size });
    this.confirmButton?.setButtonText(HOLD.confirm(going, size - going));
  }
}

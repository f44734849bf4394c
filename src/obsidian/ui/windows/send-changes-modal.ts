import type { ButtonComponent } from 'obsidian';
import { outboxReasonText, SAME_ID } from '../../../messages/outbox-messages';
import type { LocalChange, LocalChanges, OutboxReason } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';
import { fieldName, SEND_CHANGES } from '../../strings/outbox-strings';
import { drawDiff } from '../components/diff-view';
import { addBox, addPaths, showShare } from '../components/elements';
import { openSettings } from '../components/open-settings';
import { withoutEnding } from './choice-modal';
import { WorkModal } from './work-modal';

/** More changes than these are confirmed once more. */
const MOST_AT_ONCE = 20;

export function openSendChanges(context: PluginContext): void {
  if (context.isReady(true)) new SendChangesModal(context).open();
}

/** Shows what was changed by hand in notes, and sends what the person ticks. */
class SendChangesModal extends WorkModal {
  private readonly body: HTMLElement;
  private readonly boxes = new Map<LocalChange, HTMLInputElement>();
  private sendButton: ButtonComponent | null = null;
  private confirmed = 0;

  constructor(context: PluginContext) {
    super(context, SEND_CHANGES);
    this.modalEl.addClass('florilegium-plan-dialog');
    this.body = this.contentEl.createDiv('florilegium-check');
  }

  override async onOpen(): Promise<void> {
    const { context } = this;
    await super.onOpen();
    this.status.setText(SEND_CHANGES.looking);
    const found = await this.work(async (signal) => {
      await context.ready(signal);
      return context.outbox.findLocalChanges(signal);
    });
    if (found !== null) this.show(found);
  }

  private show({ changes, ambiguous }: LocalChanges): void {
    const { context } = this;
    if (changes.length > 0) {
      this.status.setText(SEND_CHANGES.found(changes.length));
      this.drawList(changes);
      this.addButton((button) => (this.sendButton = button.setCta().onClick(() => this.send())));
      this.showChoice();
    } else if (Object.values(context.settings.sendBack).includes(true)) {
      this.status.setText(SEND_CHANGES.none);
    } else {
      this.status.setText(SEND_CHANGES.off);
      this.addButton((button) =>
        button.setButtonText(SEND_CHANGES.settings).onClick(() => openSettings(context.plugin)),
      );
    }
    this.drawAmbiguous(ambiguous);
    this.addCancelButton(SEND_CHANGES.close);
  }

  private drawAmbiguous(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.body.createEl('p', { text: SAME_ID });
    addPaths(this.body, { label: SAME_ID, lines: paths.map((path) => ({ path })) });
  }

  private drawList(found: readonly LocalChange[]): void {
    const { body } = this;
    const every = addBox(body.createDiv('florilegium-work-all'), {
      text: SEND_CHANGES.all,
      change: (isOn) => {
        for (const box of this.boxes.values()) box.checked = isOn;
        this.showChoice();
      },
    });
    for (const change of found) {
      const { path, field, base, mine } = change;
      const [note, name] = [withoutEnding(path), fieldName(field)];
      const box = addBox(body.createDiv('florilegium-work-all'), {
        text: SEND_CHANGES.which(note, name),
        change: () => {
          this.showChoice();
          showShare(every, { ticked: this.ticked().length, of: found.length });
        },
      });
      this.boxes.set(change, box);
      drawDiff(body, { before: base, after: mine, label: SEND_CHANGES.diff(note, name) });
    }
  }

  private ticked(): readonly LocalChange[] {
    return [...this.boxes].flatMap(([change, { checked }]) => (checked ? [change] : []));
  }

  private showChoice(): void {
    const count = this.ticked().length;
    this.confirmed = 0;
    this.status.setText(SEND_CHANGES.found(this.boxes.size));
    this.sendButton?.setButtonText(SEND_CHANGES.send(count)).setDisabled(count === 0);
  }

  /** Returns true to keep the window open. */
  private async send(): Promise<boolean> {
    const changes = this.ticked().map(({ change }) => change);
    if (changes.length > MOST_AT_ONCE && this.confirmed !== changes.length) {
      this.confirmed = changes.length;
      this.status.setText(SEND_CHANGES.sure(changes.length));
      return true;
    }
    const refused = await this.work(() => this.context.outbox.askAll(changes));
    return refused === null || this.showRefused(refused);
  }

  private showRefused(refused: readonly OutboxReason[]): boolean {
    if (refused.length === 0) return false;
    const label = SEND_CHANGES.refused(refused.length);
    this.body.empty();
    this.sendButton?.buttonEl.remove();
    this.status.setText(label);
    addPaths(this.body, { label, lines: refused.map((reason) => ({ path: outboxReasonText(reason) })) });
    return true;
  }
}

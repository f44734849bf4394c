import { ConfirmationModal } from 'obsidian';
import { outboxReasonText, SAME_ID } from '../../../messages/outbox-messages';
import type { LocalChange, LocalChanges } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';
import { fieldName, SEND_CHANGES } from '../../strings/outbox-strings';
import { CONFLICTS } from '../../strings/pane-strings';
import { LIST } from '../../strings/window-strings';
import { openSettings } from '../components/open-settings';
import type { NoteRow } from '../parts/note-list';
import { drawTwoTexts } from '../parts/two-texts';
import { NotesWindow } from './notes-window';

/** More changes than these are confirmed once more. */
const MOST_AT_ONCE = 20;

interface ChangeRow extends NoteRow {
  readonly found: LocalChange;
}

/** Shows what was changed by hand in notes, and sends what the person ticks. */
export async function openSendChanges(context: PluginContext): Promise<void> {
  if (!context.isReady(true)) return;
  const window = new NotesWindow(context, SEND_CHANGES.title);
  window.open();
  const found = await window.work(SEND_CHANGES.looking, async (signal) => {
    await context.ready(signal);
    return context.outbox.findLocalChanges(signal);
  });
  if (found !== null) show(window, found, context);
}

function show(window: NotesWindow, { changes, ambiguous }: LocalChanges, context: PluginContext): void {
  const isOn = Object.values(context.settings.sendBack).includes(true);
  const rows = changes.map((found, index) => rowOf(found, String(index)));
  const settings = {
    text: () => SEND_CHANGES.settings,
    isOff: () => false,
    act: () => openSettings(context.plugin),
  };
  const send = {
    text: ({ size }: ReadonlySet<string>) => SEND_CHANGES.send(size),
    act: (ticked: ReadonlySet<string>) =>
      sendTicked(window, { context, rows: rows.filter(({ key }) => ticked.has(key)) }),
  };
  window.show({
    texts: [rows.length === 0 ? SEND_CHANGES.none : SEND_CHANGES.text],
    empty: isOn ? SEND_CHANGES.none : SEND_CHANGES.off,
    groups: [
      { title: SEND_CHANGES.changed, rows, hasBoxes: true },
      {
        title: SEND_CHANGES.ambiguous,
        text: SAME_ID,
        rows: ambiguous.map((path) => ({ key: path, path, reasons: [] })),
      },
    ],
    buttons: [...(isOn ? [] : [settings]), ...(rows.length > 0 ? [send] : [])],
  });
}

const rowOf = (found: LocalChange, key: string): ChangeRow => ({
  key,
  path: found.path,
  name: SEND_CHANGES.which(found.path, fieldName(found.field)),
  reasons: [fieldName(found.field)],
  drawBelow: (parent) =>
    void drawTwoTexts(parent, [
      { label: CONFLICTS.mineLabel, text: found.mine },
      { label: CONFLICTS.theirsLabel, text: found.base },
    ]),
  found,
});

/** Returns true to keep the window open. */
async function sendTicked(
  window: NotesWindow,
  { context, rows }: { readonly context: PluginContext; readonly rows: readonly ChangeRow[] },
): Promise<boolean> {
  if (rows.length > MOST_AT_ONCE && !(await isSure(context, rows.length))) return true;
  const refused = await context.outbox.askAll(rows.map(({ found }) => found.change));
  if (refused.size === 0) return false;
  const left = rows.flatMap((row) => {
    const reason = refused.get(row.found.change);
    return reason === undefined ? [] : { ...row, problem: outboxReasonText(reason) };
  });
  window.show({
    texts: [SEND_CHANGES.refused(left.length)],
    empty: '',
    groups: [{ title: SEND_CHANGES.changed, rows: left }],
    buttons: [],
  });
  return true;
}

const isSure = ({ app }: PluginContext, count: number): Promise<boolean> =>
  new Promise((resolve) => {
    const modal = new ConfirmationModal(app);
    modal.setTitle(SEND_CHANGES.sure(count));
    modal.contentEl.createEl('p', { text: SEND_CHANGES.text });
    modal.addButton((button) =>
      button
        .setButtonText(SEND_CHANGES.send(count))
        .setCta()
        .onClick(() => resolve(true)),
    );
    modal.addCancelButton(LIST.cancel);
    modal.onClose = () => resolve(false);
    modal.open();
  });

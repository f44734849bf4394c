import {
  fieldName,
  outboxReasonText,
  SAME_ID,
  UNKNOWN_TEMPLATE,
  UNLIKE,
} from '../../../messages/outbox-messages';
import type { LocalChange, LocalChanges } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';
import { SEND_CHANGES } from '../../strings/outbox-strings';
import { CONFLICTS } from '../../strings/pane-strings';
import { LIST } from '../../strings/window-strings';
import { openSettings } from '../components/open-settings';
import { confirm } from '../parts/confirm';
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

function show(window: NotesWindow, found: LocalChanges, context: PluginContext): void {
  const isOn = Object.values(context.settings.sendBack).includes(true);
  const rows = found.changes.map((each, index) => rowOf(each, String(index)));
  const settings = {
    text: () => SEND_CHANGES.settings,
    isOff: () => false,
    act: () => openSettings(context),
  };
  const sendButton = {
    text: ({ size }: ReadonlySet<string>) => SEND_CHANGES.send(size),
    act: (ticked: ReadonlySet<string>) =>
      sendTicked(window, { context, rows: rows.filter(({ key }) => ticked.has(key)) }),
  };
  window.show({
    texts: rows.length === 0 ? [] : [SEND_CHANGES.text],
    empty: isOn ? SEND_CHANGES.none : SEND_CHANGES.off,
    groups: [
      { title: SEND_CHANGES.changed, rows, hasBoxes: true },
      { title: SEND_CHANGES.ambiguous, text: SAME_ID, rows: found.ambiguous.map(pathRow) },
      {
        title: SEND_CHANGES.unknownTemplate,
        text: UNKNOWN_TEMPLATE,
        rows: found.ofUnknownTemplate.map(pathRow),
      },
      { title: SEND_CHANGES.unlike, text: UNLIKE, rows: found.unlike.map(pathRow) },
    ],
    buttons: [...(isOn ? [] : [settings]), ...(rows.length > 0 ? [sendButton] : [])],
  });
}

const pathRow = (path: string): NoteRow => ({ key: path, path, reasons: [] });

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

interface Ticked {
  readonly context: PluginContext;
  readonly rows: readonly ChangeRow[];
}

/** Returns true to keep the window open. */
async function sendTicked(window: NotesWindow, ticked: Ticked): Promise<boolean> {
  const { context, rows } = ticked;
  if (rows.length <= MOST_AT_ONCE) return send(window, ticked);
  confirm(context, {
    title: SEND_CHANGES.sure(rows.length),
    texts: [SEND_CHANGES.text],
    button: SEND_CHANGES.send(rows.length),
    cancel: LIST.cancel,
    act: async () => {
      if (!(await send(window, ticked))) window.close();
      return null;
    },
  });
  return true;
}

/** Returns true where some were refused: they are shown with the reason. */
async function send(window: NotesWindow, { context, rows }: Ticked): Promise<boolean> {
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

import { planUndo } from '../../../features/undo/plan-undo';
import type { UndoPlan, UndoStep } from '../../../features/undo/undo-plan';
import { outboxReasonText, sentText } from '../../../messages/outbox-messages';
import { isDeletion } from '../../../model/outbox';
import { sentSince, type SentSince } from '../../../outbox/sent-since';
import { requireVault } from '../../../sync/plan/vault-health';
import type { PluginContext } from '../../app/plugin-context';
import { UNDO } from '../../strings/window-strings';
import { addButton } from '../components/elements';
import type { NoteGroup, NoteRow } from '../parts/note-list';
import { NotesWindow } from './notes-window';
import { byPath } from './planned-notes';

/** Shows what undoing the last run would restore, and which notes it leaves, and why. */
export async function openUndo(context: PluginContext): Promise<void> {
  if (context.syncs.isBusy()) return;
  context.syncs.display?.opened(['undo']);
  const window = new NotesWindow(context, UNDO.title);
  window.open();
  const found = await window.work(UNDO.loading, () => readPlan(context));
  if (found === null) return;
  const { plan, sent } = found;
  const sentGroup = { title: UNDO.sent, rows: sent.map((one) => rowOfSent(window, one, context)) };
  if (plan === null) window.show({ texts: [UNDO.none], groups: [sentGroup], empty: UNDO.none, buttons: [] });
  else show(window, { plan, sentGroup }, context);
}

interface ToUndo {
  readonly plan: UndoPlan | null;
  readonly sent: readonly SentSince[];
}

function readPlan(context: PluginContext): Promise<ToUndo> {
  const { folder } = context.settings;
  return context.withBoth(async (both) => {
    await requireVault({ ...both, folder });
    return { plan: await planUndo(both), sent: await sentSince(both.state) };
  });
}

function show(
  window: NotesWindow,
  {
    plan: { run, ended, isPartial, steps, stays },
    sentGroup,
  }: { readonly plan: UndoPlan; readonly sentGroup: NoteGroup },
  context: PluginContext,
): void {
  const count = steps.length;
  const going = steps.filter(({ kind }) => kind === 'trash');
  const back = steps.filter(({ kind }) => kind !== 'trash');
  const undo = {
    text: () => UNDO.undo(count),
    isRed: () => going.length > 0,
    isOff: () => false,
    act: () => context.request({ undo: run }),
  };
  window.show({
    texts:
      count === 0
        ? [UNDO.none]
        : [ended === null ? UNDO.cutShort : UNDO.what(ended.kind, ended.at), UNDO.keeps],
    problem: isPartial ? UNDO.partial : null,
    empty: UNDO.none,
    groups: [
      { title: UNDO.going, rows: going.map(rowOf).sort(byPath) },
      { title: UNDO.steps, rows: back.map(rowOf).sort(byPath) },
      {
        title: UNDO.stays,
        rows: stays
          .map(({ noteKey, path, why }) => ({ key: noteKey, path, reasons: [UNDO.why[why]] }))
          .sort(byPath),
      },
      sentGroup,
    ],
    buttons: count === 0 ? [] : [undo],
  });
}

function rowOf(step: UndoStep): NoteRow {
  const { noteKey: key, path } = step;
  if (step.kind !== 'revert') return { key, path, reasons: [UNDO.details[step.kind]] };
  if (step.to === null) return { key, path, reasons: [UNDO.details.text] };
  return { key, path: step.to, from: path, reasons: [UNDO.details.moved] };
}

/** What was sent, with a button that gives back what was there before. */
function rowOfSent(window: NotesWindow, { change, name, back }: SentSince, context: PluginContext): NoteRow {
  const { outbox, notices, onError } = context;
  const act = async (): Promise<void> => {
    window.close();
    const refused = await outbox.askAll(back);
    for (const reason of refused.values()) notices.say(outboxReasonText(reason));
  };
  const isDeleting = back.some(({ kind }) => isDeletion(kind));
  const text = isDeleting ? UNDO.deleteSent : UNDO.takeBack;
  return {
    key: change.id,
    path: name,
    reasons: [sentText(change)],
    drawBelow: (parent) => {
      if (back.length === 0) return;
      const label = UNDO.ofSent(text, name);
      const button = addButton({ controlEl: parent.createDiv() }, { text, label, act, onError });
      if (isDeleting) button.setDestructive();
    },
  };
}

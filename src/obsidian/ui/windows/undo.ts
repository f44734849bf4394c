import { planUndo } from '../../../features/undo/plan-undo';
import type { UndoPlan, UndoStep } from '../../../features/undo/undo-plan';
import { requireVault } from '../../../sync/plan/vault-health';
import type { PluginContext } from '../../app/plugin-context';
import { UNDO } from '../../strings/window-strings';
import type { NoteRow } from '../parts/note-list';
import { NotesWindow } from './notes-window';
import { byPath } from './planned-notes';

/** Shows what undoing the last run would restore, and which notes it leaves, and why. */
export async function openUndo(context: PluginContext): Promise<void> {
  if (context.syncs.isBusy()) return;
  const window = new NotesWindow(context, UNDO.title);
  window.open();
  const found = await window.work(UNDO.loading, async () => ({ plan: await readPlan(context) }));
  if (found === null) return;
  if (found.plan === null) window.show({ groups: [], empty: UNDO.none, buttons: [] });
  else show(window, found.plan, context);
}

function readPlan(context: PluginContext): Promise<UndoPlan | null> {
  const { folder } = context.settings;
  return context.withBoth(async (both) => {
    await requireVault({ ...both, folder });
    return planUndo(both);
  });
}

function show(
  window: NotesWindow,
  { run, ended, isPartial, steps, stays }: UndoPlan,
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
    texts: [ended === null ? UNDO.cutShort : UNDO.what(ended.kind, ended.at), UNDO.keeps],
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

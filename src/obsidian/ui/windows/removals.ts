import { holdText } from '../../../messages/messages';
import type { NoteLook } from '../../../merge/diff/text-diff';
import type { HeldNote, LeftOutNote } from '../../../model/report';
import { currentHold } from '../../../store/read-state';
import type { PluginContext } from '../../app/plugin-context';
import { LEFT_OUT, LIST, PREVIEW, REMOVALS } from '../../strings/window-strings';
import { addBox } from '../components/elements';
import type { NoteRow } from '../parts/note-list';
import { NotesWindow, type NotesButton } from './notes-window';
import { leftOutRows, removalRows, type RemovalRow } from './planned-notes';

/** Shows what is lost with a note: all of its text. */
export const removalDiff =
  (context: PluginContext) =>
  ({ path }: NoteRow): Promise<NoteLook | null> =>
    context.withVault(async (vault) => {
      const before = await vault.read(path);
      return before === null ? null : { before, after: '' };
    });

/** Asks about the notes that are held back. Those that are not ticked stay held. */
export async function reviewHold(context: PluginContext): Promise<void> {
  const window = new NotesWindow(context, REMOVALS.title);
  context.syncs.display?.opened(['review-hold']);
  window.open();
  const held = await window.work(LIST.loading, async () => ({ hold: await context.withState(currentHold) }));
  if (held === null) return;
  const { hold } = held;
  const rows = removalRows(hold?.notes ?? []);
  window.show({
    texts: hold === null ? [] : [holdText(hold.reason), REMOVALS.text],
    empty: REMOVALS.none,
    groups: [{ title: PREVIEW.removed, rows, hasBoxes: true, loadDiff: removalDiff(context) }],
    buttons: [
      {
        text: (ticked) => removeText(rows, ticked),
        isRed: () => true,
        act: (ticked) => context.request({ decision: { kind: 'each', remove: [...ticked], keep: [] } }),
      },
      {
        text: ({ size }) => REMOVALS.keep(size),
        act: (ticked) => context.request({ decision: { kind: 'each', remove: [], keep: [...ticked] } }),
      },
    ],
  });
}

/** Says where the ticked notes go. */
function removeText(rows: readonly RemovalRow[], ticked: ReadonlySet<string>): string {
  const chosen = rows.filter(({ key }) => ticked.size === 0 || ticked.has(key));
  const goTo = (place: HeldNote['action']): boolean => chosen.every(({ action }) => action === place);
  if (goTo('trash')) return REMOVALS.trash(ticked.size);
  return goTo('archive') ? REMOVALS.archive(ticked.size) : REMOVALS.remove(ticked.size);
}

type Answer = 'trash' | 'archive' | 'leave';

/**
 * Asks what to do with notes that are no longer synced. `answered` gets those that are still to be decided
 * about.
 */
export function reviewLeftOut(
  context: PluginContext,
  notes: readonly LeftOutNote[],
  answered: (rest: readonly LeftOutNote[]) => void,
): void {
  const window = new NotesWindow(context, LEFT_OUT.title);
  let isForAll = false;
  const answer = async (kind: Answer, ticked: ReadonlySet<string>): Promise<void> => {
    if (!context.isReady(false)) return;
    const rest = notes.filter(({ id }) => !ticked.has(id));
    if (isForAll) await context.store.save({ ...context.settings, outOfScope: kind });
    const ids = [...ticked];
    const later = rest.map(({ id }) => id);
    if (kind === 'trash') context.request({ decision: { kind: 'each', remove: ids, keep: [], later } });
    if (kind === 'archive')
      context.request({ decision: { kind: 'each', remove: [], keep: [], archive: ids, later } });
    answered(rest);
  };
  const button = (kind: Answer, text: (count: number) => string): NotesButton => ({
    text: ({ size }) => text(size),
    isRed: () => kind === 'trash',
    act: (ticked) => answer(kind, ticked),
  });
  window.open();
  window.show({
    texts: [LEFT_OUT.text],
    empty: LEFT_OUT.none,
    groups: [{ title: PREVIEW.leftOut, rows: leftOutRows(notes), hasBoxes: true }],
    addOptions: (parent) => {
      addBox(parent, { text: LEFT_OUT.always, change: (isOn) => (isForAll = isOn) });
      return undefined;
    },
    buttons: [
      button('trash', REMOVALS.trash),
      button('archive', REMOVALS.archive),
      button('leave', LEFT_OUT.leave),
    ],
  });
}

import { nameOfPath } from '../../../notes/names/naming';
import {
  settleConflict,
  undoSettling,
  type ConflictedNote,
  type Settled,
} from '../../../features/conflicts/open-conflicts';
import { identityOfItem } from '../../../features/status/library-overview';
import type { LibraryOverview, RetriedFailure } from '../../../features/status/overview';
import { textsAsRead } from '../../../merge/diff/texts-as-read';
import type { NoteConflict, Resolution } from '../../../merge/resolve-conflict';
import { heldTitle, problemMessage } from '../../../messages/messages';
import type { Hold } from '../../../model/report';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { HEADER } from '../../../notes/note/note-body';
import type { PluginContext } from '../../app/plugin-context';
import { CONFLICTS, FAILURES } from '../../strings/pane-strings';
import { NEXT_STEPS } from '../../strings/strings';
import { named } from '../components/elements';
import { drawTwoTexts } from '../parts/two-texts';
import { reviewHold } from '../windows/removals';
import { addAction, addNoteLink, buttonRow, drawList, type Section } from './section';

const MOST_CONFLICTS = 50;
const EXCERPT = 40;

/** Notes whose removal waits for a decision. */
export function drawHeld(section: Section, hold: Hold | null, context: PluginContext): void {
  section.draw(hold === null ? null : heldTitle(hold.notes.length), hold, (body) => {
    addAction(buttonRow(body), context, { text: NEXT_STEPS['review-hold'], act: () => reviewHold(context) });
  });
}

interface ShownConflict {
  readonly path: string;
  readonly conflict: NoteConflict;
}

/** Conflicts, with both texts and three ways to settle each. */
export function drawConflicts(
  section: Section,
  conflicted: readonly ConflictedNote[],
  context: PluginContext,
): void {
  const entries = conflicted.flatMap(({ path, conflicts }) =>
    conflicts.map((conflict) => ({ path, conflict })),
  );
  const title = CONFLICTS.title(entries.length);
  section.draw(entries.length === 0 ? null : title, entries, (body) =>
    drawList(body, { entries, most: MOST_CONFLICTS }, (line, entry) => drawConflict(line, entry, context)),
  );
}

function drawConflict(line: HTMLElement, { path, conflict }: ShownConflict, context: PluginContext): void {
  const { isProperty = false } = conflict;
  const { mine, theirs } = textsAsRead(conflict);
  const part = partOf(conflict);
  const group = named(line.createDiv({ attr: { role: 'group' } }), CONFLICTS.name(nameOfPath(path), part));
  const title = group.createDiv();
  addNoteLink(title, context, path, nameOfPath(path));
  title.createSpan({ cls: 'florilegium-aside', text: CONFLICTS.name('', part), attr: { dir: 'auto' } });
  const [mineBox, theirsBox] = drawTwoTexts(group, [
    { label: CONFLICTS.mineLabel, text: mine },
    { label: CONFLICTS.theirsLabel, text: theirs },
  ]);
  const addWay = (parent: HTMLElement, resolution: Resolution): void => {
    const act = (): Promise<void> => settle({ path, conflict, resolution }, context);
    addAction(buttonRow(parent), context, { text: CONFLICTS[resolution], act });
  };
  addWay(mineBox, 'mine');
  addWay(theirsBox, 'theirs');
  if (!isProperty) addWay(group, 'both');
}

function partOf({ block, theirs, isProperty }: NoteConflict): string {
  if (isProperty === true) return CONFLICTS.property(block);
  const [firstLine = ''] = theirs.split('\n');
  return block === HEADER ? CONFLICTS.header : CONFLICTS.part(plainExcerpt(firstLine, EXCERPT));
}

async function settle(
  choice: ShownConflict & { readonly resolution: Resolution },
  context: PluginContext,
): Promise<void> {
  const settled = await context.withVault((vault) => settleConflict(vault, choice));
  if (settled === null) context.notices.say(CONFLICTS.gone);
  else
    context.notices.offer(CONFLICTS.settled[choice.resolution], {
      label: CONFLICTS.undo,
      act: () => void undo(settled, context).catch(context.onError),
    });
  context.events.trigger('decided');
}

async function undo(settled: Settled, context: PluginContext): Promise<void> {
  const result = await context.withVault((vault) => undoSettling(vault, settled));
  context.notices.say(result === 'undone' ? CONFLICTS.undone : CONFLICTS.notUndone);
  context.events.trigger('decided');
}

/** What the next sync tries again, with its reason and what to do. */
export function drawFailures(
  section: Section,
  { failing, failures: entries }: Pick<LibraryOverview, 'failing' | 'failures'>,
  context: PluginContext,
): void {
  const title = FAILURES.title(failing);
  section.draw(entries.length === 0 ? null : title, entries, (body) => {
    drawList(body, { entries }, (line, entry) => drawFailure(line, entry, context));
    if (failing > 1)
      addAction(buttonRow(body), context, { text: FAILURES.retryAll, act: () => context.request() });
  });
}

function drawFailure(
  line: HTMLElement,
  { itemKey, path, id, title, problem }: RetriedFailure,
  context: PluginContext,
): void {
  const name = path === null ? title || FAILURES.record(id) : nameOfPath(path);
  addNoteLink(line, context, path ?? '', name);
  line.createDiv({ cls: 'florilegium-problem', text: problemMessage(problem) });
  if (itemKey === null) return;
  // Refreshes the item, or syncs when the item is no longer known.
  const act = async (): Promise<void> => {
    const identity = await context.withState((state) => identityOfItem(state, itemKey));
    context.request(identity === null ? {} : { refresh: identity });
  };
  addAction(buttonRow(line), context, { text: FAILURES.retry, label: FAILURES.retryOf(name), act });
}

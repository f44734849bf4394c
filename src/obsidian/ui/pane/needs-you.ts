import {
  settleConflict,
  undoSettling,
  type ConflictedNote,
  type Settled,
} from '../../../features/conflicts/open-conflicts';
import { identityOfItem } from '../../../features/status/library-overview';
import type { LibraryOverview, RetriedFailure } from '../../../features/status/overview';
import type { NoteConflict, Resolution } from '../../../merge/resolve-conflict';
import { problemMessage } from '../../../messages/messages';
import type { Hold } from '../../../model/report';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { HEADER } from '../../../notes/note/note-body';
import type { PluginContext } from '../../app/plugin-context';
import { CONFLICTS, FAILURES, HELD } from '../../strings/pane-strings';
import { MORE } from '../../strings/strings';
import { named } from '../components/elements';
import { adviceFor } from '../components/result-text';
import { drawTwoTexts } from '../parts/two-texts';
import { withoutEnding } from '../windows/choice-modal';
import { reviewHold } from '../windows/hold-modal';
import { addNoteLink, addSectionButton, buttonRow, listIn, type Section } from './section';

const MOST_CONFLICTS = 50;
const MOST_FAILURES = 100;
const EXCERPT = 40;

/** Where it is, its link tells. */
const nameOf = (path: string): string => withoutEnding(path.slice(path.lastIndexOf('/') + 1));

interface Shown {
  readonly section: Section;
  readonly context: PluginContext;
}

/** Notes whose removal waits for a decision. */
export function drawHeld({ section, context }: Shown, hold: Hold | null): void {
  if (hold === null) {
    section.hide();
    return;
  }
  section.draw(HELD.title(hold.notes.length), hold, (body) => {
    addSectionButton(buttonRow(body), {
      text: HELD.review,
      act: () => reviewHold(context),
      onError: context.onError,
    });
  });
}

interface ShownConflict {
  readonly path: string;
  readonly conflict: NoteConflict;
}

/** Conflicts, with both texts and three ways to settle each. */
export function drawConflicts({ section, context }: Shown, conflicted: readonly ConflictedNote[]): void {
  const all = conflicted.flatMap(({ path, conflicts }) => conflicts.map((conflict) => ({ path, conflict })));
  if (all.length === 0) {
    section.hide();
    return;
  }
  section.draw(CONFLICTS.title(all.length), all, (body) => {
    for (const each of all.slice(0, MOST_CONFLICTS)) drawConflict(body, each, context);
    if (all.length > MOST_CONFLICTS) body.createEl('p', { text: MORE(all.length - MOST_CONFLICTS) });
  });
}

function drawConflict(body: HTMLElement, { path, conflict }: ShownConflict, context: PluginContext): void {
  const { block, mine, theirs } = conflict;
  const name = nameOf(path);
  const [firstLine = ''] = theirs.split('\n');
  const part = block === HEADER ? CONFLICTS.header : CONFLICTS.part(plainExcerpt(firstLine, EXCERPT));
  const group = named(
    body.createDiv({ cls: 'florilegium-pane-entry', attr: { role: 'group' } }),
    CONFLICTS.name(name, part),
  );
  const title = group.createDiv();
  addNoteLink(title, { path, text: name, context });
  title.createSpan({ cls: 'florilegium-aside', text: CONFLICTS.name('', part), attr: { dir: 'auto' } });
  const [mineBox, theirsBox] = drawTwoTexts(group, [
    { label: CONFLICTS.mineLabel, text: mine },
    { label: CONFLICTS.theirsLabel, text: theirs },
  ]);
  const addWay = (parent: HTMLElement, resolution: Resolution): void => {
    addSectionButton(buttonRow(parent), {
      text: CONFLICTS[resolution],
      act: () => settle({ path, conflict, resolution }, context),
      onError: context.onError,
    });
  };
  addWay(mineBox, 'mine');
  addWay(theirsBox, 'theirs');
  addWay(group, 'both');
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
  { section, context }: Shown,
  { failing, failures }: Pick<LibraryOverview, 'failing' | 'failures'>,
): void {
  if (failures.length === 0) {
    section.hide();
    return;
  }
  section.draw(FAILURES.title(failing), failures, (body) => {
    body.createEl('p', { cls: 'florilegium-aside', text: FAILURES.explanation });
    const list = listIn(body);
    const shown = failures.slice(0, MOST_FAILURES);
    for (const failure of shown) drawFailure(list.createEl('li'), failure, context);
    if (failing > shown.length) list.createEl('li', { text: MORE(failing - shown.length) });
    if (failing < 2) return;
    addSectionButton(buttonRow(body), {
      text: FAILURES.retryAll,
      act: () => context.request(),
      onError: context.onError,
    });
  });
}

function drawFailure(
  line: HTMLElement,
  { itemKey, path, id, title, problem }: RetriedFailure,
  context: PluginContext,
): void {
  const name = path === null ? title || FAILURES.record(id) : nameOf(path);
  addNoteLink(line, { path: path ?? '', text: name, context });
  line.createDiv({ cls: 'florilegium-problem', text: problemMessage(problem), attr: { dir: 'auto' } });
  const advice = adviceFor(problem);
  if (advice !== null) line.createDiv({ cls: 'florilegium-aside', text: advice });
  if (itemKey === null) return;
  // Refreshes the item, or syncs when the item is no longer known.
  const retry = async (): Promise<void> => {
    const identity = await context.withState((state) => identityOfItem(state, itemKey));
    context.request(identity === null ? {} : { refresh: identity });
  };
  addSectionButton(buttonRow(line), {
    text: FAILURES.retry,
    label: FAILURES.retryOf(name),
    act: retry,
    onError: context.onError,
  });
}

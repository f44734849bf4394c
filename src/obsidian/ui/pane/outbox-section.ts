import {
  changeMessage,
  type ChangeStep,
  fieldName,
  outboxReasonText,
  tagTexts,
} from '../../../messages/outbox-messages';
import { fieldsOf, isDeletion, type OutboxEntry } from '../../../model/outbox';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { resultOfEntry } from '../../../outbox/change-result';
import type { PluginContext } from '../../app/plugin-context';
import { clockTime } from '../../strings/times';
import { OUTBOX } from '../../strings/outbox-strings';
import { COMMANDS, withColon } from '../../strings/strings';
import { named } from '../components/elements';
import { drawChangedText, drawTwoTexts } from '../parts/two-texts';
import { confirmDiscard, openSettle, openWaitingChange } from '../forms/waiting-change';
import { openSendChanges } from '../windows/send-window';
import { addAction, buttonRow, drawList, type Section } from './section';

const EXCERPT = 60;

export interface OutboxRow {
  readonly entry: OutboxEntry;
  /** The text or title of what it changes. */
  readonly name: string;
}

/** Changes that a person asked for here, and has to decide about, or that wait. */
export function drawOutbox(
  { notSent, waiting }: { readonly notSent: Section; readonly waiting: Section },
  rows: readonly OutboxRow[],
  context: PluginContext,
): void {
  const asking = rows.filter(({ entry: { state } }) => state === 'conflict' || state === 'refused');
  drawRows(notSent, OUTBOX.notSent(asking.length), asking, context);
  const others = rows.filter((row) => !asking.includes(row));
  drawRows(waiting, OUTBOX.waiting(others.length), others, context);
}

/** Changes in notes that nobody asked to send. */
export function drawByHand(section: Section, context: PluginContext): void {
  const { outbox, settings } = context;
  const count = Object.values(settings.sendBack).includes(true) ? outbox.localChanges : 0;
  section.draw(count === 0 ? null : OUTBOX.byHand(count), count, (body) => {
    body.createEl('p', { cls: 'florilegium-aside', text: OUTBOX.byHandExplanation });
    addAction(buttonRow(body), context, { text: COMMANDS.sendChanges, act: () => openSendChanges(context) });
  });
}

function drawRows(
  section: Section,
  title: string,
  entries: readonly OutboxRow[],
  context: PluginContext,
): void {
  section.draw(entries.length === 0 ? null : title, entries, (body) => {
    drawList(body, { entries }, (line, row) => drawRow(section, line, row, context));
    const ids = entries.filter(({ entry }) => entry.state === 'waiting').map(({ entry }) => entry.id);
    if (ids.length > 1)
      addAction(buttonRow(body), context, { text: OUTBOX.sendAll, act: () => context.outbox.retry(ids) });
  });
}

function drawRow(
  section: Section,
  line: HTMLElement,
  { entry, name }: OutboxRow,
  context: PluginContext,
): void {
  const { title: what, text, steps } = changeMessage(resultOfEntry(entry), clockTime);
  const title = withColon(what, plainExcerpt(name, EXCERPT));
  const group = named(line.createDiv({ attr: { role: 'group' } }), title);
  group.createDiv({ cls: 'florilegium-pane-name', text: title, attr: { dir: 'auto' } });
  const cls = entry.state === 'refused' ? 'florilegium-problem' : 'florilegium-aside';
  group.createDiv({ cls, text: entry.state === 'sent' ? OUTBOX.sent : text, attr: { dir: 'auto' } });
  if (entry.state === 'conflict') drawConflict(group, entry);
  else drawChanges(section, group, entry);
  if (steps.length > 0) addButtons(buttonRow(group), steps, { entry, title, context });
}

interface Shown {
  readonly entry: OutboxEntry;
  readonly title: string;
  readonly context: PluginContext;
}

function drawChanges(section: Section, group: HTMLElement, { id, change, base }: OutboxEntry): void {
  const fields = Object.entries(fieldsOf(change)).filter(([field, text]) => text !== base.fields[field]);
  const tags = 'tags' in change ? tagTexts(change.tags) : [];
  if (fields.length + tags.length === 0) return;
  section.details(group, { key: id, summary: OUTBOX.changes }, (details) => {
    for (const [field, text] of fields) {
      details.createDiv({ text: fieldName(field) });
      drawTwoTexts(details, [
        { label: OUTBOX.then, text },
        { label: OUTBOX.now, text: base.fields[field] ?? '' },
      ]);
    }
    for (const text of tags) details.createDiv({ text, attr: { dir: 'auto' } });
  });
}

function addButtons(row: HTMLElement, steps: readonly ChangeStep[], { entry, title, context }: Shown): void {
  const { outbox } = context;
  const isDeleting = isDeletion(entry.change.kind);
  const sendMine = async (): Promise<void> => {
    const reason = await outbox.settle(entry.id, { kind: 'mine' });
    if (reason !== null) context.notices.say(outboxReasonText(reason));
  };
  const edit = entry.state === 'conflict' ? openSettle : openWaitingChange;
  const buttons: Readonly<Record<ChangeStep, readonly [text: string, act: () => unknown]>> = {
    'send-mine': [isDeleting ? OUTBOX.deleteAnyway : OUTBOX.mine, sendMine],
    'keep-theirs': [isDeleting ? OUTBOX.keep : OUTBOX.theirs, () => outbox.keepTheirs(entry.id)],
    retry: [OUTBOX.send, () => outbox.retry([entry.id])],
    edit: [OUTBOX.edit, () => edit(context, entry)],
    discard: [OUTBOX.discard, () => confirmDiscard(context, { entry, title })],
  };
  for (const step of steps) {
    const [text, act] = buttons[step];
    const button = addAction(row, context, { text, act });
    if (step === 'send-mine' && isDeleting) button.setDestructive();
  }
}

/** The values of both sides; of a deletion, what changed at the service since it was asked for. */
function drawConflict(parent: HTMLElement, { conflicts = [] }: OutboxEntry): void {
  for (const { field, base, mine, theirs } of conflicts) {
    parent.createDiv({ text: fieldName(field) });
    if (mine === null) drawChangedText(parent, { label: OUTBOX.since, text: theirs }, base);
    else
      drawTwoTexts(parent, [
        { label: OUTBOX.then, text: mine },
        { label: OUTBOX.now, text: theirs },
      ]);
  }
}

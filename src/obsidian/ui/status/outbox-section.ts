import { changeKindText, outboxReasonText } from '../../../messages/outbox-messages';
import { fieldsOf, textToCopy, type OutboxEntry, type TagEdits } from '../../../model/outbox';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { formOf } from '../../../outbox/change-form';
import type { PluginContext } from '../../app/plugin-context';
import { list, localTime } from '../../strings/english';
import { fieldName, OUTBOX } from '../../strings/outbox-strings';
import { COMMANDS, MORE } from '../../strings/strings';
import { drawDiff } from '../components/diff-view';
import { copyText, named } from '../components/elements';
import { DiscardModal, EditChangeModal } from '../windows/outbox-windows';
import { openSendChanges } from '../windows/send-changes-modal';
import { addConflictButtons, drawConflict } from './outbox-conflict';
import { addSectionButton, buttonRow, type Section } from './section';

const MOST_SHOWN = 100;
const EXCERPT = 60;

export interface OutboxRow {
  readonly entry: OutboxEntry;
  /** The text or title of what it changes. */
  readonly name: string;
}

/** Changes that wait to be sent, and how many changes by hand could be. */
export class OutboxSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(rows: readonly OutboxRow[]): void {
    const { outbox, settings } = this.context;
    const isOffered = Object.values(settings.sendBack).includes(true);
    const localChanges = isOffered ? outbox.localChanges : 0;
    if (rows.length === 0 && localChanges === 0) {
      this.section.hide();
      return;
    }
    this.section.draw({ rows, localChanges }, (body) => {
      if (localChanges > 0) this.drawLocalChanges(body, localChanges);
      if (rows.length === 0) return;
      body.createEl('p', { text: OUTBOX.explanation });
      const sendable = rows.filter(({ entry }) => canSend(entry)).map(({ entry }) => entry.id);
      if (sendable.length > 1) this.addButton(buttonRow(body), OUTBOX.sendAll, () => outbox.retry(sendable));
      for (const row of rows.slice(0, MOST_SHOWN)) this.drawRow(body, row);
      if (rows.length > MOST_SHOWN) body.createEl('p', { text: MORE(rows.length - MOST_SHOWN) });
    });
  }

  private drawLocalChanges(body: HTMLElement, count: number): void {
    body.createEl('p', { text: OUTBOX.localChanges(count) });
    this.addButton(buttonRow(body), COMMANDS.sendChanges, () => openSendChanges(this.context));
  }

  private drawRow(body: HTMLElement, { entry, name }: OutboxRow): void {
    const title = OUTBOX.entry(changeKindText(entry.change.kind), plainExcerpt(name, EXCERPT));
    const group = named(
      body.createDiv({ cls: 'florilegium-sync-status-conflict', attr: { role: 'group' } }),
      title,
    );
    group.createDiv({ cls: 'florilegium-sync-status-name', text: title, attr: { dir: 'auto' } });
    const isProblem = entry.state === 'conflict' || entry.state === 'refused';
    group.createDiv({
      cls: isProblem ? 'florilegium-problem' : 'florilegium-sync-status-advice',
      text: stateText(entry),
      attr: { dir: 'auto' },
    });
    group.createDiv({ cls: 'florilegium-sync-status-advice', text: timesText(entry) });
    if (entry.state === 'conflict') drawConflict(group, entry);
    else this.drawChanges(group, entry);
    if (entry.state !== 'sent') this.drawButtons(buttonRow(group), { entry, title });
  }

  private drawChanges(group: HTMLElement, { id, change, base }: OutboxEntry): void {
    const fields = Object.entries(fieldsOf(change));
    const tags = 'tags' in change ? tagLines(change.tags) : [];
    if (fields.length + tags.length === 0) return;
    this.section.details(group, { key: id, summary: OUTBOX.changes }, (details) => {
      for (const [field, value] of fields) {
        const label = fieldName(field);
        details.createDiv({ text: label });
        drawDiff(details, {
          before: base.fields[field] ?? '',
          after: value,
          label: OUTBOX.changeOf(label),
        });
      }
      for (const text of tags) details.createDiv({ text, attr: { dir: 'auto' } });
    });
  }

  private drawButtons(
    row: HTMLElement,
    { entry, title }: { readonly entry: OutboxEntry; readonly title: string },
  ): void {
    const { context } = this;
    if (entry.state === 'conflict') addConflictButtons(row, { context, entry });
    if (canSend(entry)) this.addButton(row, OUTBOX.send, () => context.outbox.retry([entry.id]));
    if (entry.state !== 'conflict' && entry.reason?.code !== 'gone' && formOf(entry.change).length > 0)
      this.addButton(row, OUTBOX.edit, () => new EditChangeModal(context, entry).open());
    const text = textToCopy(entry.change);
    if (entry.state === 'refused' && text !== '')
      this.addButton(row, OUTBOX.copy, () => copyText(text, OUTBOX.copied));
    this.addButton(row, OUTBOX.discard, () => new DiscardModal(context, { entry, title }).open());
  }

  private addButton(row: HTMLElement, text: string, act: () => unknown): void {
    addSectionButton(row, { text, act, onError: this.context.onError });
  }
}

/** What is gone at the service cannot be changed there. */
const canSend = ({ state, reason }: OutboxEntry): boolean =>
  state === 'waiting' || (state === 'refused' && reason?.code !== 'gone');

function stateText({ state, change, reason }: OutboxEntry): string {
  const why = reason === undefined ? null : outboxReasonText(reason);
  switch (state) {
    case 'waiting':
      return why ?? OUTBOX.waits;
    case 'refused':
      return OUTBOX.refused(why ?? '').trim();
    case 'sent':
      return OUTBOX.sent;
    case 'conflict':
      return change.kind.startsWith('delete') ? OUTBOX.deletionConflict : OUTBOX.conflict;
  }
}

function timesText({ state, at, nextTry }: OutboxEntry): string {
  const since = OUTBOX.since(localTime(at));
  if (state !== 'waiting') return since;
  return `${since} ${nextTry === undefined ? OUTBOX.nextSync : OUTBOX.nextTry(localTime(nextTry))}`;
}

function tagLines(tags: TagEdits | undefined): readonly string[] {
  if (tags === undefined) return [];
  return [
    ...(tags.add.length > 0 ? [OUTBOX.addTags(list(tags.add))] : []),
    ...(tags.remove.length > 0 ? [OUTBOX.removeTags(list(tags.remove))] : []),
    ...tags.rename.map(({ from, to }) => OUTBOX.renameTag(from, to)),
  ];
}

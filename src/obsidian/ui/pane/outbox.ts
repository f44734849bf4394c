import type { ButtonComponent } from 'obsidian';
import { changeKindText, outboxReasonText } from '../../../messages/outbox-messages';
import { fieldsOf, isDeletion, type OutboxEntry, type TagEdits } from '../../../model/outbox';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { formOf } from '../../../outbox/change-form';
import type { PluginContext } from '../../app/plugin-context';
import { clockTime, list } from '../../strings/english';
import { fieldName, OUTBOX } from '../../strings/outbox-strings';
import { COMMANDS, MORE } from '../../strings/strings';
import { named } from '../components/elements';
import { drawChangedText, drawTwoTexts } from '../parts/two-texts';
import { DiscardModal, EditChangeModal, SettleModal } from '../windows/outbox-windows';
import { openSendChanges } from '../windows/send-changes-modal';
import { addSectionButton, buttonRow, type Section } from './section';

const MOST_SHOWN = 100;
const EXCERPT = 60;

export interface OutboxRow {
  readonly entry: OutboxEntry;
  /** The text or title of what it changes. */
  readonly name: string;
}

/** What became of changes that a person asked for here. */
export class OutboxSections {
  constructor(
    private readonly sections: {
      /** Changes that a person has to decide about. */
      readonly notSent: Section;
      /** Changes in notes that nobody asked to send. */
      readonly byHand: Section;
      readonly waiting: Section;
    },
    private readonly context: PluginContext,
  ) {}

  draw(rows: readonly OutboxRow[]): void {
    const { notSent, waiting } = this.sections;
    const isAsking = ({ entry }: OutboxRow): boolean =>
      entry.state === 'conflict' || entry.state === 'refused';
    this.drawRows(notSent, OUTBOX.notSent, rows.filter(isAsking));
    this.drawRows(
      waiting,
      OUTBOX.waiting,
      rows.filter((row) => !isAsking(row)),
    );
    this.drawByHand();
  }

  private drawByHand(): void {
    const { outbox, settings } = this.context;
    const { byHand } = this.sections;
    const count = Object.values(settings.sendBack).includes(true) ? outbox.localChanges : 0;
    if (count === 0) {
      byHand.hide();
      return;
    }
    byHand.draw(OUTBOX.byHand(count), count, (body) => {
      body.createEl('p', { cls: 'florilegium-aside', text: OUTBOX.byHandExplanation });
      this.addButton(buttonRow(body), COMMANDS.sendChanges, () => openSendChanges(this.context));
    });
  }

  private drawRows(section: Section, title: (count: number) => string, rows: readonly OutboxRow[]): void {
    if (rows.length === 0) {
      section.hide();
      return;
    }
    section.draw(title(rows.length), rows, (body) => {
      for (const row of rows.slice(0, MOST_SHOWN)) this.drawRow(section, body, row);
      if (rows.length > MOST_SHOWN) body.createEl('p', { text: MORE(rows.length - MOST_SHOWN) });
      const waiting = rows.filter(({ entry }) => entry.state === 'waiting').map(({ entry }) => entry.id);
      if (waiting.length < 2) return;
      this.addButton(buttonRow(body), OUTBOX.sendAll, () => this.context.outbox.retry(waiting));
    });
  }

  private drawRow(section: Section, body: HTMLElement, { entry, name }: OutboxRow): void {
    const title = OUTBOX.entry(changeKindText(entry.change.kind), plainExcerpt(name, EXCERPT));
    const group = named(body.createDiv({ cls: 'florilegium-pane-entry', attr: { role: 'group' } }), title);
    group.createDiv({ cls: 'florilegium-pane-name', text: title, attr: { dir: 'auto' } });
    const isDeleted = isDeletion(entry.change.kind);
    if (entry.state === 'conflict') {
      // A deletion says it beside the text.
      if (!isDeleted) group.createDiv({ cls: 'florilegium-aside', text: OUTBOX.conflict });
      drawConflict(group, entry);
      this.addConflictButtons(buttonRow(group), entry, title);
      return;
    }
    const cls = entry.state === 'refused' ? 'florilegium-problem' : 'florilegium-aside';
    group.createDiv({ cls, text: stateText(entry), attr: { dir: 'auto' } });
    this.drawChanges(section, group, entry);
    if (entry.state !== 'sent') this.addButtons(buttonRow(group), entry, title);
  }

  private drawChanges(section: Section, group: HTMLElement, { id, change, base }: OutboxEntry): void {
    const fields = Object.entries(fieldsOf(change));
    const tags = 'tags' in change ? tagLines(change.tags) : [];
    if (fields.length + tags.length === 0) return;
    section.details(group, { key: id, summary: OUTBOX.changes }, (details) => {
      for (const [field, value] of fields) {
        details.createDiv({ text: fieldName(field) });
        const before = base.fields[field];
        if (before === undefined) drawChangedText(details, { label: OUTBOX.then, text: value }, '');
        else
          drawTwoTexts(details, [
            { label: OUTBOX.now, text: before },
            { label: OUTBOX.then, text: value },
          ]);
      }
      for (const text of tags) details.createDiv({ text, attr: { dir: 'auto' } });
    });
  }

  private addButtons(row: HTMLElement, entry: OutboxEntry, title: string): void {
    const { context } = this;
    // What is gone at the service cannot be changed there.
    if (entry.reason?.code !== 'gone') {
      this.addButton(row, OUTBOX.send, () => context.outbox.retry([entry.id]));
      if (formOf(entry.change).length > 0)
        this.addButton(row, OUTBOX.edit, () => new EditChangeModal(context, entry).open());
    }
    this.addButton(row, OUTBOX.discard, () => new DiscardModal(context, { entry, title }).open());
  }

  private addConflictButtons(row: HTMLElement, entry: OutboxEntry, title: string): void {
    const { context } = this;
    const settle = async (kind: 'mine' | 'theirs'): Promise<void> => {
      const reason = await context.outbox.settle(entry.id, { kind });
      if (reason !== null) context.notices.say(outboxReasonText(reason));
    };
    if (isDeletion(entry.change.kind)) {
      this.addButton(row, OUTBOX.deleteAnyway, () => settle('mine')).setDestructive();
      this.addButton(row, OUTBOX.keep, () => settle('theirs'));
      return;
    }
    this.addButton(row, OUTBOX.mine, () => settle('mine'));
    this.addButton(row, OUTBOX.theirs, () => settle('theirs'));
    this.addButton(row, OUTBOX.edit, () => new SettleModal(context, entry).open());
    this.addButton(row, OUTBOX.discard, () => new DiscardModal(context, { entry, title }).open());
  }

  private addButton(row: HTMLElement, text: string, act: () => unknown): ButtonComponent {
    return addSectionButton(row, { text, act, onError: this.context.onError });
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

function stateText({ state, reason, nextTry }: OutboxEntry): string {
  if (state === 'sent') return OUTBOX.sent;
  const why = reason === undefined ? [] : [outboxReasonText(reason)];
  if (state === 'refused') return why.join(' ');
  return [...why, nextTry === undefined ? OUTBOX.nextSync : OUTBOX.nextTry(clockTime(nextTry))].join(' ');
}

function tagLines(tags: TagEdits | undefined): readonly string[] {
  if (tags === undefined) return [];
  return [
    ...(tags.add.length > 0 ? [OUTBOX.addTags(list(tags.add))] : []),
    ...(tags.remove.length > 0 ? [OUTBOX.removeTags(list(tags.remove))] : []),
    ...tags.rename.map(({ from, to }) => OUTBOX.renameTag(from, to)),
  ];
}

import { Notice } from 'obsidian';
import { outboxReasonText } from '../../../messages/outbox-messages';
import type { OutboxEntry } from '../../../model/outbox';
import type { Settlement } from '../../../outbox/queue';
import type { PluginContext } from '../../app/plugin-context';
import { fieldName, OUTBOX } from '../../strings/outbox-strings';
import { CONFLICTS } from '../../strings/strings';
import { drawDiff } from '../components/diff-view';
import { SettleModal } from '../windows/outbox-windows';
import { addSectionButton } from './section';

/** Texts that may stand below each other. */
const JOINED: ReadonlySet<string> = new Set(['note', 'summary']);

/** The values of both sides. */
export function drawConflict(parent: HTMLElement, { conflicts = [] }: OutboxEntry): void {
  if (conflicts.some(({ mine }) => mine !== null))
    parent.createDiv({ cls: 'florilegium-sync-status-advice', text: CONFLICTS.legend });
  for (const { field, base, mine, theirs } of conflicts) {
    const name = fieldName(field);
    parent.createDiv({ text: name });
    const label = mine === null ? OUTBOX.sinceThen(name) : OUTBOX.conflictOf(name);
    drawDiff(parent, { before: mine ?? base, after: theirs, label });
  }
}

/** The ways to settle the conflicts of a change. */
export function addConflictButtons(
  row: HTMLElement,
  { context, entry }: { readonly context: PluginContext; readonly entry: OutboxEntry },
): void {
  const { onError } = context;
  const { conflicts = [] } = entry;
  const settle = async (settlement: Settlement): Promise<void> => {
    const reason = await context.outbox.settle(entry.id, settlement);
    if (reason !== null) new Notice(outboxReasonText(reason));
  };
  const isDeletion = conflicts.some(({ mine }) => mine === null);
  if (isDeletion) {
    addSectionButton(row, { text: OUTBOX.deleteAnyway, act: () => settle({ kind: 'mine' }), onError });
    addSectionButton(row, { text: OUTBOX.keep, act: () => settle({ kind: 'theirs' }), onError });
    return;
  }
  addSectionButton(row, { text: OUTBOX.mine, act: () => settle({ kind: 'mine' }), onError }).setTooltip(
    OUTBOX.tooltips.mine,
  );
  addSectionButton(row, { text: OUTBOX.theirs, act: () => settle({ kind: 'theirs' }), onError }).setTooltip(
    OUTBOX.tooltips.theirs,
  );
  if (conflicts.every(({ field }) => JOINED.has(field))) {
    const values = Object.fromEntries(
      conflicts.map(({ field, mine, theirs }) => [field, `${theirs}\n\n${mine ?? ''}`]),
    );
    addSectionButton(row, {
      text: OUTBOX.both,
      act: () => settle({ kind: 'values', values }),
      onError,
    }).setTooltip(OUTBOX.tooltips.both);
  }
  addSectionButton(row, { text: OUTBOX.edit, act: () => new SettleModal(context, entry).open(), onError });
}

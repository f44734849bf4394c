import { outboxReasonText, PLACES } from '../../messages/outbox-messages';
import type { Change, OutboxReason, Values } from '../../model/outbox';
import { valuesToChange } from '../../outbox/waiting-changes';
import { targetOf, type Target } from '../../outbox/targets';
import type { PluginContext } from '../app/plugin-context';
import { MENUS } from '../strings/strings';
import { DELETE_HIGHLIGHT } from '../strings/writing-highlight-strings';
import { DELETE_ITEM } from '../strings/writing-item-strings';
import { openEditItem } from './forms/document';
import { openEditHighlight, type EditedHighlight } from './forms/highlight';
import { confirm } from './parts/confirm';
import type { Place } from './place';
import { ChoiceModal } from './windows/choice-modal';

/** Edits the highlight at the cursor, else the note's document, or the tags of its book. */
export function editAt(context: PluginContext, { highlight, itemId }: Place): Promise<void> {
  if (highlight !== null)
    return withHighlight(context, highlight, (found) => openEditHighlight(context, found));
  return withItem(context, itemId, (target) => openEditItem(context, target));
}

/** Deletes the highlight at the cursor, else the note's document, once the person confirms it. */
export function deleteAt(context: PluginContext, { highlight, documentId }: Place): Promise<void> {
  if (highlight !== null)
    return withHighlight(context, highlight, (found) => confirmDeletion(context, found));
  return withItem(context, documentId, ({ id, values }) => {
    const { title = '' } = values.fields;
    confirm(context, {
      title: DELETE_ITEM.title,
      texts: [DELETE_ITEM.explanation(title === '' ? id : title), DELETE_ITEM.note],
      button: DELETE_ITEM.send,
      cancel: DELETE_ITEM.cancel,
      isRed: true,
      act: () => ask(context, { kind: 'delete-document', id }, values),
    });
  });
}

function confirmDeletion(context: PluginContext, { anchor, values }: EditedHighlight): void {
  confirm(context, {
    title: DELETE_HIGHLIGHT.title,
    passage: values.fields['text'] ?? '',
    texts: [DELETE_HIGHLIGHT.what, DELETE_HIGHLIGHT.note],
    button: DELETE_HIGHLIGHT.send,
    cancel: DELETE_HIGHLIGHT.cancel,
    isRed: true,
    act: () => ask(context, { kind: 'delete-highlight', anchor }, values),
  });
}

/** Resolves to why the change was refused. */
async function ask(context: PluginContext, change: Change, seen?: Values): Promise<OutboxReason | null> {
  const added = await context.outbox.ask(change, seen);
  return added.ok ? null : added.reason;
}

/** Moves the note's document to another place in Reader. */
export function moveDocument(context: PluginContext, { documentId }: Place): Promise<void> {
  const { app, onError } = context;
  return withItem(context, documentId, ({ id, values }) =>
    new ChoiceModal(app, {
      question: MENUS.whereTo,
      items: Object.entries(PLACES).filter(([location]) => location !== values.fields['location']),
      nameOf: ([, name]) => name,
      choose: ([location]) => void moveTo(context, id, location).catch(onError),
    }).open(),
  );
}

async function moveTo(context: PluginContext, id: string, location: string): Promise<void> {
  const change: Change = { kind: 'edit-item', item: 'document', id, fields: { location } };
  const reason = await ask(context, change);
  if (reason !== null) context.notices.say(outboxReasonText(reason));
}

async function withHighlight(
  context: PluginContext,
  anchor: string,
  show: (highlight: EditedHighlight) => void,
): Promise<void> {
  if (!context.isReady(true)) return;
  const values = await context.withStores((stores) => valuesToChange(stores, anchor));
  if (values === null) context.notices.say(MENUS.unknown);
  else show({ anchor, values });
}

async function withItem(
  context: PluginContext,
  id: string | null,
  show: (target: Target) => void | Promise<void>,
): Promise<void> {
  if (id === null || !context.isReady(true)) return;
  const target = await context.withState((state) => targetOf(state, id));
  if (target === null) context.notices.say(MENUS.unknown);
  else await show(target);
}

import { Notice } from 'obsidian';
import type { NoteIds } from '../../../features/daily/note-links';
import { outboxReasonText } from '../../../messages/outbox-messages';
import { isTextPart } from '../../../model/note-part';
import type { Change } from '../../../model/outbox';
import { targetOf, type Target } from '../../../outbox/targets';
import type { PluginContext } from '../../app/plugin-context';
import { COMMANDS } from '../../strings/strings';
import type { Action } from '../components/action';
import { DeleteDocumentModal } from './delete-document-modal';
import { EditItemModal } from './edit-item-modal';

const MOVES = [
  { location: 'archive', name: COMMANDS.archive, icon: 'archive' },
  { location: 'new', name: COMMANDS.moveToInbox, icon: 'inbox' },
  { location: 'later', name: COMMANDS.moveToLater, icon: 'clock' },
  { location: 'feed', name: COMMANDS.moveToFeed, icon: 'rss' },
];

/** What can be changed at the service about a note's item; of a book without a document, only tags. */
export function itemActions(context: PluginContext, identity: NoteIds): readonly Action[] {
  const { bookId, documentId, partId } = identity;
  const id = documentId ?? bookId;
  const isOfItem = partId === null || isTextPart(partId);
  if (id === null || !isOfItem) return [];
  const withTarget = (open: (target: Target) => void) => () =>
    void openFor(context, id, open).catch(context.onError);
  const edit = {
    name: COMMANDS.editItem,
    icon: 'pencil',
    run: withTarget((target) => new EditItemModal(context, target).open()),
  };
  if (documentId === null) return [edit];
  const moves = MOVES.map(({ location, name, icon }) => ({
    name,
    icon,
    run: () => void move(context, documentId, location).catch(context.onError),
  }));
  const remove = {
    name: COMMANDS.deleteDocument,
    icon: 'trash-2',
    run: withTarget((target) => new DeleteDocumentModal(context, target).open()),
  };
  return [edit, ...moves, remove];
}

async function openFor(context: PluginContext, id: string, open: (target: Target) => void): Promise<void> {
  if (!context.isReady(true)) return;
  const target = await context.withState((state) => targetOf(state, id));
  if (target === null) new Notice(outboxReasonText({ code: 'unknown-target', target: id }));
  else open(target);
}

async function move(context: PluginContext, id: string, location: string): Promise<void> {
  if (!context.isReady(true)) return;
  const change: Change = { kind: 'edit-item', item: 'document', id, fields: { location } };
  const added = await context.outbox.ask(change);
  if (!added.ok) new Notice(outboxReasonText(added.reason));
}

import { Component, type BasesEntry, type BasesEntryGroup } from 'obsidian';
import { outboxReasonText, placeName } from '../../../messages/outbox-messages';
import { isOperational } from '../../../model/errors';
import type { Document } from '../../../model/model';
import { canBeTakenBack, fieldsOf, targetIdOf, type Change, type OutboxEntry } from '../../../model/outbox';
import { documentsOf } from '../../../store/library';
import { readOutbox } from '../../../store/outbox-store';
import type { PluginContext } from '../../app/plugin-context';
import { QUEUE } from '../../strings/queue-strings';
import { withColon } from '../../strings/strings';
import { groupName, inReaderOrder } from './queue-groups';
import { MOVES, moveText, QueueRow, type MoveTo } from './queue-row';
import { queuedDocument } from './queued-document';

/** So many rows are drawn above and below those that can be seen, as a share of the height. */
const NEARBY = '100%';

/** Documents in the order of a base, to be read or moved. Nothing moves but by a button or a key. */
export class ReadingQueue extends Component {
  private readonly element: HTMLElement;
  private readonly lists: HTMLElement;
  private readonly spoken: HTMLElement;
  private rows: readonly QueueRow[] = [];
  /** The one that Tab reaches. */
  private current: QueueRow | null = null;
  private readonly rowOf = new Map<EventTarget, QueueRow>();
  private readonly seen = new Set<QueueRow>();
  private readonly observer: IntersectionObserver;
  /** Changes that move documents, by document. */
  private moves: ReadonlyMap<string, OutboxEntry> = new Map();
  private timer: number | undefined;

  constructor(
    parent: HTMLElement,
    private readonly context: PluginContext,
  ) {
    super();
    this.element = parent.createDiv({ cls: 'florilegium-queue' });
    this.spoken = this.element.createDiv({ cls: 'florilegium-spoken', attr: { role: 'status' } });
    this.lists = this.element.createDiv();
    this.observer = new IntersectionObserver((changes) => this.look(changes), {
      root: this.element,
      rootMargin: NEARBY,
    });
  }

  override onload(): void {
    const { context } = this;
    this.registerEvent(context.events.on('outbox', () => this.readMoves()));
    this.registerDomEvent(this.element, 'keydown', (event) => this.press(event));
    this.registerDomEvent(this.element, 'focusin', (event) => this.follow(event));
    this.register(() => {
      this.observer.disconnect();
      window.clearTimeout(this.timer);
      this.element.remove();
    });
    this.readMoves();
  }

  show(found: readonly BasesEntryGroup[]): void {
    const groups = inReaderOrder(found);
    const before = new Map(this.rows.map((row) => [row.file, row]));
    const rows = groups.flatMap(({ entries }) => entries.map((entry) => this.rowFor(entry, before)));
    const isSameOrder = rows.length === this.rows.length && rows.every((row, at) => row === this.rows[at]);
    const at = this.current === null ? 0 : this.rows.indexOf(this.current);
    this.rows = rows;
    if (!isSameOrder) this.arrange(groups, at);
    this.drawAll();
  }

  private rowFor({ file }: BasesEntry, before: ReadonlyMap<unknown, QueueRow>): QueueRow {
    const known = before.get(file);
    if (known !== undefined) return known;
    return new QueueRow(file, this.context, {
      move: (row, place) => this.move(row, place),
      undo: (row, entry) => this.undo(row, entry),
    });
  }

  /**
   * Puts the rows into their lists. The place that is scrolled to, and the focus, stay; when the row with the focus
   * has left, the one in its place has it.
   * @param at where the row was that Tab reaches
   */
  private arrange(groups: readonly BasesEntryGroup[], at: number): void {
    const { activeElement } = this.element.ownerDocument;
    const hadFocus = this.lists.contains(activeElement);
    const { scrollTop } = this.element;
    this.observer.disconnect();
    this.rowOf.clear();
    this.seen.clear();
    this.lists.empty();
    if (this.rows.length === 0) this.lists.createEl('p', { cls: 'florilegium-aside', text: QUEUE.empty });
    let start = 0;
    for (const group of groups) {
      const end = start + group.entries.length;
      this.addList(groupName(group, groups), this.rows.slice(start, end));
      start = end;
    }
    this.element.scrollTop = scrollTop;
    const stays = this.current !== null && this.rows.includes(this.current);
    const row = stays ? this.current : this.rows[Math.min(at, this.rows.length - 1)];
    if (row === null || row === undefined) return;
    this.makeCurrent(row);
    if (hadFocus) row.element.focus({ preventScroll: true });
  }

  private addList(name: string | null, rows: readonly QueueRow[]): void {
    if (rows.length === 0) return;
    if (name !== null)
      this.lists.createEl('h3', { cls: 'florilegium-queue-group', text: QUEUE.group(name, rows.length) });
    const list = this.lists.createEl('ul', { cls: 'florilegium-queue-list' });
    list.append(...rows.map(({ element }) => element));
    for (const [at, row] of rows.entries()) {
      row.element.setAttrs({ 'aria-setsize': rows.length, 'aria-posinset': at + 1 });
      this.rowOf.set(row.element, row);
      this.observer.observe(row.element);
    }
  }

  private look(changes: readonly IntersectionObserverEntry[]): void {
    const arrived: QueueRow[] = [];
    for (const { target, isIntersecting } of changes) {
      const row = this.rowOf.get(target);
      if (row === undefined) continue;
      if (isIntersecting) {
        this.seen.add(row);
        arrived.push(row);
      } else {
        this.seen.delete(row);
        row.clear();
      }
    }
    this.draw(arrived).catch(this.context.onError);
  }

  private drawAll(): void {
    this.draw([...this.seen]).catch(this.context.onError);
  }

  private async draw(rows: readonly QueueRow[]): Promise<void> {
    if (rows.length === 0) return;
    const documents = await this.documentsOf(rows);
    const { metadataCache } = this.context.app;
    for (const row of rows) {
      // It may have been scrolled away meanwhile.
      if (!this.seen.has(row)) continue;
      const id = row.documentId ?? '';
      const properties = metadataCache.getFileCache(row.file)?.frontmatter;
      row.draw(queuedDocument(properties, documents.get(id) ?? null), this.moves.get(id) ?? null);
    }
  }

  private async documentsOf(rows: readonly QueueRow[]): Promise<ReadonlyMap<string, Document>> {
    const ids = rows.flatMap(({ documentId }) => documentId ?? []);
    try {
      return await this.context.withState((state) => documentsOf(state, ids));
    } catch (error) {
      // The properties of the notes are enough to read on; syncs tell what is wrong with the store.
      if (isOperational(error)) return new Map();
      throw error;
    }
  }

  private readMoves(): void {
    const read = async (): Promise<void> => {
      const entries = await this.context.withOutbox(readOutbox);
      const before = this.moves;
      this.moves = new Map(entries.filter(isMove).map((entry) => [targetIdOf(entry.change) ?? '', entry]));
      this.drawAll();
      this.tellNews(before);
      this.waitForNextEnd();
    };
    read().catch(this.context.onError);
  }

  /** Tells of moves with which something else happened than was told last. */
  private tellNews(before: ReadonlyMap<string, OutboxEntry>): void {
    for (const [id, earlier] of before) {
      const move = this.moves.get(id);
      const row = this.rows.find(({ documentId }) => documentId === id);
      if (move === undefined && earlier.state !== 'sent') this.unsay(moveText(earlier));
      if (move !== undefined && row !== undefined && isNews(move, earlier)) this.say(row, moveText(move));
    }
  }

  /** When a change can no longer be taken back, its row says so. */
  private waitForNextEnd(): void {
    window.clearTimeout(this.timer);
    const now = Date.now();
    const open = [...this.moves.values()].filter((entry) => canBeTakenBack(entry, now));
    const ends = open.map(({ nextTry = now }) => nextTry - now);
    if (ends.length > 0) this.timer = window.setTimeout(() => this.readMoves(), Math.min(...ends) + 1);
  }

  private async move(row: QueueRow, location: MoveTo): Promise<void> {
    const { context } = this;
    const id = row.documentId;
    if (id === null || !row.canMove(location) || !context.isReady(true)) return;
    const change: Change = { kind: 'edit-item', item: 'document', id, fields: { location } };
    const added = await context.outbox.askWithUndo(change, row.refused);
    const text = added.ok ? QUEUE.moved(placeName(location)) : outboxReasonText(added.reason);
    this.say(row, text);
    if (!added.ok) context.notices.say(text);
  }

  private async undo(row: QueueRow, entry: OutboxEntry): Promise<void> {
    const { outbox } = this.context;
    if (await outbox.takeBack(entry.id)) {
      this.say(row, QUEUE.movedBack);
      return;
    }
    const text = await outbox.discard(entry.id);
    if (text !== null) this.spoken.setText(text);
  }

  private say(row: QueueRow, what: string): void {
    this.spoken.setText(withColon(row.title, what));
  }

  /** Takes back what is no longer so. */
  private unsay(what: string): void {
    if (this.spoken.textContent.endsWith(what)) this.spoken.empty();
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // A key that is held down would move one document after the other.
    if (event.repeat && !event.key.startsWith('Arrow')) return;
    const row = this.rowAt(event);
    const act = row === undefined ? null : this.actionOf(event, row);
    if (act === null) return;
    event.preventDefault();
    act();
  }

  /** Null where the key has no meaning here. */
  private actionOf({ key, target }: KeyboardEvent, row: QueueRow): (() => void) | null {
    const { onError } = this.context;
    const at = this.rows.indexOf(row);
    if (key === 'ArrowDown') return () => this.focusRow(at + 1);
    if (key === 'ArrowUp') return () => this.focusRow(at - 1);
    // On a button, Enter presses it.
    if (key === 'Enter') return target === row.element ? () => void row.open().catch(onError) : null;
    const move = MOVES.find((each) => each.key === key);
    if (move === undefined || !row.canMove(move.place)) return null;
    return () => {
      this.move(row, move.place).catch(onError);
      this.focusRow(at + 1);
    };
  }

  /** The row in which somebody clicks is the one that Tab reaches. */
  private follow(event: FocusEvent): void {
    const row = this.rowAt(event);
    if (row !== undefined && row !== this.current) this.makeCurrent(row);
  }

  private rowAt(event: Event): QueueRow | undefined {
    return event.composedPath().flatMap((part) => this.rowOf.get(part) ?? [])[0];
  }

  private makeCurrent(row: QueueRow): void {
    this.current?.setCurrent(false);
    this.current = row;
    row.setCurrent(true);
  }

  private focusRow(at: number): void {
    const row = this.rows[at];
    if (row === undefined) return;
    this.makeCurrent(row);
    row.element.focus();
  }
}

const isMove = ({ change }: OutboxEntry): boolean =>
  change.kind === 'edit-item' && change.item === 'document' && 'location' in fieldsOf(change);

/** That a move was sent is what was told when it was asked for. */
function isNews(move: OutboxEntry, earlier: OutboxEntry): boolean {
  if (move.id !== earlier.id) return false;
  const [code, earlierCode] = [codeOf(move), codeOf(earlier)];
  if (move.state === 'sent') return earlier.state !== 'sent' && earlierCode !== 'not-tried';
  return move.state !== earlier.state || code !== earlierCode;
}

const codeOf = ({ reason }: OutboxEntry): string => reason?.code ?? 'not-tried';

import { Platform, type TFile } from 'obsidian';
import { changeMessage, placeName } from '../../../messages/outbox-messages';
import { canBeTakenBack, fieldsOf, type OutboxEntry } from '../../../model/outbox';
import { resultOfEntry } from '../../../outbox/change-result';
import type { PluginContext } from '../../app/plugin-context';
import { QUEUE } from '../../strings/queue-strings';
import { clockTime } from '../../strings/times';
import { addButton, openNote, type ButtonOptions } from '../components/elements';
import { Place } from '../place';
import { openStatusView } from '../pane/status-view';
import { coverSource } from './cover-source';
import type { QueuedDocument } from './queued-document';

/** What a person can do with a document of the queue. The key does the same. */
export const MOVES = [
  { place: 'archive', key: 'e', icon: 'archive', text: QUEUE.moves.archive },
  { place: 'later', key: 'l', icon: 'clock', text: QUEUE.moves.later },
] as const;

export type MoveTo = (typeof MOVES)[number]['place'];

export interface RowActions {
  readonly move: (row: QueueRow, place: MoveTo) => Promise<void>;
  readonly undo: (row: QueueRow, entry: OutboxEntry) => Promise<void>;
}

let rows = 0;

/** A document in the queue. Its element is always in the list; what it shows is drawn only while it can be seen. */
export class QueueRow {
  readonly element = createEl('li', { cls: 'florilegium-queue-row', attr: { tabindex: -1 } });
  private shown: QueuedDocument | null = null;
  private move: OutboxEntry | null = null;
  private isCurrent = false;
  private readonly titleId: string;

  constructor(
    readonly file: TFile,
    private readonly context: PluginContext,
    private readonly actions: RowActions,
  ) {
    rows += 1;
    this.titleId = `florilegium-queue-${String(rows)}`;
    this.element.setAttr('aria-labelledby', this.titleId);
  }

  /** Null for a note that is not of a document. */
  get documentId(): string | null {
    return this.place.documentId;
  }

  get title(): string {
    return this.shown?.title || this.file.basename;
  }

  /** Whether the document can be moved there now. */
  canMove(place: MoveTo): boolean {
    if (this.documentId === null || this.isMoving || this.move?.state === 'conflict') return false;
    return this.shown?.location !== place;
  }

  /** A change that moves the document, which was refused. */
  get refused(): OutboxEntry | null {
    return this.move?.state === 'refused' ? this.move : null;
  }

  /** Whether Tab reaches it and its buttons: only one row at a time, or nobody would get past the list. */
  setCurrent(isCurrent: boolean): void {
    this.isCurrent = isCurrent;
    this.element.setAttr('tabindex', isCurrent ? 0 : -1);
    for (const button of Array.from(this.element.querySelectorAll('.florilegium-queue-action')))
      button.setAttribute('tabindex', isCurrent ? '0' : '-1');
  }

  open(): Promise<void> {
    return openNote(this.context.app, this.file.path);
  }

  /** @param move the change that moves the document, as far as it has not ended in the note */
  draw(shown: QueuedDocument, move: OutboxEntry | null): void {
    this.shown = shown;
    this.move = move;
    const hadFocus = this.element.contains(this.element.ownerDocument.activeElement);
    this.element.empty();
    this.element.setCssProps({ '--florilegium-row-height': 'auto' });
    this.element.toggleClass('is-moving', this.isMoving);
    if (!this.isMoving) this.drawCover(shown);
    const body = this.element.createDiv({ cls: 'florilegium-queue-body' });
    this.drawTitle(body);
    if (this.isMoving) this.drawMove(body);
    else this.drawDocument(body, shown);
    this.setCurrent(this.isCurrent);
    if (hadFocus) this.element.focus({ preventScroll: true });
  }

  /** Keeps its height, so that nothing jumps. */
  clear(): void {
    if (this.shown === null) return;
    const height = this.element.offsetHeight;
    this.shown = null;
    this.element.empty();
    this.element.setCssProps({ '--florilegium-row-height': `${String(height)}px` });
  }

  private get place(): Place {
    return new Place(this.context.app, this.file);
  }

  private get isMoving(): boolean {
    return this.move !== null && isOnItsWay(this.move);
  }

  private drawCover({ cover }: QueuedDocument): void {
    const source = coverSource(this.context, { cover, path: this.file.path });
    if (source === null) return;
    const frame = this.element.createDiv({ cls: 'florilegium-queue-cover' });
    const image = frame.createEl('img', {
      attr: { src: source, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' },
    });
    image.addEventListener('error', () => frame.remove());
  }

  private drawTitle(body: HTMLElement): void {
    const title = body.createEl('button', {
      cls: 'florilegium-queue-title',
      attr: { id: this.titleId, dir: 'auto', tabindex: -1 },
    });
    title.createSpan({ text: this.title });
    title.addEventListener('click', () => void this.open().catch(this.context.onError));
  }

  private drawDocument(body: HTMLElement, shown: QueuedDocument): void {
    const facts = [shown.author, shown.site, shown.length, shown.progress].filter((fact) => fact !== '');
    const aside = { cls: 'florilegium-queue-aside', attr: { dir: 'auto' } };
    if (facts.length > 0) body.createDiv({ ...aside, text: facts.join(' · ') });
    if (shown.summary !== '')
      body.createDiv({ cls: 'florilegium-queue-summary', text: shown.summary, attr: { dir: 'auto' } });
    if (shown.tags.length > 0) {
      const tags = body.createDiv({ cls: 'florilegium-queue-tags' });
      for (const tag of shown.tags) tags.createSpan({ cls: 'tag', text: `#${tag}` });
    }
    if (this.move !== null) body.createDiv({ cls: 'florilegium-problem', text: moveText(this.move) });
    this.drawButtons(body.createDiv({ cls: 'florilegium-queue-buttons' }));
  }

  /** On a phone they are icons, so that more rows fit on the screen. */
  private drawButtons(row: HTMLElement): void {
    const { context } = this;
    const add = (icon: string, text: string, act: () => unknown): HTMLElement =>
      this.addAction(row, { text, act, ...(Platform.isPhone ? { icon } : {}) });
    for (const { place, key, icon, text } of MOVES)
      if (this.canMove(place))
        add(icon, text, () => this.actions.move(this, place)).setAttrs({
          title: QUEUE.key(key.toUpperCase()),
          'aria-keyshortcuts': key,
        });
    const link = this.documentId === null ? null : this.place.link;
    if (link !== null) add('external-link', QUEUE.openInReader, () => window.open(link));
    if (this.move !== null) add('library', QUEUE.status, () => openStatusView(context));
  }

  private addAction(controlEl: HTMLElement, options: Omit<ButtonOptions, 'onError'>): HTMLElement {
    const { onError } = this.context;
    return addButton({ controlEl }, { ...options, onError }).setClass('florilegium-queue-action').buttonEl;
  }

  private drawMove(body: HTMLElement): void {
    const { move } = this;
    if (move === null) return;
    const line = body.createDiv({ cls: 'florilegium-queue-move' });
    line.createSpan({ text: moveText(move) });
    if (move.state === 'waiting')
      this.addAction(line, { text: QUEUE.undo, act: () => this.actions.undo(this, move) });
  }
}

/** Whether the change that moves a document was neither refused nor is a conflict. */
const isOnItsWay = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'sent';

/** How far the change has come that moves a document; where it was not sent, why. */
export function moveText(move: OutboxEntry): string {
  const place = placeOf(move);
  const { text } = changeMessage(resultOfEntry(move), clockTime);
  if (canBeTakenBack(move, Date.now())) return QUEUE.moved(place);
  if (move.state === 'sent') return text;
  return move.state === 'waiting' ? QUEUE.onItsWay(place, text) : QUEUE.notMoved(place, text);
}

/** The name of the place that a change moves a document to. */
const placeOf = ({ change }: OutboxEntry): string => placeName(fieldsOf(change)['location'] ?? '');

import type { Events } from 'obsidian';
import { problemMessage } from '../../messages/messages';
import { changesText, changeText, decidedText, removedText } from '../../messages/outbox-messages';
import { Mutex } from '../../model/pace';
import type {
  Change,
  ChangeResult,
  Decided,
  LocalChanges,
  OutboxEntry,
  OutboxReason,
  Values,
} from '../../model/outbox';
import type { Choice } from '../../outbox/deliver';
import { decideAgainst } from '../../outbox/decide';
import { findLocalChanges } from '../../features/hand-changes/local-changes';
import {
  addChange,
  replaceChange,
  retryChange,
  settleChange,
  takeBackChange,
  type AddResult,
  type Settlement,
} from '../../outbox/waiting-changes';
import { deliverChanges, sendChanges, type SendOptions, type SendResult } from '../../outbox/send-changes';
import { readOutbox, type Stores } from '../../store/outbox-store';
import { clockTime } from '../strings/times';
import type { AppEngine } from './app-engine';
import type { Notices } from './notices';
import type { SyncController } from './sync-controller';
import type { SyncProgress } from './sync-progress';

/** The engine, with what else of the plugin sending needs. */
type SenderContext = AppEngine & {
  readonly events: Events;
  readonly notices: Notices;
  readonly progress: SyncProgress;
  readonly syncs: SyncController;
  readonly onError: (error: unknown) => void;
  readonly problem: (needsToken: boolean) => string | null;
};

/** For how long a change of `askWithUndo` can be taken back. */
const UNDO_MS = 10_000;
/** Of more changes than these, it is only counted what became of them. */
const MOST_NAMED = 3;

interface WaitingOptions {
  readonly onlyDue: boolean;
  /** Whether it is said of what was sent as asked. */
  readonly saysSent?: boolean;
}

/** Stores and sends what the person asks for, beside a running sync as well. */
export class OutboxSender {
  private readonly turns = new Mutex();
  /** How many changes by hand the last count found. */
  localChanges = 0;

  constructor(private readonly context: SenderContext) {}

  /**
   * Stores a change, then sends it. A change that is refused is not stored, and the window that asks for it
   * says why. Resolves when it is stored; what becomes of it is shown in a notice.
   * @param seen the values that the person saw in the window
   */
  async ask(change: Change, seen?: Partial<Values>): Promise<AddResult> {
    const { host } = this.context;
    const added = await this.change((stores) => addChange({ ...host, ...stores }, change, { seen }));
    if (added.ok) this.sendNow(new Set(added.entries.map(({ id }) => id)));
    return added;
  }

  /**
   * Stores a change that the person can take back for a while, and sends it only after that. Says only what does not
   * go well.
   * @param failed an earlier change for the same, which it replaces
   */
  async askWithUndo(change: Change, failed: OutboxEntry | null): Promise<AddResult> {
    const { host, onError } = this.context;
    const notBefore = Date.now() + UNDO_MS;
    const added = await this.change((stores) => {
      const queue = { ...host, ...stores };
      return failed === null
        ? addChange(queue, change, { notBefore })
        : replaceChange(queue, failed, change, { notBefore });
    });
    const send = (): Promise<void> => this.sendWaiting({ onlyDue: true, saysSent: false });
    if (added.ok) window.setTimeout(() => void send().catch(onError), UNDO_MS);
    return added;
  }

  /** Resolves to false when the change is being sent, or was. */
  async takeBack(id: string): Promise<boolean> {
    return this.change((stores) => takeBackChange({ ...this.context.host, ...stores }, id));
  }

  /** Stores several changes, then sends them. Resolves to those that were refused, and why. */
  async askAll(changes: readonly Change[]): Promise<ReadonlyMap<Change, OutboxReason>> {
    const ids = new Set<string>();
    const refused = new Map<Change, OutboxReason>();
    await this.change(async (stores) => {
      for (const change of changes) {
        const added = await addChange({ ...this.context.host, ...stores }, change);
        if (added.ok) added.entries.forEach(({ id }) => ids.add(id));
        else refused.set(change, added.reason);
      }
    });
    if (ids.size > 0) this.sendNow(ids);
    this.countLocalChanges();
    return refused;
  }

  /** Puts another change in the place of a waiting one, then sends it. */
  async replace(entry: OutboxEntry, change: Change): Promise<AddResult> {
    const added = await this.change((stores) =>
      replaceChange({ ...this.context.host, ...stores }, entry, change),
    );
    if (added.ok) this.sendNow(new Set(added.entries.map(({ id }) => id)));
    return added;
  }

  /** Leaves the service's values as they are, says so, and sends what is left of the change. */
  async keepTheirs(id: string): Promise<void> {
    if ((await this.decideAgainst(id, 'theirs')) !== null) this.sendNow(new Set([id]));
  }

  /** Gives a change up, and says so. Resolves to what it says; null where there is nothing to give up. */
  discard(id: string): Promise<string | null> {
    return this.decideAgainst(id, 'discard');
  }

  private async decideAgainst(id: string, decision: Decided['decision']): Promise<string | null> {
    const decided = await this.change((stores) => decideAgainst(stores, id, decision));
    if (decided === null) return null;
    const text = decidedText(decided);
    this.context.notices.say(text);
    return text;
  }

  /** Settles the conflicts of a change, then sends it. Resolves to why that was refused. */
  async settle(id: string, settlement: Settlement): Promise<OutboxReason | null> {
    const settled = await this.change(({ outbox }) => settleChange(outbox, id, settlement));
    if (settled?.ok === false) return settled.reason;
    if (settled !== null) this.sendNow(new Set([id]));
    return null;
  }

  /** Sends changes that wait or were refused, without waiting for their next try. */
  async retry(ids: readonly string[]): Promise<void> {
    await this.change(async ({ outbox }) => {
      for (const id of ids) await retryChange(outbox, id);
    });
    this.sendNow(new Set(ids));
  }

  /** What was changed by hand in notes, as far as the settings allow it to be sent. */
  async findLocalChanges(signal?: AbortSignal): Promise<LocalChanges> {
    const { context } = this;
    const { clock } = context.host;
    const found = await context.withBoth((both) =>
      findLocalChanges({ ...both, clock, signal }, context.settings),
    );
    this.localChanges = found.changes.length;
    context.events.trigger('outbox');
    return found;
  }

  /** Counts anew what was changed by hand; does nothing while the settings offer nothing to be sent. */
  countLocalChanges(): void {
    const { onError, settings } = this.context;
    if (Object.values(settings.sendBack).includes(true)) this.findLocalChanges().catch(onError);
  }

  /** Sends these changes, or all that wait, and shows what became of them. */
  sendNow(ids?: ReadonlySet<string>): void {
    this.send({ ids })
      .then((result) => this.show(result))
      .catch(this.context.onError);
  }

  /** Sends what waits, or what of it is due by now, while no sync runs. Says only what became of it. */
  async sendWaiting({ onlyDue, saysSent = true }: WaitingOptions): Promise<void> {
    const { context } = this;
    const waiting = (await context.withOutbox(readOutbox)).filter(({ state }) => state === 'waiting');
    const isDue = ({ nextTry }: OutboxEntry): boolean => nextTry !== undefined && nextTry <= Date.now();
    const wanted = onlyDue ? waiting.filter(isDue) : waiting;
    if (wanted.length === 0 || context.syncs.isRunning || context.problem(true) !== null) return;
    const ids = new Set(wanted.map(({ id }) => id));
    const result = await this.send({ onlyDue });
    const isNews = (change: ChangeResult): boolean =>
      change.state === 'sent' ? saysSent || isOtherwise(change) : change.state !== 'waiting';
    const changes = result.changes.filter((change) => ids.has(change.id) && isNews(change));
    this.show({ ...result, changes });
  }

  /**
   * After a sync: sends what is due, or all that waits where a person asked for the sync, and takes the answers that
   * arrived while it ran.
   */
  async afterSync(signal: AbortSignal, { onlyDue }: { readonly onlyDue: boolean }): Promise<void> {
    const { context } = this;
    const entries = await context.withOutbox(readOutbox);
    // The settings may have changed during the sync.
    if (entries.length === 0 || context.account.question !== null) return;
    const { changes, notes } = await this.turns.run(() => this.sendAndTake({ onlyDue, signal }));
    context.events.trigger('outbox');
    const known = new Set(entries.filter(({ state }) => state === 'conflict').map(({ id }) => id));
    const isNewConflict = ({ id, state }: ChangeResult): boolean => state === 'conflict' && !known.has(id);
    // Of the others, what they became at the service is known only now.
    const news = changes.filter((change) => isOtherwise(change) || isNewConflict(change));
    const text = textOf(news, notes);
    if (text !== '') this.tell(news, text);
  }

  private async change<Result>(use: (stores: Stores) => Promise<Result>): Promise<Result> {
    const result = await this.context.withStores(use);
    this.context.events.trigger('outbox');
    return result;
  }

  private async send(choice: Choice): Promise<SendResult> {
    const { context } = this;
    await context.ready();
    const result = await this.turns.run(() =>
      context.syncs.isRunning
        ? this.sendBesideSync(choice)
        : context.syncs.runExclusively(
            new AbortController().signal,
            (signal) => this.sendAndTake({ ...choice, signal }),
            { showsProgress: true },
          ),
    );
    context.events.trigger('outbox');
    return result;
  }

  /** Leaves replica and notes to the running sync. */
  private sendBesideSync(choice: Choice): Promise<SendResult> {
    const { context } = this;
    const reporter = { progress: () => undefined };
    return context.withBoth((both) =>
      deliverChanges({ ...context.host, ...both, reporter }, { ...this.account, ...choice }),
    );
  }

  private sendAndTake(choice: Choice & { readonly signal: AbortSignal }): Promise<SendResult> {
    const { context } = this;
    const { progress: reporter } = context;
    return context.withBoth((both) =>
      sendChanges({ ...context.host, ...both, reporter }, { ...this.account, ...choice }),
    );
  }

  private get account(): Pick<SendOptions, 'settings' | 'token'> {
    return { settings: this.context.settings, token: this.context.account.forRequests().token };
  }

  private show({ changes, notes, cause, problem }: SendResult): void {
    if (problem !== undefined) {
      this.context.notices.showProblem(problemMessage(problem));
      return;
    }
    if (cause !== 'cancelled' && changes.length > 0) this.tell(changes, textOf(changes, notes));
  }

  private tell(changes: readonly ChangeResult[], text: string): void {
    const { notices, syncs } = this.context;
    if (changes.some(({ state }) => state === 'conflict')) syncs.display?.showSendConflict(text);
    else notices.say(text);
  }
}

/** Whether something came of it that was not asked for, which is known only with the answer. */
const isOtherwise = ({ became, leftOut }: ChangeResult): boolean =>
  became !== undefined || leftOut !== undefined;

function textOf(changes: readonly ChangeResult[], notes: SendResult['notes']): string {
  const texts =
    changes.length > MOST_NAMED
      ? [changesText(changes)]
      : changes.map((change) => changeText(change, clockTime));
  return [...texts, notes === null ? '' : removedText(notes.notes)].filter((text) => text !== '').join(' ');
}

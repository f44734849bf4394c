import { Notice } from 'obsidian';
import { withDays } from '../../features/daily/day-watch';
import { problemMessage } from '../../messages/messages';
import { changeText } from '../../messages/outbox-messages';
import { Mutex } from '../../model/pace';
import type { Change, Values } from '../../model/outbox';
import type { Choice } from '../../outbox/deliver';
import { addChange, type Added } from '../../outbox/queue';
import { deliverChanges, sendChanges, type SendOptions, type SendResult } from '../../outbox/send-changes';
import { readOutbox } from '../../store/outbox-store';
import type { PluginContext } from './plugin-context';

/** Stores and sends what the person asks for, beside a running sync as well. */
export class OutboxSender {
  private readonly turns = new Mutex();

  constructor(private readonly context: PluginContext) {}

  /**
   * Stores a change, then sends it. A change that is refused is not stored, and the window that asks for it
   * says why. Resolves when it is stored; what becomes of it is shown in a notice.
   * @param seen the values that the person saw in the window
   */
  async ask(change: Change, seen?: Partial<Values>): Promise<Added> {
    const { host } = this.context;
    const added = await this.context.withState((state) => addChange({ ...host, state }, change, seen));
    this.context.events.trigger('outbox');
    if (added.ok) this.sendNow(new Set(added.entries.map(({ id }) => id)));
    return added;
  }

  /** Sends these changes, or all that wait, and shows what became of them. */
  sendNow(ids?: ReadonlySet<string>): void {
    this.send(ids)
      .then((result) => this.show(result))
      .catch(this.context.onError);
  }

  /** After a sync: sends what is due, and takes the answers that arrived while it ran. */
  async afterSync(signal: AbortSignal): Promise<void> {
    const { context } = this;
    const entries = await context.withState(readOutbox);
    if (entries.length === 0) return;
    const { changes } = await this.turns.run(() => this.sendAndTake({ onlyDue: true, signal }));
    context.events.trigger('outbox');
    // Of these, only now is known what the service made of them.
    for (const change of changes) if (change.became !== undefined) new Notice(changeText(change));
  }

  private async send(ids: ReadonlySet<string> | undefined): Promise<SendResult> {
    const { context } = this;
    await context.ready();
    const result = await this.turns.run(() =>
      context.syncs.isRunning
        ? this.sendBesideSync(ids)
        : context.syncs.runExclusively(new AbortController().signal, (signal) =>
            this.sendAndTake({ ids, signal }),
          ),
    );
    context.events.trigger('outbox');
    return result;
  }

  /** Leaves replica and notes to the running sync. */
  private sendBesideSync(ids: ReadonlySet<string> | undefined): Promise<SendResult> {
    const { context } = this;
    const reporter = { progress: () => undefined };
    return context.withBoth((both) =>
      deliverChanges({ ...context.host, ...both, reporter }, { ...this.account, ids }),
    );
  }

  private async sendAndTake(choice: Choice & { readonly signal: AbortSignal }): Promise<SendResult> {
    const { context } = this;
    const { calendar, progress: reporter } = context;
    const options = { ...this.account, ...choice };
    return context.withBoth(async (both) => {
      const deps = { ...context.host, ...both, reporter };
      let result: SendResult | null = null;
      await withDays({ deps, options, calendar }, async (watched) => {
        result = await sendChanges(watched, options);
        return result.notes;
      });
      return result ?? sendChanges(deps, options);
    });
  }

  private get account(): Pick<SendOptions, 'settings' | 'token'> {
    return { settings: this.context.settings, token: this.context.account.token };
  }

  private show({ changes, cause, problem }: SendResult): void {
    if (problem !== undefined) {
      this.context.notices.showProblem(problemMessage(problem));
      return;
    }
    if (cause === 'cancelled') return;
    for (const change of changes) new Notice(changeText(change));
  }
}

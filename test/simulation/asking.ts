import { findLocalChanges } from '../../src/features/hand-changes/local-changes';
import { openConflicts, settleConflict } from '../../src/features/conflicts/open-conflicts';
import { RESOLUTIONS } from './engine-tasks';
import { targetIdOf, type Change, type LocalChange, type OutboxEntry } from '../../src/model/outbox';
import type { HttpClient, HttpResponse } from '../../src/model/ports';
import {
  addChange,
  discardChange,
  retryChange,
  settleChange,
  valuesToChange,
} from '../../src/outbox/waiting-changes';
import { deliverChanges, sendChanges } from '../../src/outbox/send-changes';
import { sentSince } from '../../src/outbox/sent-since';
import { readOutbox } from '../../src/store/outbox-store';
import { CANARY_TOKEN } from '../support/canary';
import { breakingStores } from '../support/counting-state-store';
import { undo } from '../sync/journal/history-scene';
import { AskedFor, type Write } from './asked-for';
import { CALM, type AskingStep, type HandField, type Trouble } from './asking-steps';
import type { Effect } from './effect';
import { changeFor } from './requests';
import { applyChange, pickFrom } from './service-changes';
import {
  newDevice,
  settings,
  SMALL_PAGES,
  World,
  type Device,
  type DeviceWithOutbox,
  type Place,
} from './world';

const STYLES = ['', 'built-in:outline', 'built-in:callouts'] as const;
class Killed extends Error {
  override readonly name = 'Killed';
}

const isEnd = (error: unknown): boolean =>
  error instanceof Error && ['Killed', 'PowerLoss'].includes(error.name);

/** A person with two devices that share a vault, what they ask the service for, and what judges that. */
export class Asking {
  private readonly devices: readonly [DeviceWithOutbox, DeviceWithOutbox];
  private readonly isOffline = [false, false];
  private readonly asked: AskedFor;
  private wanted = settings({ sendBack: ALL });
  private run = 0;
  /** What the judge said: the engine takes an error in a request for its own. */
  private verdict: Error | null = null;
  private words = 0;
  /** Whether the process ended in the last sending. */
  wasStopped = false;

  private constructor(readonly world: World) {
    this.asked = new AskedFor(world);
    const first = newDevice();
    this.devices = [first, { ...newDevice(), vault: first.vault }];
  }

  /** With a small library that both devices know. */
  static async begin(): Promise<Asking> {
    const world = await World.create({ pageSizes: SMALL_PAGES });
    for (const kind of ['add book', 'add document', 'add book', 'mirrored highlight'] as const)
      applyChange(world, { kind, pick: 7, text: 1 });
    const { books, ids } = world.library;
    const tags = (): { id: number; name: string }[] =>
      ['first', 'second'].map((name) => ({ id: ids.nextTag(), name }));
    for (const { id } of books.highlights()) {
      books.setHighlightTags(id, tags());
      world.library.editHighlight(id, { note: `Why ${String(id)}` });
    }
    for (const { id, parentId } of [...world.library.documents.all()])
      if (parentId === null) world.library.setDocumentTags(id, ['first']);
    const asking = new Asking(world);
    for (const index of [0, 1]) await asking.sync(index);
    return asking;
  }

  get device(): Device {
    return this.devices[0];
  }

  async play(step: AskingStep): Promise<void> {
    const { server } = this.world;
    this.world.pass(5);
    const before = server.requests.entries.length;
    await this.act(step);
    const isSending = ['send', 'deliver', 'send due'].includes(step.at);
    const sent = server.requests.entries.slice(before).filter(({ method }) => method !== 'GET');
    if (!isSending) expect([step, sent.map(({ url }) => url)]).toEqual([step, []]);
    for (const index of [0, 1]) this.asked.expectOutbox(index, await this.outbox(index));
    this.asked.expectLastWord();
  }

  /** All that can be sent is sent, and looked at. */
  async end(): Promise<void> {
    this.isOffline.fill(false);
    for (let round = 0; round < 4; round += 1) {
      this.world.pass(7200);
      for (const index of [0, 1]) await this.play({ at: 'send', who: index, trouble: CALM });
    }
    for (const index of [0, 1]) {
      const waiting = (await this.outbox(index)).filter(({ state }) => state === 'waiting');
      for (const { reason } of waiting) expect(reason?.code).toBe('behind-another');
      expect((await this.outbox(index)).filter(({ state }) => state === 'sent')).toEqual([]);
      for (const entry of await this.outbox(index)) {
        this.asked.decide(index, entry, 'discard');
        await discardChange(this.at(index).outbox, entry.id);
      }
    }
  }

  private async act(step: AskingStep): Promise<void> {
    switch (step.at) {
      case 'ask':
        return this.ask(step.who, changeFor(this.world, step.request));
      case 'there':
        applyChange(this.world, step.change);
        return this.asked.serviceChanged();
      case 'hand':
        return this.writeByHand(step.field, step.pick);
      case 'clash':
        return this.clash(step.pick);
      case 'style':
        this.wanted = settings({ sendBack: ALL, ...stylesOf(step.style) });
        return;
      case 'offer':
        return this.takeOffers(step.who, step.mask);
      case 'box':
        return this.settleBox(step.who, step);
      case 'sync':
        return this.sync(step.who);
      case 'dry run':
        await this.world.sync(this.at(step.who), { settings: this.wanted, dryRun: true });
        return;
      case 'undo':
        await undo(this.at(step.who), this.world);
        return;
      case 'give back':
        return this.giveBack(step.who);
      case 'network':
        this.isOffline[step.who] = !step.isThere;
        return;
      case 'send':
      case 'deliver':
      case 'send due':
        return this.send(step.who, step.at, step.trouble);
      case 'decide':
        return this.decide(step);
      case 'time':
        this.world.pass(step.minutes * 60);
    }
  }

  private at(index: number): DeviceWithOutbox {
    return this.devices[index] ?? this.devices[0];
  }

  private outbox(index: number): Promise<readonly OutboxEntry[]> {
    return readOutbox(this.at(index).outbox);
  }

  async sync(index: number): Promise<void> {
    this.world.pass(61);
    await this.connected(index, () => this.world.sync(this.at(index), { settings: this.wanted }));
  }

  private async connected<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
    this.world.loseNetworkAfter(this.isOffline[index] === true ? 0 : null);
    try {
      return await work();
    } finally {
      this.world.loseNetworkAfter(null);
    }
  }

  private async ask(index: number, change: Change | null, offer: LocalChange | null = null): Promise<void> {
    if (change === null) return;
    const { state, outbox } = this.at(index);
    const target = targetIdOf(change);
    const shown = target === null ? null : await valuesToChange({ state, outbox }, target);
    const added = await addChange({ state, outbox, clock: this.world.clock(), random: () => 0.5 }, change);
    if (added.ok) for (const entry of added.entries) this.asked.add(index, entry, shown, offer);
  }

  private async decide({
    who: index,
    pick: chosen,
    decision,
  }: Extract<AskingStep, { at: 'decide' }>): Promise<void> {
    const { outbox } = this.at(index);
    const isConflict = decision === 'mine' || decision === 'theirs';
    const entries = (await this.outbox(index)).filter((entry) => !isConflict || entry.state === 'conflict');
    const entry = pickFrom(entries, chosen);
    if (entry === undefined) return;
    if (decision === 'retry') return retryChange(outbox, entry.id);
    if (entry.state !== 'sent') this.asked.decide(index, entry, decision);
    if (decision === 'discard') await discardChange(outbox, entry.id);
    else await settleChange(outbox, entry.id, { kind: decision });
  }

  private async send(index: number, how: 'send' | 'deliver' | 'send due', trouble: Trouble): Promise<void> {
    const { world } = this;
    const device = this.at(index);
    this.run += 1;
    const stores = trouble.kill === null ? device : breakingStores(device, trouble.kill);
    const deps = world.dependencies({ ...device, ...stores });
    const http = this.watched(deps.http, index, trouble);
    const options = { settings: this.wanted, token: CANARY_TOKEN, onlyDue: how === 'send due' };
    const send = how === 'deliver' ? deliverChanges : sendChanges;
    try {
      await this.connected(index, () => send({ ...deps, http }, options));
      this.wasStopped = false;
    } catch (error) {
      if (!isEnd(error)) throw error;
      this.wasStopped = true;
    }
    if (this.verdict !== null) throw this.verdict;
  }

  /** Each writing request is judged before it goes; then what goes wrong goes wrong. */
  private watched(http: HttpClient, index: number, { killAfter, lost, refused }: Trouble): HttpClient {
    let writes = 0;
    let isLosing = false;
    const write = async (number: number, request: Write['request']): Promise<HttpResponse> => {
      const one: Write = { who: index, run: this.run, request, outbox: await this.outbox(index) };
      const effect = this.judged(one);
      if (refused.includes(number)) return { status: 400, headers: {}, body: '{"detail":"No."}' };
      const answer = await http.send(request);
      if (answer.status < 300) this.asked.done(one, effect);
      if (killAfter === number) throw new Killed();
      return answer;
    };
    return {
      send: async (request) => {
        if (request.method === 'GET') {
          isLosing = false;
          return http.send(request);
        }
        const number = writes;
        writes += 1;
        const answer = await write(number, request);
        isLosing ||= lost.includes(number);
        return isLosing ? { ...answer, status: 503, body: '{}' } : answer;
      },
    };
  }

  private judged(write: Write): Effect {
    try {
      return this.asked.judge(write);
    } catch (error) {
      if (error instanceof Error) this.verdict ??= error;
      throw error;
    }
  }

  private writeByHand(field: HandField, chosen: number): void {
    this.words += 1;
    const words = `mine${String(this.words)}`;
    const { vault } = this.device;
    const found = pickFrom(vault.entries(), chosen);
    if (found === undefined) return;
    const [path, text] = found;
    if (field === 'title') vault.put(path, text.replace(/^title: .*$/m, `title: ${words}`));
    if (field === 'location')
      vault.put(
        path,
        text.replace(/^location: (\w+)$/m, (_, was) => `location: ${was === 'later' ? 'archive' : 'later'}`),
      );
    if (field === 'tags') vault.put(path, text.replace(/^tags:$/m, `tags:\n  - ${words}`));
    if (field !== 'note') return;
    const notes = [...this.world.library.books.highlights()].map(({ note }) => note);
    const known = pickFrom(
      notes.filter((note) => /^[\w ]+$/.test(note) && text.split(note).length === 2),
      chosen,
    );
    if (known !== undefined) vault.put(path, text.replace(known, words));
  }

  /** The service gets other values where the person has asked for or written some. */
  private clash(chosen: number): void {
    const { library, now } = this.world;
    const words = `Theirs at ${String(now)}`;
    const highlight = pickFrom(
      [...library.books.highlights()].filter(({ deletedAt }) => deletedAt === null),
      chosen,
    );
    const document = pickFrom(
      [...library.documents.all()].filter(({ parentId }) => parentId === null),
      chosen,
    );
    if (chosen % 2 === 0 && highlight !== undefined) library.editHighlight(highlight.id, { note: words });
    if (chosen % 2 === 1 && document !== undefined) library.editDocument(document.id, { title: words });
    this.asked.serviceChanged();
  }

  private async takeOffers(index: number, mask: number): Promise<void> {
    const device = this.at(index);
    const { changes } = await findLocalChanges(this.world.dependencies(device), this.wanted);
    const boxes = await openConflicts(device);
    for (const [number, each] of changes.entries()) {
      this.asked.expectOffer(index, each, await this.outbox(index));
      const blocks = boxes.filter(({ path }) => path === each.path).flatMap(({ conflicts }) => conflicts);
      const isOpen = blocks.some(({ block }) => block === each.field || block === targetIdOf(each.change));
      expect([each, isOpen]).toEqual([each, false]);
      if (((mask >> (number % 16)) & 1) === 1) await this.ask(index, each.change, each);
    }
  }

  private async settleBox(
    index: number,
    { pick: chosen, choice }: Extract<AskingStep, { at: 'box' }>,
  ): Promise<void> {
    const device: Place = this.at(index);
    const open = (await openConflicts(device)).flatMap(({ path, conflicts }) =>
      conflicts.map((conflict) => ({ path, conflict })),
    );
    const one = pickFrom(open, chosen);
    const resolution = pickFrom(RESOLUTIONS, choice) ?? 'mine';
    if (one !== undefined) await settleConflict(device.vault, { ...one, resolution });
  }

  /** What was sent is to be taken back. */
  private async giveBack(index: number): Promise<void> {
    const [last] = (await sentSince(this.at(index).state)).slice(-1);
    for (const change of last?.back ?? []) await this.ask(index, change);
  }
}

const ALL = { title: true, author: true, summary: true, tags: true, location: true, note: true };

function stylesOf(index: number): object {
  const style = STYLES[index] ?? '';
  return style === '' ? {} : { templates: { book: style, article: style, tweet: style, podcast: style } };
}

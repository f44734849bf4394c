import fc from 'fast-check';
import type { Change, OutboxEntry } from '../../src/model/outbox';
import { fieldsOf, targetIdOf } from '../../src/model/outbox';
import type { HttpClient, HttpRequest, StateStore } from '../../src/model/ports';
import { addChange, discardChange, settleChange } from '../../src/outbox/queue';
import { deliverChanges, sendChanges, type SendOptions } from '../../src/outbox/send-changes';
import { readOutbox } from '../../src/store/outbox-store';
import type { LoggedRequest } from '../server/request-log';
import { CANARY_TOKEN } from '../support/canary';
import { CountingStateStore } from '../support/counting-state-store';
import { expectSameNotes } from '../simulation/compare';
import { changeWithoutMoves, pickFrom, applyChange, type ServiceChange } from '../simulation/service-changes';
import { newDevice, settings, SMALL_PAGES, World, type Device } from '../simulation/world';
import { shareOfHistories } from './runs';

const KINDS = [
  'note',
  'text',
  'tag highlight',
  'rename tag',
  'remove tag',
  'delete highlight',
  'title',
  'tag document',
  'tag book',
  'delete document',
  'create',
  'create again',
  'save',
] as const;

type Step =
  | { readonly at: 'ask'; readonly kind: (typeof KINDS)[number]; readonly pick: number }
  | { readonly at: 'there'; readonly change: ServiceChange }
  | { readonly at: 'sync' }
  /** `kill`: at which commit the process ends; `killAfter`: after which request has reached the service. */
  | {
      readonly at: 'send' | 'deliver';
      readonly kill: number | null;
      readonly killAfter: number | null;
      readonly lost: readonly number[];
    }
  | { readonly at: 'settle'; readonly pick: number; readonly choice: 'mine' | 'theirs' }
  | { readonly at: 'discard'; readonly pick: number };

const pick = fc.nat(20);
const trouble = {
  kill: fc.option(fc.integer({ min: 1, max: 14 }), { freq: 3 }),
  killAfter: fc.option(fc.nat(6), { freq: 3 }),
  lost: fc.uniqueArray(fc.nat(8), { maxLength: 3 }),
};

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ at: fc.constant('ask'), kind: fc.constantFrom(...KINDS), pick }) },
  { weight: 3, arbitrary: fc.record({ at: fc.constant('there'), change: changeWithoutMoves }) },
  { weight: 2, arbitrary: fc.constant({ at: 'sync' } as const) },
  { weight: 5, arbitrary: fc.record({ at: fc.constant('send'), ...trouble }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('deliver'), ...trouble }) },
  {
    weight: 2,
    arbitrary: fc.record({
      at: fc.constant('settle'),
      pick,
      choice: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('discard'), pick }) },
);

class Killed extends Error {
  override readonly name = 'Killed';
}

/** A person, a device, and what the person asked for. */
class Asking {
  readonly device: Device = newDevice();
  /** Each change by the id of its entry. */
  readonly asked = new Map<string, Change>();
  /** Taken back, or left as the service has it. */
  readonly givenUp = new Set<string>();
  /** Asked for once more, knowing the service's value. */
  readonly again = new Set<string>();
  /** Whether books got other tags at the service, which may take off one whose answer was lost. */
  areBooksRetagged = false;
  private count = 0;
  private run = 0;
  /** The runs in which each writing request was sent. */
  readonly runsOf: { readonly run: number; readonly request: LoggedRequest }[] = [];

  constructor(readonly world: World) {}

  async play(each: Step): Promise<void> {
    this.world.pass(5);
    switch (each.at) {
      case 'ask':
        await this.ask(each);
        break;
      case 'there':
        applyChange(this.world, each.change);
        if (each.change.kind === 'tag book') this.areBooksRetagged = true;
        break;
      case 'sync':
        await this.sync();
        break;
      case 'send':
      case 'deliver':
        await this.send(each);
        break;
      case 'settle':
        await this.settle(each.pick, each.choice);
        break;
      case 'discard': {
        const entry = pickFrom(await this.outbox(), each.pick);
        if (entry === undefined || entry.state === 'sent') break;
        this.givenUp.add(entry.id);
        await discardChange(this.device.state, entry.id);
      }
    }
  }

  outbox(): Promise<readonly OutboxEntry[]> {
    return readOutbox(this.device.state);
  }

  async sync(): Promise<void> {
    this.world.pass(61);
    await this.world.sync(this.device);
  }

  async send({
    at,
    kill = null,
    killAfter = null,
    lost = [],
  }: Partial<Extract<Step, { at: 'send' | 'deliver' }>> = {}): Promise<void> {
    const { world, device } = this;
    this.run += 1;
    const first = world.server.requests.entries.length;
    const state = kill === null ? device.state : new CountingStateStore(device.state, kill);
    const deps = world.dependencies({ vault: device.vault, state });
    const http = this.troubled(deps.http, { killAfter, lost });
    const options: SendOptions = { settings: settings(), token: CANARY_TOKEN };
    const send = at === 'deliver' ? deliverChanges : sendChanges;
    try {
      await send({ ...deps, http }, options);
    } catch (error) {
      if (!(error instanceof Error) || !['Killed', 'PowerLoss'].includes(error.name)) throw error;
    }
    for (const request of world.server.requests.entries.slice(first))
      if (request.method !== 'GET') this.runsOf.push({ run: this.run, request });
  }

  /** Answers get lost behind what the service did, and the process ends while it waits for one. */
  private troubled(
    http: HttpClient,
    { killAfter, lost }: { readonly killAfter: number | null; readonly lost: readonly number[] },
  ): HttpClient {
    let writes = 0;
    let losing = false;
    return {
      send: async (request) => {
        if (request.method === 'PATCH') await this.expectSeen(request);
        const answer = await http.send(request);
        if (request.method === 'GET') losing = false;
        else {
          if (writes === killAfter) throw new Killed();
          losing ||= lost.includes(writes);
          writes += 1;
        }
        return losing ? { ...answer, status: 503, body: '{}' } : answer;
      },
    };
  }

  /** What is replaced is what the person saw, or what they want already. */
  private async expectSeen({ url, body = '{}' }: HttpRequest): Promise<void> {
    const { books, documents } = this.world.library;
    const id = idInPath(url);
    const entry = (await this.outbox()).find(({ change, state }) => {
      const target = targetIdOf(change)?.replace(/^rw/, '');
      return (
        state === 'waiting' &&
        target === id &&
        textsIn(JSON.parse(body)).some((text) => wordsOf(change).includes(text))
      );
    });
    const record = /highlights/.test(url) ? books.highlight(Number(id)) : documents.find(id);
    for (const [field, value] of Object.entries(JSON.parse(body) as Record<string, unknown>)) {
      if (!['note', 'text', 'title'].includes(field)) continue;
      const now: unknown = Object.entries(record ?? {}).find(([name]) => name === field)?.[1];
      expect([entry?.base.fields[field], value]).toContain(now ?? '');
    }
  }

  async settle(chosen: number, choice: 'mine' | 'theirs'): Promise<void> {
    const conflicts = (await this.outbox()).filter((entry) => entry.state === 'conflict');
    const entry = pickFrom(conflicts, chosen);
    if (entry === undefined) return;
    (choice === 'mine' ? this.again : this.givenUp).add(entry.id);
    await settleChange(this.device.state, entry.id, { kind: choice });
  }

  async ask({ kind, pick: index }: Extract<Step, { at: 'ask' }>): Promise<void> {
    const wanted = this.changeOf(kind, index);
    if (wanted === null) return;
    const { world, device } = this;
    const state: StateStore = device.state;
    const added = await addChange({ state, clock: world.clock(), random: () => 0.5 }, wanted);
    if (added.ok) for (const entry of added.entries) this.asked.set(entry.id, entry.change);
  }

  private changeOf(kind: (typeof KINDS)[number], index: number): Change | null {
    const { library } = this.world;
    this.count += 1;
    const words = `asked${String(this.count)}`;
    const highlight = pickFrom([...library.books.highlights()], index);
    const document = pickFrom(
      [...library.documents.all()].filter(({ parentId }) => parentId === null),
      index,
    );
    const book = pickFrom(
      [...library.books.books()].filter(({ externalId }) => externalId === null),
      index,
    );
    const anchor = `rw${String(highlight?.id ?? 1)}`;
    const tags = { add: [words], remove: [], rename: [] };
    const id = document?.id ?? 'none';
    switch (kind) {
      case 'note':
        return { kind: 'edit-highlight', anchor, fields: { note: words } };
      case 'text':
        return { kind: 'edit-highlight', anchor, fields: { text: `${words}  ` } };
      case 'tag highlight':
        return { kind: 'edit-highlight', anchor, fields: {}, tags };
      case 'rename tag':
      case 'remove tag': {
        const name = pickFrom(highlight?.tags ?? [], index)?.name;
        if (name === undefined) return null;
        const renaming = { add: [], remove: [], rename: [{ from: name, to: words }] };
        const removing = { add: [], remove: [name], rename: [] };
        return {
          kind: 'edit-highlight',
          anchor,
          fields: {},
          tags: kind === 'rename tag' ? renaming : removing,
        };
      }
      case 'delete highlight':
        return { kind: 'delete-highlight', anchor };
      case 'title':
        return { kind: 'edit-item', item: 'document', id, fields: { title: words } };
      case 'tag document':
        return { kind: 'edit-item', item: 'document', id, fields: {}, tags };
      case 'tag book':
        return { kind: 'edit-item', item: 'book', id: String(book?.id ?? 1), fields: {}, tags };
      case 'delete document':
        return { kind: 'delete-document', id };
      case 'create':
        return {
          kind: 'create-highlights',
          highlights: [1, 2, 3].map((number) => ({ text: `${words} ${String(number)}.`, title: 'Asked' })),
        };
      case 'create again':
        return { kind: 'create-highlights', highlights: [{ text: words, title: `Asked ${words}` }] };
      case 'save':
        return { kind: 'save-document', document: { url: `https://example.org/${words}` } };
    }
  }
}

/** The texts that a request would put at the service. */
const textsIn = (body: unknown): readonly string[] => {
  if (typeof body === 'string') return [body];
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap(textsIn);
};

/** The words of a change that no other change has. */
function wordsOf(change: Change): readonly string[] {
  switch (change.kind) {
    case 'create-highlights':
      return change.highlights.map(({ text }) => text);
    case 'save-document':
      return [change.document.url];
    case 'edit-highlight':
    case 'edit-item':
      return [
        ...Object.values(fieldsOf(change)),
        ...(change.tags?.add ?? []),
        ...(change.tags?.rename ?? []).map(({ to }) => to),
      ];
    case 'delete-highlight':
    case 'delete-document':
      return [];
  }
}

const idInPath = (path: string): string =>
  /\/(?:highlights|books|update|delete)\/([^/]+)/.exec(path)?.[1] ?? '';

/** Nothing was sent that nobody asked for. */
function expectAskedFor({ asked, world, runsOf }: Asking): void {
  const writes = world.server.requests.entries.filter(({ method }) => method !== 'GET');
  expect(runsOf.map(({ request }) => request)).toEqual(writes);
  const words = new Set([...asked.values()].flatMap(wordsOf));
  const targets = new Set([...asked.values()].map((change) => targetIdOf(change)?.replace(/^rw/, '')));
  const deleted = new Set(
    [...asked.values()].flatMap((change) =>
      change.kind.startsWith('delete') ? [targetIdOf(change)?.replace(/^rw/, '')] : [],
    ),
  );
  const untagged = new Set(
    [...asked.values()].flatMap((change) =>
      'tags' in change && (change.tags?.remove.length ?? 0) > 0
        ? [targetIdOf(change)?.replace(/^rw/, '')]
        : [],
    ),
  );
  for (const { method, path, body } of writes) {
    const id = idInPath(path);
    if (id !== '' && !path.endsWith('/save/')) expect([path, targets.has(id)]).toEqual([path, true]);
    const allowed = path.includes('/tags/') ? untagged : deleted;
    if (method === 'DELETE') expect([path, allowed.has(id)]).toEqual([path, true]);
    for (const text of textsIn(body)) if (text.startsWith('asked')) expect([...words]).toContain(text);
  }
}

/** What was asked for is at the service, or in the outbox with a reason; and no run sent it a second time. */
async function expectOnce(asking: Asking): Promise<void> {
  const { asked, givenUp, again, world, runsOf } = asking;
  const left = new Map((await asking.outbox()).map((entry) => [entry.id, entry]));
  for (const [id, change] of asked) {
    const entry = left.get(id);
    if (entry !== undefined) {
      expect([change, entry.state === 'conflict' || entry.reason !== undefined]).toEqual([change, true]);
      continue;
    }
    for (const text of wordsOf(change)) {
      const sent = runsOf.filter(({ request }) => textsIn(request.body).includes(text));
      const runs = new Set(
        sent.filter(({ request }) => request.status === 200 || request.status === 201).map(({ run }) => run),
      );
      if (!givenUp.has(id)) expect([text, runs.size > 0]).toEqual([text, true]);
      const isExempt = isTagOf(change, 'document') || (asking.areBooksRetagged && isTagOf(change, 'book'));
      if (!again.has(id) && change.kind !== 'save-document' && !isExempt)
        expect([text, runs.size <= 1]).toEqual([text, true]);
    }
    if (change.kind === 'delete-document' && !givenUp.has(id))
      expect(world.library.documents.find(change.id)).toBeNull();
  }
  const urls = [...world.library.books.highlights()].flatMap(({ url }) =>
    url?.includes('#florilegium') === true ? [url] : [],
  );
  expect(new Set(urls).size).toBe(urls.length);
}

/** v3 takes only all tags of a document at once, so a later change of them names earlier ones again. */
const isTagOf = (change: Change, item: 'book' | 'document'): boolean =>
  change.kind === 'edit-item' && change.item === item && change.tags !== undefined;

jest.setTimeout(900_000);

describe('what is sent to the service', () => {
  it('should be what was asked for, once, whatever is edited there, lost on the way or cut short here (I15)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30, size: 'max' }), async (steps) => {
        const world = await World.create({ pageSizes: SMALL_PAGES });
        const asking = new Asking(world);
        for (const kind of ['add book', 'add document', 'add book', 'mirrored highlight'] as const)
          applyChange(world, { kind, pick: 7, text: 1 });
        const { books, ids } = world.library;
        for (const { id } of books.highlights())
          books.setHighlightTags(
            id,
            ['first', 'second'].map((name) => ({ id: ids.nextTag(), name })),
          );
        await asking.sync();
        for (const each of steps) {
          await asking.play(each);
          expectAskedFor(asking);
        }
        for (let round = 0; round < 4; round += 1) {
          world.pass(7200);
          await asking.send();
        }
        await expectOnce(asking);
        for (const entry of await asking.outbox())
          expect(['conflict', 'refused', 'waiting']).toContain(entry.state);
        for (const entry of await asking.outbox()) await discardChange(asking.device.state, entry.id);
        // Where the service has nothing left, highlights of a deleted document are looked up for a day.
        for (let day = 0; day < 3; day += 1) {
          world.pass(90_000);
          await asking.sync();
        }
        await world.settle(asking.device);
        expectSameNotes(asking.device, await world.fresh());
        await world.close();
      }),
      shareOfHistories(1),
    );
  });
});

import fc from 'fast-check';
import { DocumentCounts, type CountMode } from '../server/document-counts';
import type { Fault } from '../server/faults';
import type { DocumentRecord } from '../server/records';
import type { LoggedRequest } from '../server/request-log';
import { pickFrom } from '../simulation/service-changes';
import { oneOf } from '../simulation/steps';
import { shareOfHistories } from './runs';
import { newDevice, World, type Device } from '../simulation/world';

/** What happens to a library of Reader documents whose counts may lie and whose answers may fail. */
type Step =
  | { readonly kind: 'add' | 'mark' | 'annotate' | 'edit'; readonly pick: number }
  | { readonly kind: 'add unnoticed'; readonly pick: number }
  | { readonly kind: 'delete'; readonly pick: number; readonly how: 'document' | 'highlight' | 'note' }
  | { readonly kind: 'counts'; readonly mode: CountMode }
  | { readonly kind: 'sync'; readonly after: number; readonly trouble: readonly Trouble[] };

interface Trouble {
  /** Which requests: those of the list by their number, all look-ups, or all of the list. */
  readonly strikes: number | 'look-ups' | 'list';
  readonly fault: Fault;
}

const pick = fc.nat(60);

const mode: fc.Arbitrary<CountMode> = oneOf<CountMode>(
  [3, fc.constant({ kind: 'exact' })],
  [1, fc.constantFrom(7, -1, 1).map((by) => ({ kind: 'shifted', by }))],
  [1, fc.integer({ min: 1, max: 30 }).map((at) => ({ kind: 'capped', at }))],
  [1, fc.constantFrom(60, 3600).map((seconds) => ({ kind: 'cached', seconds }))],
  [
    1,
    fc
      .array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 5 })
      .map((by) => ({ kind: 'drifting', by })),
  ],
  [2, fc.constantFrom({ kind: 'with trash' }, { kind: 'left out' })],
);

const nothingFound: Fault = {
  kind: 'changed-body',
  change: () => JSON.stringify({ count: 0, nextPageCursor: null, results: [] }),
};
const requestFaults: readonly Fault[] = [
  { kind: 'status', status: 401 },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 500 },
  { kind: 'html-page' },
  { kind: 'truncated-json', length: 40 },
  { kind: 'cursor-refused' },
];
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record({ strikes: fc.nat(12), fault: fc.constantFrom(...requestFaults) }),
  fc.record({
    strikes: fc.constantFrom('look-ups' as const, 'list' as const),
    fault: fc.constantFrom<Fault>(nothingFound, { kind: 'status', status: 404 }),
  }),
);

const step: fc.Arbitrary<Step> = oneOf<Step>(
  [3, fc.record({ kind: fc.constantFrom('add', 'mark', 'annotate', 'edit'), pick })],
  [1, fc.record({ kind: fc.constant('add unnoticed'), pick })],
  [
    5,
    fc.record({ kind: fc.constant('delete'), pick, how: fc.constantFrom('document', 'highlight', 'note') }),
  ],
  [1, mode.map((each) => ({ kind: 'counts', mode: each }))],
  [
    6,
    fc.record({
      kind: fc.constant('sync'),
      after: fc.constantFrom(1, 30, 400, 700, 3600),
      trouble: oneOf<readonly Trouble[]>(
        [3, fc.constant([])],
        [1, fc.array(trouble, { minLength: 1, maxLength: 2 })],
      ),
    }),
  ],
);

const history = fc.record({
  documents: fc.nat(30),
  secondsApart: fc.constantFrom(0, 1, 40),
  pageSize: fc.integer({ min: 1, max: 5 }),
  stamp: fc.constantFrom('updated' as const, 'updated', 'updated', 'updated', 'saved' as const),
  mode,
  steps: fc.array(step, { minLength: 2, maxLength: 14 }),
});

jest.setTimeout(1_800_000);

describe('deleted documents, highlights and notes', () => {
  it('should all be found in the end, and nothing that lives be taken for deleted, however the service counts and fails (I1, I4)', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        async ({ documents, secondsApart, pageSize, stamp, mode: firstMode, steps }) => {
          const counts = new DocumentCounts(firstMode);
          const world = await World.create({
            pageSizes: { documents: pageSize },
            documentCounts: counts,
            documentStamp: stamp,
          });
          const device = newDevice();
          const witness = new Witness(world, device);
          for (let index = 0; index < documents; index += 1) {
            world.pass(secondsApart);
            const { id } = addDocument(world);
            if (index % 5 === 0)
              world.library.addDocumentNote(
                world.library.addDocumentHighlight(id, { text: `Passage ${String(index)}.` }).id,
                `Thought ${String(index)}.`,
              );
          }
          await world.sync(device);
          for (const next of steps) {
            world.pass(1);
            if (next.kind === 'counts') counts.mode = next.mode;
            else if (next.kind !== 'sync') perform(world, next);
            else {
              world.pass(next.after);
              await syncInTrouble(world, { device, trouble: next.trouble });
              witness.expectNothingLivingGone();
            }
          }
          await expectAllFound(world, { device, witness });
          await world.close();
        },
      ),
      shareOfHistories(0.2),
    );
  });
});

const addDocument = (world: World): DocumentRecord => {
  const title = `Document ${String([...world.library.documents.all()].length + world.library.documents.trash.length)}`;
  return world.library.addDocument({ title, category: 'article', location: 'new' });
};

function perform(world: World, next: Exclude<Step, { readonly kind: 'counts' | 'sync' }>): void {
  const { library } = world;
  const all = [...library.documents.all()];
  const documents = all.filter(({ parentId }) => parentId === null);
  const children = all.filter(({ parentId }) => parentId !== null);
  const highlights = children.filter(({ category }) => category === 'highlight');
  const notes = children.filter(({ category }) => category === 'note');
  const at = String(world.now);
  const document = pickFrom(documents, next.pick);
  const highlight = pickFrom(highlights, next.pick);
  if (next.kind === 'add') addDocument(world);
  if (next.kind === 'add unnoticed') library.at('2025-01-01T00:00:00Z', () => addDocument(world));
  if (next.kind === 'mark' && document !== undefined)
    library.addDocumentHighlight(document.id, { text: `Passage at ${at}.` });
  if (next.kind === 'annotate' && highlight !== undefined)
    library.addDocumentNote(highlight.id, `Thought at ${at}.`);
  if (next.kind === 'edit' && document !== undefined)
    library.editDocument(document.id, { notes: `Noted at ${at}.` });
  if (next.kind === 'delete') {
    const record = { document, highlight, note: pickFrom(notes, next.pick) }[next.how];
    if (record !== undefined) library.deleteDocument(record.id);
  }
}

async function syncInTrouble(
  world: World,
  { device, trouble: troubles }: { readonly device: Device; readonly trouble: readonly Trouble[] },
): Promise<void> {
  let listed = 0;
  for (const { strikes, fault } of troubles) {
    const isStruck = ({ query }: LoggedRequest): boolean => {
      if (strikes === 'list') return true;
      if (strikes === 'look-ups') return query['id'] !== undefined;
      listed += 1;
      return listed > strikes && listed <= strikes + 5;
    };
    world.server.faults.when({ path: '/api/v3/list/', matches: isStruck }, fault);
  }
  await world.sync(device);
  world.server.faults.clear();
}

/** What was seen in the vault: it must stay there as long as it lives at the service. */
class Witness {
  private readonly seen = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly device: Device,
  ) {}

  expectNothingLivingGone(): void {
    const notes = this.device.vault
      .entries()
      .map(([, text]) => text)
      .join('\n');
    const ids = new Set(
      [...notes.matchAll(/^reader-id: (\w+)$|\^rd(\w+)$/gm)].map(
        ([, document, highlight]) => document ?? highlight ?? '',
      ),
    );
    expect(
      [...this.seen].filter((id) => !ids.has(id) && this.world.library.documents.find(id) !== null),
    ).toEqual([]);
    for (const id of ids) this.seen.add(id);
  }
}

// Of 56 records at most, one on a page: a crawl under way, the wait for the next one, that one, and two
// look-ups.
const ROUNDS = 150;

/**
 * Whether a month goes by before a round. Once is not enough: what is deleted during a crawl that has met it
 * already is not missed by it, and where the count at its end is off by just as many, it is believed for
 * another month.
 */
const isMonthLater = (round: number): boolean => round % 60 === 12;

async function expectAllFound(
  world: World,
  { device, witness }: { readonly device: Device; readonly witness: Witness },
): Promise<void> {
  const expected = (await world.fresh()).vault.entries();
  for (
    let round = 0;
    JSON.stringify(device.vault.entries()) !== JSON.stringify(expected) && round < ROUNDS;
    round += 1
  ) {
    // After a month everything is listed again, whatever the counts say; after a day even an empty library is
    // believed.
    world.pass(isMonthLater(round) ? 31 * 86_400 : round % 10 === 9 ? 86_400 : 700);
    await world.sync(device);
    witness.expectNothingLivingGone();
  }
  expect(device.vault.entries()).toEqual(expected);
}

import type { Change } from '../../src/model/outbox';
import type { StateStore } from '../../src/model/ports';
import { discardChange, retryChange, settleChange } from '../../src/outbox/waiting-changes';
import { deliverChanges } from '../../src/outbox/send-changes';
import { readOutbox, refuseOutbox } from '../../src/store/outbox-store';
import { settings } from '../simulation/world';
import { CANARY_TOKEN } from '../support/canary';
import { OutboxScene } from './outbox-scene';

async function discardAll(outbox: StateStore): Promise<void> {
  for (const { id } of await readOutbox(outbox)) await discardChange(outbox, id);
}

/** The person discards all changes between one call of the store and the next: after call number `at`. */
class DiscardingStore implements StateStore {
  calls = 0;

  constructor(
    private readonly store: StateStore,
    private readonly at: number,
  ) {}

  getMany = (keys: readonly string[]) => this.then(this.store.getMany(keys));
  list: StateStore['list'] = (range) => this.then(this.store.list(range));
  keys: StateStore['keys'] = (range) => this.then(this.store.keys(range));
  commit: StateStore['commit'] = (changes) => this.then(this.store.commit(changes));
  update: StateStore['update'] = (key, edit) => this.then(this.store.update(key, edit));
  clear = (prefix: string) => this.then(this.store.clear(prefix));
  close = () => this.store.close();

  private async then<Result>(call: Promise<Result>): Promise<Result> {
    const result = await call;
    this.calls += 1;
    if (this.calls === this.at) await discardAll(this.store);
    return result;
  }
}

describe('a change that the person discards', () => {
  let scene: OutboxScene;
  let anchor: string;
  let highlightId: number;

  beforeEach(async () => {
    ({ scene, anchor, highlightId } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const edit = (): Change => ({ kind: 'edit-highlight', anchor, fields: { note: 'Once is enough.' } });
  const creation = (): Change => ({
    kind: 'create-highlights',
    highlights: [{ text: 'A new one.', title: 'Walden' }],
  });
  const saving = (): Change => ({ kind: 'save-document', document: { url: 'https://a.example/page' } });

  const faults = () => scene.world.server.faults;

  const deliver = (outbox: StateStore) => {
    scene.world.pass(61);
    const deps = scene.world.dependencies({ ...scene.device, outbox });
    return deliverChanges(deps, { settings: settings(), token: CANARY_TOKEN });
  };

  /** Does it with the discard at each moment in turn, until there is no later one. */
  async function expectGone(
    change: () => Change,
    prepare: () => Promise<unknown>,
    act: (outbox: StateStore) => Promise<unknown>,
  ): Promise<void> {
    for (let at = 1; ; at += 1) {
      await scene.ask(change());
      await prepare();
      const store = new DiscardingStore(scene.device.outbox, at);
      await act(store);
      const isOver = store.calls < at;
      if (isOver) await discardAll(scene.device.outbox);
      expect([at, await readOutbox(scene.device.outbox)]).toEqual([at, []]);
      if (isOver) return;
      faults().clear();
      scene.library.editHighlight(highlightId, { note: 'Why twice?' });
      scene.world.pass(61);
      await scene.sync();
    }
  }

  interface Delivery {
    readonly how: string;
    readonly change: () => Change;
    /** What happens at the service before it. */
    readonly before?: () => void;
  }
  const failing = (): void => faults().when({}, { kind: 'status', status: 500 });
  const refusing = (): void => faults().when({ method: 'PATCH' }, { kind: 'status', status: 400 });
  const editedThere = (): void => void scene.library.editHighlight(highlightId, { note: 'Theirs.' });
  const deliveries: readonly Delivery[] = [
    { how: 'goes through', change: edit },
    { how: 'makes something new', change: creation },
    { how: 'saves a page', change: saving },
    { how: 'fails', change: edit, before: failing },
    { how: 'fails for something new', change: creation, before: failing },
    { how: 'is refused', change: edit, before: refusing },
    { how: 'finds a conflict', change: edit, before: editedThere },
  ];

  it.each(deliveries)(
    'should not be in the outbox any more, whenever that is, when its delivery $how (I15)',
    async ({ change, before }) => {
      await expectGone(change, async () => before?.(), deliver);
    },
  );

  const id = async (): Promise<string> => (await readOutbox(scene.device.outbox))[0]?.id ?? '';

  it('should not be in the outbox any more when it is tried again, settled or refused meanwhile (I15)', async () => {
    const nothing = (): Promise<void> => Promise.resolve();
    await expectGone(edit, nothing, async (outbox) => retryChange(outbox, await id()));
    await expectGone(edit, nothing, (outbox) => refuseOutbox(outbox, { code: 'other-account' }));
    const conflict = async (): Promise<void> => {
      scene.library.editHighlight(highlightId, { note: 'Theirs.' });
      await deliver(scene.device.outbox);
    };
    for (const kind of ['mine', 'theirs'] as const)
      await expectGone(edit, conflict, async (outbox) => settleChange(outbox, await id(), { kind }));
  });
});

import type { Resolution } from '../../src/merge/resolve-conflict';
import type { OutboxEntry } from '../../src/model/outbox';
import type { SyncReport } from '../../src/model/report';
import { ProblemError } from '../../src/model/problem';
import { addChange, discardChange, retryChange, settleChange } from '../../src/outbox/waiting-changes';
import { sendChanges } from '../../src/outbox/send-changes';
import { readOutbox, type Stores } from '../../src/store/outbox-store';
import { applyAdoption } from '../../src/features/adopt/apply-adoption';
import { planAdoption } from '../../src/features/adopt/plan-adoption';
import { openConflicts, settleConflict, undoSettling } from '../../src/features/conflicts/open-conflicts';
import { findDeletedNotes } from '../../src/sync/plan/user-decisions';
import { forgetState, removeMarks } from '../../src/features/unmark/remove-marks';
import { refreshNote } from '../../src/features/daily/refresh-note';
import type { SyncOptions } from '../../src/sync/context/sync-options';
import { CANARY_TOKEN } from '../support/canary';
import { breakingStores } from '../support/counting-state-store';
import { undo } from '../sync/journal/history-scene';
import type { Allowances } from './invariants';
import { changeFor } from './requests';
import { pickFrom } from './service-changes';
import type { Simulation } from './simulation';
import { isIn, type EngineStep, type Preview, type Step, type Task } from './steps';
import type { Place } from './world';

/** Plays steps one after the other; the invariants are checked after each task of the engine. */
export async function run(
  simulation: Simulation,
  steps: readonly Step[],
  afterTask: (report: SyncReport | null) => void = () => undefined,
): Promise<void> {
  for (const step of steps) {
    if (step.at === 'engine') afterTask(await perform(simulation, step));
    else simulation.act(step);
  }
}

/** Tasks that are about notes which may not say what they are of. */
const MAY_CHANGE_PLAIN: ReadonlySet<Task['kind']> = new Set([
  'undo',
  'unmark',
  'adopt',
  'undo settling',
  'settle conflicts',
]);

/** What a task gives back, for its check. */
interface Done {
  readonly report?: SyncReport | null;
  readonly letGo?: ReadonlySet<string>;
}

/**
 * Does what the engine is asked for and checks it. Returns its report; null where it was cut short or has
 * none.
 */
async function perform(
  simulation: Simulation,
  { who, cut, lost, after, task }: EngineStep,
): Promise<SyncReport | null> {
  const { world, invariants, devices } = simulation;
  world.pass(after);
  invariants.mayReturn ||= task.kind.startsWith('restore');
  const device = devices[who] ?? devices[0];
  const stores = cut === null ? device : breakingStores(device, cut + 1);
  let done: Done = {};
  world.loseNetworkAfter(lost);
  try {
    done = await doTask(simulation, task, { ...device, ...stores });
  } catch (error) {
    const isCut = cut !== null && error instanceof Error && error.name === 'PowerLoss';
    if (!isCut && !isRefusal(error)) throw error;
  } finally {
    world.loseNetworkAfter(null);
  }
  const allowances: Partial<Allowances> = {
    mayChangePlain: MAY_CHANGE_PLAIN.has(task.kind),
    isUndoing: task.kind === 'undo' || task.kind === 'undo settling',
    mayDouble: cut !== null && task.kind === 'adopt',
    ...(done.letGo === undefined ? {} : { letGo: done.letGo }),
  };
  const report = cut === null ? (done.report ?? null) : null;
  invariants.check(allowances, report);
  return report;
}

/** What a person asks for is refused in a vault that is only partly there; an adoption, where a template is broken. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError
    ? error.problem.code === 'vault-incomplete'
    : error instanceof Error && error.name === 'AdoptionError';

async function doTask(simulation: Simulation, task: Task, place: Place & Stores): Promise<Done> {
  const { world, wanted, skew } = simulation;
  const sync = (options: Partial<SyncOptions> = {}): Promise<SyncReport> =>
    world.sync(place, { settings: wanted, localClock: world.now + skew, ...options });
  switch (task.kind) {
    case 'sync':
      return { report: await sync() };
    case 'accept':
      return { report: await sync({ confirmation: 'accept-missing' }) };
    case 'full sync':
      return { report: await sync({ full: true }) };
    case 'restore all':
      return { report: await sync({ restore: { kind: 'all' } }) };
    case 'restore undone':
      return { report: await sync({ restore: { kind: 'undone' } }) };
    case 'restore one': {
      const one = pickFrom(
        await findDeletedNotes({ ...place, clock: world.clock(), settings: wanted }),
        task.pick,
      );
      return one === undefined ? {} : { report: await sync({ restore: { kind: 'items', ids: [one.id] } }) };
    }
    case 'render':
      return { report: await world.render(place, wanted) };
    case 'undo':
      return { report: await undo(place, world) };
    case 'forget':
      await forgetState(place);
      return {};
    case 'refresh':
      return { report: await refresh(simulation, place, task.pick) };
    case 'preview':
      await preview(simulation, place, task);
      return {};
    case 'settle conflicts':
      return { letGo: await settleConflicts(simulation, place, task) };
    case 'undo settling':
      for (const one of simulation.settled.splice(0)) await undoSettling(place.vault, one);
      return {};
    case 'unmark':
      await unmark(simulation, place, task);
      return {};
    case 'adopt':
      await adopt(simulation, place, task.mask);
      return {};
    case 'ask': {
      const change = changeFor(world, task.request);
      if (change !== null) await addChange(world.dependencies(place), change);
      return {};
    }
    case 'send':
      return { report: await send(simulation, place, task) };
    case 'settle change':
      await withEntry(place, task.pick, ({ id }) => settleChange(place.outbox, id, { kind: task.choice }));
      return {};
    case 'discard change':
      await withEntry(place, task.pick, ({ id }) => discardChange(place.outbox, id));
      return {};
    case 'retry change':
      await withEntry(place, task.pick, ({ id }) => retryChange(place.outbox, id));
      return {};
  }
}

/** Returns what was done to the notes of what was sent. */
async function send(
  { world, wanted }: Simulation,
  place: Place,
  { isRefused }: { readonly isRefused: boolean },
): Promise<SyncReport | null> {
  const { faults } = world.server;
  if (isRefused)
    faults.when({ matches: ({ method }) => method !== 'GET' }, { kind: 'status', status: 400, body: '{}' });
  try {
    const options = { settings: wanted, token: CANARY_TOKEN };
    return (await sendChanges(world.dependencies(place), options)).notes;
  } finally {
    faults.clear();
  }
}

async function withEntry(
  { outbox }: Stores,
  pick: number,
  work: (entry: OutboxEntry) => Promise<unknown>,
): Promise<void> {
  const entry = pickFrom(await readOutbox(outbox), pick);
  if (entry !== undefined) await work(entry);
}

async function refresh(
  { world, wanted }: Simulation,
  place: Place,
  pick: number,
): Promise<SyncReport | null> {
  const notes = (await place.vault.survey()).filter(
    ({ bookId, documentId, partId }) => partId === null && (bookId !== null || documentId !== null),
  );
  const identity = pickFrom(notes, pick);
  if (identity === undefined) return null;
  return refreshNote(world.dependencies(place), { settings: wanted, token: CANARY_TOKEN, identity });
}

/** A preview writes nothing; what it pulled stays for the next sync. */
async function preview(
  simulation: Simulation,
  place: Place,
  { meanwhile }: Pick<Preview, 'meanwhile'>,
): Promise<void> {
  const { world, wanted, invariants, person, vault, skew } = simulation;
  const before = [simulation.notes, vault.trashEntries()];
  await world.sync(place, {
    settings: wanted,
    localClock: world.now + skew,
    dryRun: true,
    maxDelete: null,
  });
  expect([simulation.notes, vault.trashEntries()]).toEqual(before);
  const words = simulation.words;
  meanwhile.forEach((edit) => person.perform(edit));
  invariants.accept([...words, ...simulation.words]);
}

export const RESOLUTIONS: readonly Resolution[] = ['mine', 'theirs', 'both'];

/** Returns the words that the person gave up for the service's text, which is no loss. */
async function settleConflicts(
  simulation: Simulation,
  place: Place,
  { mask, choice }: { readonly mask: number; readonly choice: number },
): Promise<ReadonlySet<string>> {
  const letGo = new Set<string>();
  const found = (await openConflicts(place)).flatMap(({ path, conflicts }) =>
    conflicts.map((conflict) => ({ path, conflict })),
  );
  for (const [index, one] of found.entries()) {
    if (!isIn(mask, index)) continue;
    const resolution = pickFrom(RESOLUTIONS, choice + index) ?? 'mine';
    const settled = await settleConflict(place.vault, { ...one, resolution });
    if (settled === null) continue;
    simulation.settled.push(settled);
    if (resolution === 'theirs')
      for (const word of simulation.words) if (one.conflict.mine.includes(word)) letGo.add(word);
  }
  return letGo;
}

async function unmark(
  { vault, world, skew }: Simulation,
  place: Place,
  { mask, keepsAnchors }: { readonly mask: number; readonly keepsAnchors: boolean },
): Promise<void> {
  const all = vault.entries().map(([path]) => path);
  const texts = { paths: () => Promise.resolve(all), read: (path: string) => vault.read(path) };
  const paths = mask % 16 === 0 ? null : all.filter((_, index) => isIn(mask, index));
  await removeMarks({ ...place, texts, clock: world.clock(skew) }, { paths, keepsAnchors });
}

async function adopt({ vault, wanted, world, skew }: Simulation, place: Place, mask: number): Promise<void> {
  const dependencies = { ...place, clock: world.clock(skew) };
  const { adoptions } = await planAdoption(dependencies, {
    settings: wanted,
    paths: vault.entries().map(([path]) => path),
  });
  const chosen = adoptions.filter((_, index) => isIn(mask, index));
  await applyAdoption(dependencies, { settings: wanted, chosen });
}

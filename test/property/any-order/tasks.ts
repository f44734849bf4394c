import type { Resolution } from '../../../src/merge/resolve-conflict';
import { itemKeyOf } from '../../../src/notes/layout/note-part';
import type { SyncReport } from '../../../src/model/report';
import type { StateStore } from '../../../src/model/ports';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { planAdoption } from '../../../src/features/adopt/plan-adoption';
import {
  openConflicts,
  settleConflict,
  undoSettling,
  type Settled,
} from '../../../src/features/conflicts/open-conflicts';
import { findDeletedNotes } from '../../../src/sync/deletions/user-decisions';
import { forgetState, removeMarks } from '../../../src/features/unmark/remove-marks';
import type { SyncOptions } from '../../../src/sync/sync-options';
import { refreshNote } from '../../../src/features/daily/refresh-note';
import { CANARY_TOKEN } from '../../support/canary';
import { convertHtml } from '../../support/convert-html';
import { CountingStateStore } from '../../support/counting-state-store';
import { FakeClock } from '../../support/fake-clock';
import { undo } from '../../sync/journal/history-scene';
import { apply } from '../../features/preview/choose';
import { createInProcessClient } from '../in-process-client';
import { createInProcessDownloader } from '../in-process-downloader';
import { render } from '../wishes';
import type { Device } from '../world';
import type { Life } from './life';
import type { HoldDecisionKind } from './judge';
import { expectTrue } from './true-report';
import type { EngineStep, Task } from './steps';

/** Does what the engine is asked for, and has it judged. */
export class Tasks {
  private settled: Settled[] = [];

  constructor(private readonly life: Life) {}

  async perform({ who, cut, after, task }: EngineStep): Promise<void> {
    const { world, judge, devices } = this.life;
    world.pass(after);
    judge.mayReturn ||= task.kind.startsWith('restore');
    const { state, ...device } = devices[who] ?? devices[0];
    const breaking: StateStore = cut === null ? state : new CountingStateStore(state, cut + 1);
    let decision: Partial<HoldDecisionKind> = {
      mayChangePlain: MAY_CHANGE_PLAIN.has(task.kind),
      isUndoing: task.kind === 'undo' || task.kind === 'unsettle',
      mayDouble: cut !== null && task.kind === 'adopt',
    };
    let report: SyncReport | null = null;
    try {
      const result = await this.do(task, { ...device, state: breaking });
      report = result.report ?? null;
      decision = { ...decision, ...(result.letGo === undefined ? {} : { letGo: result.letGo }) };
    } catch (error) {
      // An adoption says so where a template is broken.
      const expected = [
        ...(cut === null ? [] : ['PowerLoss']),
        ...(task.kind === 'adopt' ? ['AdoptionError'] : []),
      ];
      if (!(error instanceof Error) || !expected.includes(error.name)) throw error;
    }
    const { before, now } = judge.check(decision);
    if (report !== null && cut === null) expectTrue(report, before, now);
  }

  private async do(
    task: Task,
    device: Place,
  ): Promise<{ readonly report?: SyncReport | null; readonly letGo?: ReadonlySet<string> }> {
    switch (task.kind) {
      case 'sync':
        return { report: await this.sync(device) };
      case 'accept':
        return { report: await this.sync(device, { confirmation: 'accept-missing' }) };
      case 'full sync':
        return { report: await this.sync(device, { full: true }) };
      case 'restore all':
        return { report: await this.sync(device, { restore: { kind: 'all' } }) };
      case 'restore one': {
        const deleted = await findDeletedNotes(device);
        const one = deleted[task.pick % Math.max(1, deleted.length)];
        return one === undefined
          ? {}
          : { report: await this.sync(device, { restore: { kind: 'items', ids: [one.id] } }) };
      }
      case 'render':
        return { report: await render(this.life.world, device, this.life.wanted) };
      case 'undo':
        return { report: await undo(device, this.life.world) };
      case 'forget':
        return forgetState(device.state).then(() => ({}));
      case 'refresh':
        return { report: await this.refresh(device, task.pick) };
      case 'preview':
        return { report: await this.preview(device, task) };
      case 'settle':
        return { letGo: await this.settle(device, task) };
      case 'unsettle':
        for (const one of this.settled.splice(0)) await undoSettling(device.vault, one);
        return {};
      case 'unmark':
        return this.unmark(device, task).then(() => ({}));
      case 'adopt':
        return this.adopt(device, task).then(() => ({}));
    }
  }

  private sync(device: Place, options: Partial<SyncOptions> = {}): Promise<SyncReport> {
    const { world, wanted, skew } = this.life;
    return world.sync(device, { settings: wanted, localClock: world.now + skew, ...options });
  }

  private async refresh(device: Place, pick: number): Promise<SyncReport | null> {
    const { world, wanted } = this.life;
    const notes = (await device.vault.survey()).filter(
      ({ bookId, documentId, partId }) => partId === null && (bookId !== null || documentId !== null),
    );
    const note = notes[pick % Math.max(1, notes.length)];
    if (note === undefined) return null;
    const clock = new FakeClock({ startsAt: world.now });
    const attachments =
      device.files === undefined
        ? undefined
        : { files: device.files, downloader: createInProcessDownloader(world.server, clock) };
    const deps = {
      ...device,
      attachments,
      clock,
      http: createInProcessClient(world.server, clock),
      random: () => 0.5,
      reporter: { progress: () => undefined },
      convertHtml,
    };
    return refreshNote(deps, { settings: wanted, token: CANARY_TOKEN, identity: note });
  }

  private async preview(
    device: Place,
    { items, removals, meanwhile }: Extract<Task, { kind: 'preview' }>,
  ): Promise<SyncReport | null> {
    const { world, wanted, judge, person, words } = this.life;
    const { plan = [], hold, outcome } = await this.sync(device, { dryRun: true, maxDelete: null });
    const { before, now } = judge.check();
    expect([...now.notes, ...now.trash]).toEqual([...before.notes, ...before.trash]);
    if (outcome === 'failed') return null;
    meanwhile.forEach((deed) => person.perform(deed));
    judge.accept([...words, ...this.life.words]);
    const held = new Set((hold?.notes ?? []).map(({ id }) => id));
    const leaving = plan.filter(
      ({ action, id }) => action === 'trash' || action === 'archive' || held.has(id),
    );
    const chosen = new Set(plan.map(({ note }) => itemKeyOf(note)).filter((_, index) => isIn(items, index)));
    const remove = new Set(leaving.filter((_, index) => isIn(removals, index)).map(({ note }) => note));
    return apply(world, device, { items: items % 8 === 0 ? undefined : chosen, remove, hold }, wanted);
  }

  /** What a person gave up for the service's text is no loss. */
  private async settle(
    device: Place,
    { mask, choice }: Extract<Task, { kind: 'settle' }>,
  ): Promise<ReadonlySet<string>> {
    const letGo = new Set<string>();
    const found = (await openConflicts(device)).flatMap(({ path, conflicts }) =>
      conflicts.map((conflict) => ({ path, conflict })),
    );
    for (const [index, one] of found.entries()) {
      if (!isIn(mask, index)) continue;
      const resolution = RESOLUTIONS[(choice + index) % RESOLUTIONS.length] ?? 'mine';
      const settled = await settleConflict(device.vault, { ...one, resolution });
      if (settled === null) continue;
      this.settled.push(settled);
      if (resolution === 'theirs')
        for (const word of this.life.words) if (one.conflict.mine.includes(word)) letGo.add(word);
    }
    return letGo;
  }

  private async unmark(
    device: Place,
    { mask, keepsAnchors }: Extract<Task, { kind: 'unmark' }>,
  ): Promise<void> {
    const { vault } = this.life;
    const all = vault.entries().map(([path]) => path);
    const texts = { paths: () => Promise.resolve(all), read: (path: string) => vault.read(path) };
    await removeMarks(
      { ...device, texts, clock: this.clock },
      { paths: mask % 16 === 0 ? null : all.filter((_, index) => isIn(mask, index)), keepsAnchors },
    );
  }

  private async adopt(device: Place, { mask }: Extract<Task, { kind: 'adopt' }>): Promise<void> {
    const { vault, wanted } = this.life;
    const deps = { ...device, clock: this.clock };
    const { adoptions } = await planAdoption(deps, {
      settings: wanted,
      paths: vault.entries().map(([path]) => path),
    });
    await applyAdoption(deps, {
      settings: wanted,
      chosen: adoptions.filter((_, index) => isIn(mask, index)),
    });
  }

  private get clock(): FakeClock {
    return new FakeClock({ startsAt: this.life.world.now + this.life.skew });
  }
}

type Place = Omit<Device, 'state'> & { readonly state: StateStore };

const RESOLUTIONS: readonly Resolution[] = ['mine', 'theirs', 'both'];

/** Tasks that are about notes which may not say what they are of. */
const MAY_CHANGE_PLAIN: ReadonlySet<Task['kind']> = new Set([
  'undo',
  'unmark',
  'adopt',
  'unsettle',
  'settle',
]);

const isIn = (mask: number, index: number): boolean => ((mask >> (index % 16)) & 1) === 1;

import type { Task } from './main-thread';
import type { AppMeasures, AppWork } from './measure-app';
import type { Row } from './rows';
import type { Size } from './service';

const LONGEST_TASK_MS = 50;
const LONGEST_LOAD_MS = 20;
const LONGEST_SLOWED_LOAD_MS = 90;
/** A note is made and, where its name is taken or something of it comes late, changed once more. */
const MOST_EVENTS_A_NOTE = 2;

/** How smooth the app stays. */
export function appRows({ size, slowdown, loadMs, works }: AppMeasures): readonly Row[] {
  const isSlowed = slowdown > 1;
  const most = isSlowed ? LONGEST_SLOWED_LOAD_MS : LONGEST_LOAD_MS;
  const loading: Row = {
    library: '',
    what: `Plugin: loaded by Chromium${isSlowed ? `, slowed down ${String(slowdown)} times` : ''}`,
    measured: `${loadMs.toFixed(0)} ms`,
    goal: `≤ ${String(most)} ms`,
    isMet: loadMs <= most,
  };
  if (isSlowed) return [loading, ...works.map((work) => slowedRow({ size, slowdown }, work))];
  return [loading, ...works.flatMap((work) => (work.isFloor ? floorRow(size, work) : rowsOf(size, work)))];
}

function rowsOf(library: Size, work: AppWork): readonly Row[] {
  const { what, writes, fileEvents, adapterCalls, notes, folders } = work;
  return [
    { ...taskRow(library, work), goal: `≤ ${String(LONGEST_TASK_MS)} ms of CPU` },
    {
      library,
      what: `In the app, ${what}: file events`,
      measured: `${String(fileEvents)} with ${String(notes)} notes`,
      goal: writes ? `≤ ${String(MOST_EVENTS_A_NOTE)} for each note` : '0',
      isMet: fileEvents <= (writes ? notes * MOST_EVENTS_A_NOTE : 0),
    },
    {
      library,
      what: `In the app, ${what}: calls of the vault's adapter`,
      measured: `${String(adapterCalls)} with ${String(notes)} notes in ${String(folders)} folders`,
      goal: '≤ 1 for each note and each folder',
      isMet: adapterCalls <= notes + folders,
    },
  ];
}

const floorRow = (library: Size, work: AppWork): Row => ({
  ...taskRow(library, work),
  goal: 'none: the floor',
  isMet: null,
});

/** By the clock; the browser slows the thread down by work of no use, which its own clock counts, too. */
function slowedRow(
  { size, slowdown }: Pick<AppMeasures, 'size' | 'slowdown'>,
  { what, tasks }: AppWork,
): Row {
  const longest = { wallMs: 0, cpuMs: 0 };
  const over = { wall: 0, cpu: 0 };
  const all = { wallMs: 0, cpuMs: 0 };
  for (const { wallMs, cpuMs } of tasks) {
    longest.wallMs = Math.max(longest.wallMs, wallMs);
    longest.cpuMs = Math.max(longest.cpuMs, cpuMs);
    if (wallMs > LONGEST_TASK_MS) over.wall += 1;
    if (cpuMs > LONGEST_TASK_MS) over.cpu += 1;
    all.wallMs += wallMs;
    all.cpuMs += cpuMs;
  }
  return {
    library: size,
    what: `In the app slowed down ${String(slowdown)} times, ${what}: longest task`,
    measured: `${longest.wallMs.toFixed(0)} ms by the clock; over 50 ms: ${String(over.wall)} by the clock, ${String(over.cpu)} by CPU (longest ${longest.cpuMs.toFixed(0)} ms); ${seconds(all.wallMs)} by the clock and ${seconds(all.cpuMs)} of CPU in all`,
    goal: `≤ ${String(LONGEST_TASK_MS)} ms by the clock`,
    isMet: over.wall === 0,
  };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const taskRow = (library: Size, { what, tasks }: AppWork): Omit<Row, 'goal'> => ({
  library,
  what: `In the app, ${what}: longest task`,
  ...longest(tasks),
});

function longest(tasks: readonly Task[]): Pick<Row, 'measured' | 'isMet'> {
  const over = { cpu: 0, wall: 0 };
  const all = { cpuMs: 0, wallMs: 0 };
  let worst: Task = { cpuMs: 0, wallMs: 0, gcMs: 0 };
  for (const task of tasks) {
    all.cpuMs += task.cpuMs;
    all.wallMs = Math.max(all.wallMs, task.wallMs);
    if (task.cpuMs > LONGEST_TASK_MS) over.cpu += 1;
    if (task.wallMs > LONGEST_TASK_MS) over.wall += 1;
    if (task.cpuMs > worst.cpuMs) worst = task;
  }
  const collecting = worst.gcMs >= 1 ? `, of which ${worst.gcMs.toFixed(0)} ms collecting garbage` : '';
  const counts = `over 50 ms: ${String(over.cpu)} by CPU, ${String(over.wall)} by the clock (longest ${all.wallMs.toFixed(0)} ms)`;
  return {
    measured: `${worst.cpuMs.toFixed(0)} ms${collecting}; ${counts}; ${(all.cpuMs / 1000).toFixed(1)} s in all`,
    isMet: over.cpu === 0,
  };
}

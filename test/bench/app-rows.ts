import type { Task } from './main-thread';
import type { AppMeasures, AppWork } from './measure-app';
import type { Row } from './rows';
import type { Size } from './service';

const LONGEST_TASK_MS = 50;
/** A note is made and, where its name is taken or something of it comes late, changed once more. */
const MOST_EVENTS_A_NOTE = 2;

/** How smooth the app stays. */
export function appRows({ size, slowdown, works }: AppMeasures): readonly Row[] {
  if (slowdown > 1) return works.map((work) => slowedRow({ size, slowdown }, work));
  return works.flatMap((work) => (work.isFloor ? floorRow(size, work) : rowsOf(size, work)));
}

function rowsOf(library: Size, work: AppWork): readonly Row[] {
  const { what, writes, fileEvents, notes } = work;
  return [
    { ...taskRow(library, work), goal: `≤ ${String(LONGEST_TASK_MS)} ms of CPU` },
    {
      library,
      what: `In the app, ${what}: file events`,
      measured: `${String(fileEvents)} with ${String(notes)} notes`,
      goal: writes ? `≤ ${String(MOST_EVENTS_A_NOTE)} for each note` : '0',
      isMet: fileEvents <= (writes ? notes * MOST_EVENTS_A_NOTE : 0),
    },
  ];
}

const floorRow = (library: Size, work: AppWork): Row => ({
  ...taskRow(library, work),
  goal: 'none: the floor',
  isMet: null,
});

/** By the clock: the thread's own time is not what a person waits for on a slow processor. */
function slowedRow({ size, slowdown }: Omit<AppMeasures, 'works'>, { what, tasks }: AppWork): Row {
  const walls = tasks.map(({ wallMs }) => wallMs);
  const longestMs = Math.max(0, ...walls);
  const over = walls.filter((ms) => ms > LONGEST_TASK_MS).length;
  const seconds = walls.reduce((sum, ms) => sum + ms, 0) / 1000;
  return {
    library: size,
    what: `In the app slowed down ${String(slowdown)} times, ${what}: longest task by the clock`,
    measured: `${longestMs.toFixed(0)} ms; over 50 ms: ${String(over)} of ${String(tasks.length)}; ${seconds.toFixed(1)} s in all`,
    goal: `≤ ${String(LONGEST_TASK_MS)} ms`,
    isMet: over === 0,
  };
}

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

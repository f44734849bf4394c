import type { AppMeasures } from './measure-app';
import type { Row } from './rows';

const LONGEST_TASK_MS = 50;
/** A note is made and, where its name is taken or something of it comes late, changed once more. */
const MOST_EVENTS_A_NOTE = 2;

/** How smooth the app stays. */
export function appRows({ size, syncs }: AppMeasures): readonly Row[] {
  return syncs.flatMap(({ what, longestMs, longTasks, fileEvents, notes }) => [
    {
      library: size,
      what: `In the app, ${what}: longest task`,
      measured: longTasks === 0 ? 'none over 50 ms' : `${longestMs.toFixed(0)} ms, ${String(longTasks)} over 50 ms`,
      goal: `≤ ${String(LONGEST_TASK_MS)} ms`,
      isMet: longTasks === 0,
    },
    {
      library: size,
      what: `In the app, ${what}: file events`,
      measured: `${String(fileEvents)} with ${String(notes)} notes`,
      goal: what === 'nothing new' ? '0' : `≤ ${String(MOST_EVENTS_A_NOTE)} for each note`,
      isMet: what === 'nothing new' ? fileEvents === 0 : fileEvents <= notes * MOST_EVENTS_A_NOTE,
    },
  ]);
}

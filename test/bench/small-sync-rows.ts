import type { LibraryMeasures } from './measure-library';
import { medianOf } from './median';
import type { EngineResult } from './programs/engine';
import type { ResidentSync } from './programs/resident-engine';
import type { Row } from './rows';
import type { Size } from './service';

const MOST_QUIET_REQUESTS = 4;
const MOST_QUIET_CPU_MS = 50;
const MOST_NEXT_CPU_MS = 30;
const MOST_ONE_REQUESTS = 6;
const MOST_ONE_CPU_MS = 60;
const MOST_BY_SIZE = 1.2;

/** Syncs that find little or nothing, judged in a process that has made one before. */
export const smallSyncRows = ({ size, quiet, changed, one, warm }: LibraryMeasures): readonly Row[] => [
  row(size, {
    what: 'Nothing new: CPU of the sync',
    cold: quiet,
    warm: warm.quiet,
    mostRequests: MOST_QUIET_REQUESTS,
    mostCpuMs: MOST_QUIET_CPU_MS,
  }),
  row(size, {
    what: 'The next sync after 1 % changed',
    cold: changed.map(({ next }) => next),
    warm: warm.next,
    mostRequests: MOST_QUIET_REQUESTS,
    mostCpuMs: MOST_NEXT_CPU_MS,
    mostOpened: 0,
  }),
  row(size, {
    what: 'One highlight changed',
    cold: one,
    warm: warm.one,
    mostRequests: MOST_ONE_REQUESTS,
    mostCpuMs: MOST_ONE_CPU_MS,
  }),
];

interface SmallSync {
  readonly what: string;
  /** Each in a new process. */
  readonly cold: readonly EngineResult[];
  readonly warm: readonly ResidentSync[];
  readonly mostRequests: number;
  readonly mostCpuMs: number;
  /** Openings of notes; as many as are needed when not given. */
  readonly mostOpened?: number;
}

function row(
  library: Size,
  { what, cold, warm, mostRequests, mostCpuMs, mostOpened = Infinity }: SmallSync,
): Row {
  const requests = Math.max(...[...cold.map(({ report }) => report), ...warm].map((sync) => sync.requests));
  const opened = Math.max(...[...cold, ...warm].map(({ noteOpens }) => noteOpens));
  const coldMs = medianOf(cold, ({ syncCpuMs }) => syncCpuMs);
  const warmMs = warmCpuMs(warm);
  const opens = mostOpened === 0 ? ', no note opened' : '';
  return {
    what,
    library,
    measured: `${warmMs.toFixed(0)} ms CPU of the sync (${coldMs.toFixed(0)} ms in a new process), ${String(requests)} requests, notes opened ${String(opened)} times`,
    goal: `≤ ${String(mostCpuMs)} ms, ≤ ${String(mostRequests)} requests${opens}`,
    isMet: warmMs <= mostCpuMs && requests <= mostRequests && opened <= mostOpened,
  };
}

const warmCpuMs = (syncs: readonly ResidentSync[]): number => medianOf(syncs, ({ cpuMs }) => cpuMs);

/** Whether one changed highlight costs the same in a library of another size. */
export function oneBySizeRows(libraries: readonly LibraryMeasures[]): readonly Row[] {
  const cpuOf = (wanted: Size): number | null => {
    const library = libraries.find(({ size }) => size === wanted);
    return library === undefined ? null : warmCpuMs(library.warm.one);
  };
  const [medium, large] = [cpuOf('M'), cpuOf('L')];
  if (medium === null || large === null) return [];
  const ratio = large / medium;
  return [
    {
      what: 'One highlight changed: CPU at L by that at M',
      library: '',
      measured: ratio.toFixed(2),
      goal: `≤ ${String(MOST_BY_SIZE)}`,
      isMet: ratio <= MOST_BY_SIZE,
    },
  ];
}

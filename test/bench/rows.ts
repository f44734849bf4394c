import type { ChangedPair, LibraryMeasures, Pair } from './measure-library';
import type { PluginMeasures } from './measure-plugin';
import { medianOf } from './median';
import type { EngineResult } from './programs/engine';
import type { Size } from './service';

/** One line of the table: a goal and what was measured. */
export interface Row {
  readonly what: string;
  readonly library: Size | '';
  readonly measured: string;
  readonly goal: string;
  /** Null where no goal is set. */
  readonly isMet: boolean | null;
}

const MOST_BY_IDEAL = 2;
const MOST_CHANGED_RATIO = 12;
const MOST_RENDERED_RATIO = 3;
const MOST_QUIET_CPU_MS = 50;
const MOST_ONE_CPU_MS = 60;
/** Above the pages. */
const MOST_EXTRA_REQUESTS = 5;
const MOST_QUIET_REQUESTS = 4;
const MOST_ONE_REQUESTS = 6;
const MOST_CHANGED_REQUESTS = 12;
const MOST_EXTRA_MB = 96;
const MOST_CHANGED_MB = 250;
const LONGEST_BLOCK_MS = 50;
const LONGEST_START_MS = 25;
const LONGEST_ONLOAD_MS = 30;

export const rowsOf = (library: LibraryMeasures): readonly Row[] =>
  [
    ...firstRows(library),
    ...quietRows(library),
    ...oneRows(library),
    ...changedRows(library),
    ...renderedRows(library),
    blockRow(library),
  ].map((row) => ({ library: library.size, ...row }));

type LibraryRow = Omit<Row, 'library'>;

function firstRows({ first }: LibraryMeasures): readonly LibraryRow[] {
  const engines = first.map(({ engine }) => engine);
  const byIdeal = medianOf(first, ({ engine, ideal }) => engine.cpuMs / ideal.cpuMs);
  const extraMb = medianOf(first, ({ engine, floor }) => engine.peakMb - floor.peakMb);
  const pages = Math.max(...first.map(({ floor }) => floor.pages));
  return [
    {
      what: 'First sync: CPU',
      measured: `${byIdeal.toFixed(2)} × ideal, ${ratioText(first)}`,
      goal: `≤ ${String(MOST_BY_IDEAL)} × ideal`,
      isMet: byIdeal <= MOST_BY_IDEAL,
    },
    requestsRow('First sync', engines, pages + MOST_EXTRA_REQUESTS),
    accessRow('First sync', engines),
    {
      what: 'First sync: peak memory',
      measured: `floor + ${extraMb.toFixed(0)} MB (${medianOf(engines, ({ peakMb }) => peakMb).toFixed(0)} MB)`,
      goal: `≤ floor + ${String(MOST_EXTRA_MB)} MB`,
      isMet: extraMb <= MOST_EXTRA_MB,
    },
  ];
}

const quietRows = ({ quiet }: LibraryMeasures): readonly LibraryRow[] => [
  cpuRow('Nothing new', quiet, MOST_QUIET_CPU_MS),
  requestsRow('Nothing new', quiet, MOST_QUIET_REQUESTS),
  {
    ...accessRow('Nothing new', quiet),
    goal: 'no commit, no note opened',
    isMet: quiet.every(({ counts, noteOpens }) => counts.commits + counts.notesWritten + noteOpens === 0),
  },
];

const oneRows = ({ one }: LibraryMeasures): readonly LibraryRow[] => [
  cpuRow('One highlight changed', one, MOST_ONE_CPU_MS),
  requestsRow('One highlight changed', one, MOST_ONE_REQUESTS),
  {
    ...accessRow('One highlight changed', one),
    goal: 'no other note',
    isMet: one.every((engine) => isConfined({ engine, affected: 1 })),
  },
];

function changedRows({ changed }: LibraryMeasures): readonly LibraryRow[] {
  const engines = changed.map(({ engine }) => engine);
  const peakMb = medianOf(engines, (engine) => engine.peakMb);
  return [
    ratioRow('1 % changed', changed, MOST_CHANGED_RATIO),
    requestsRow('1 % changed', engines, MOST_CHANGED_REQUESTS),
    {
      ...accessRow('1 % changed', engines),
      goal: 'only the notes that changed',
      isMet: changed.every(isConfined),
    },
    {
      what: '1 % changed: peak memory',
      measured: `${peakMb.toFixed(0)} MB`,
      goal: `≤ ${String(MOST_CHANGED_MB)} MB`,
      isMet: peakMb <= MOST_CHANGED_MB,
    },
  ];
}

const renderedRows = ({ rendered }: LibraryMeasures): readonly LibraryRow[] => [
  ratioRow('All rendered again', rendered, MOST_RENDERED_RATIO),
  accessRow(
    'All rendered again',
    rendered.map(({ engine }) => engine),
  ),
];

/** Whether only notes were opened and written that had to change. */
const isConfined = ({ engine, affected }: Pick<ChangedPair, 'engine' | 'affected'>): boolean =>
  engine.distinctNotesOpened <= affected && engine.counts.notesWritten <= affected;

function ratioRow(what: string, pairs: readonly Pair[], most: number): LibraryRow {
  return {
    what: `${what}: CPU`,
    measured: ratioText(pairs),
    goal: `≤ ${String(most)} × floor`,
    isMet: cpuRatio(pairs) <= most,
  };
}

const cpuRatio = (pairs: readonly Pair[]): number =>
  medianOf(pairs, ({ engine, floor }) => engine.cpuMs / floor.cpuMs);

const ratioText = (pairs: readonly Pair[]): string =>
  `${cpuRatio(pairs).toFixed(2)} × floor (${medianOf(pairs, ({ engine }) => engine.cpuMs).toFixed(0)} ms)`;

function cpuRow(what: string, syncs: readonly EngineResult[], mostMs: number): LibraryRow {
  const ms = medianOf(syncs, ({ cpuMs }) => cpuMs);
  return {
    what: `${what}: CPU`,
    measured: `${ms.toFixed(0)} ms`,
    goal: `≤ ${String(mostMs)} ms`,
    isMet: ms <= mostMs,
  };
}

function requestsRow(what: string, syncs: readonly EngineResult[], most: number): LibraryRow {
  const requests = Math.max(...syncs.map(({ report }) => report.requests));
  return {
    what: `${what}: requests`,
    measured: String(requests),
    goal: `≤ ${String(most)}`,
    isMet: requests <= most,
  };
}

/** What passed between the engine, its state and the vault. */
function accessRow(what: string, syncs: readonly EngineResult[]): LibraryRow {
  const of = (figure: (sync: EngineResult) => number): string => String(Math.round(medianOf(syncs, figure)));
  const commits = of(({ counts }) => counts.commits);
  const put = of(({ counts }) => counts.valuesPut);
  const mb = (medianOf(syncs, ({ counts }) => counts.bytesPut) / 1e6).toFixed(1);
  const read = of(({ counts }) => counts.valuesRead);
  const opened = of(({ noteOpens }) => noteOpens);
  const written = of(({ counts }) => counts.notesWritten);
  return {
    what: `${what}: state, notes`,
    measured: `${commits} commits, ${put} values put with ${mb} MB, ${read} read; notes opened ${opened} times, ${written} written`,
    goal: 'none',
    isMet: null,
  };
}

function blockRow({ first, quiet, changed }: LibraryMeasures): LibraryRow {
  const ofFirst = medianOf(first, ({ engine }) => engine.longestBlockMs);
  const ofQuiet = medianOf(quiet, ({ longestBlockMs }) => longestBlockMs);
  const ofChanged = medianOf(changed, ({ engine }) => engine.longestBlockMs);
  return {
    what: 'Longest block of the event loop',
    measured: `${ofFirst.toFixed(0)} ms first, ${ofQuiet.toFixed(0)} ms nothing new, ${ofChanged.toFixed(0)} ms 1 % changed`,
    goal: `≤ ${String(LONGEST_BLOCK_MS)} ms`,
    isMet: Math.max(ofFirst, ofQuiet, ofChanged) <= LONGEST_BLOCK_MS,
  };
}

export function pluginRows({ size, requireMs, onloadMs }: PluginMeasures): readonly Row[] {
  const row = { library: '' } as const;
  return [
    {
      ...row,
      what: 'Plugin: size of main.js',
      measured: `${(size / 1024).toFixed(0)} KB`,
      goal: 'none',
      isMet: null,
    },
    {
      ...row,
      what: 'Plugin: require, cold',
      measured: `${requireMs.toFixed(1)} ms`,
      goal: `≤ ${String(LONGEST_START_MS)} ms`,
      isMet: requireMs <= LONGEST_START_MS,
    },
    {
      ...row,
      what: 'Plugin: onload, before the layout is ready',
      measured: `${onloadMs.toFixed(1)} ms`,
      goal: `≤ ${String(LONGEST_ONLOAD_MS)} ms`,
      isMet: onloadMs <= LONGEST_ONLOAD_MS,
    },
  ];
}

import { LATENCY_MS, type ChangedPair, type LibraryMeasures, type Pair } from './measure-library';
import type { PluginMeasures } from './measure-plugin';
import { median, medianOf } from './median';
import { lowerBoundMs } from './pace-bound';
import type { EngineResult } from './programs/engine';
import type { Size } from './service';
import { oneBySizeRows, smallSyncRows } from './small-sync-rows';

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
const MOST_BOOKS_RATIO = 6;
const MOST_CHANGED_RATIO = 12;
const MOST_BYTES_RATIO = 2;
const MOST_CHANGED_MB = 64;
const MOST_RENDERED_RATIO = 3;
const MOST_TEXTS_RATIO = 4;
const MOST_EXTRA_REQUESTS = 5;
const MOST_QUIET_REQUESTS = 4;
const MOST_EXTRA_MB = 96;
const MOST_GROWTH = 1.2;
const LONGEST_BLOCK_MS = 50;
const MOST_OVER_BOUND = 0.02;
const LONGEST_START_MS = 25;
const MOST_CHANGED_REQUESTS = 12;
/** Of full texts, for each hundred documents. */
const MOST_TEXT_REQUESTS = 1.6;
const LONGEST_TEXTS_MS = 12_000;
const LONGEST_ONLOAD_MS = 30;

export function rowsOf(libraries: readonly LibraryMeasures[]): readonly Row[] {
  return [
    ...libraries.flatMap((library) => [
      ...firstRows(library),
      ...booksOnlyRows(library),
      ...quietRows(library),
      ...changedRows(library),
      ...smallSyncRows(library),
      blockRow(library),
      pacedRow(library),
      ...pacedTextRows(library),
      ...wholeRows(library),
    ]),
    ...growthRows(libraries),
    ...oneBySizeRows(libraries),
  ];
}

export const cpuRatio = (pairs: readonly Pair[]): number =>
  medianOf(pairs, ({ engine, floor }) => engine.cpuMs / floor.cpuMs);

function firstRows({ size, first, slowLine }: LibraryMeasures): readonly Row[] {
  const byIdeal = medianOf(first, ({ engine, ideal }) => engine.cpuMs / ideal.cpuMs);
  const extraMb = medianOf(first, ({ engine, floor }) => engine.peakMb - floor.peakMb);
  const [{ engine, floor }] = nonEmpty(first);
  const pages = floor.highlightPages + floor.documentPages;
  const early = slowLine.counts.notesBeforeSecondPage;
  const row = { library: size };
  return [
    {
      ...row,
      what: 'First sync: CPU',
      measured: `${byIdeal.toFixed(2)} × ideal, ${cpuRatio(first).toFixed(2)} × floor`,
      goal: `≤ ${String(MOST_BY_IDEAL)} × ideal`,
      isMet: byIdeal <= MOST_BY_IDEAL,
    },
    {
      ...row,
      what: 'First sync: requests',
      measured: `${String(engine.report.requests)} for ${String(pages)} pages`,
      goal: `≤ pages + ${String(MOST_EXTRA_REQUESTS)}`,
      isMet: engine.report.requests <= pages + MOST_EXTRA_REQUESTS,
    },
    {
      ...row,
      what: 'First sync: notes on the disk before the second page is there',
      measured:
        early === null ? 'there is one page' : `${String(early)} notes at ${String(LATENCY_MS)} ms a page`,
      goal: '≥ 1',
      isMet: early === null || early > 0,
    },
    {
      ...row,
      what: 'First sync: peak memory',
      measured: `floor + ${extraMb.toFixed(0)} MB`,
      goal: `≤ floor + ${String(MOST_EXTRA_MB)} MB`,
      isMet: extraMb <= MOST_EXTRA_MB,
    },
  ];
}

function booksOnlyRows({ size, booksOnly }: LibraryMeasures): readonly Row[] {
  const [pair] = booksOnly;
  if (pair === undefined) return [];
  const ratio = cpuRatio(booksOnly);
  const { engine, floor } = pair;
  return [
    {
      what: 'First sync, books only (no place of documents in the scope): CPU',
      library: size,
      measured: `${ratio.toFixed(2)} × floor (${String(engine.report.notes.created)} notes, ${String(engine.report.requests)} requests for ${String(floor.highlightPages)} pages)`,
      goal: `≤ ${String(MOST_BOOKS_RATIO)} × floor`,
      isMet: ratio <= MOST_BOOKS_RATIO,
    },
  ];
}

function quietRows({ size, quiet }: LibraryMeasures): readonly Row[] {
  const requests = Math.max(...quiet.map(({ report }) => report.requests));
  const touched = Math.max(
    ...quiet.map(
      ({ counts, report, noteOpens }) => report.vaultWrites + counts.commits + counts.notesRead + noteOpens,
    ),
  );
  const row = { library: size };
  return [
    {
      ...row,
      what: 'Nothing new: requests',
      measured: String(requests),
      goal: `≤ ${String(MOST_QUIET_REQUESTS)}`,
      isMet: requests <= MOST_QUIET_REQUESTS,
    },
    {
      ...row,
      what: 'Nothing new: notes read or written, commits',
      measured: String(touched),
      goal: '0',
      isMet: touched === 0,
    },
  ];
}

function changedRows({ size, changed, quiet, warm }: LibraryMeasures): readonly Row[] {
  const coldRatio = cpuRatio(changed);
  const ratio = medianOf(warm.changed, ({ cpuMs }) => cpuMs) / medianOf(changed, ({ floor }) => floor.cpuMs);
  const [{ engine, affected }] = nonEmpty(changed);
  const stray = Math.max(...changed.map(strayNotes));
  const bytes = medianOf(changed, (pair) => pair.engine.counts.bytesReceived / pair.floor.bytesReceived);
  const extraMb = medianOf(changed, (pair) => pair.engine.peakMb) - medianOf(quiet, ({ peakMb }) => peakMb);
  const row = { library: size };
  return [
    {
      ...row,
      what: '1 % changed: CPU',
      measured: `${ratio.toFixed(2)} × floor (${coldRatio.toFixed(2)} × in a new process)`,
      goal: `≤ ${String(MOST_CHANGED_RATIO)} × floor`,
      isMet: ratio <= MOST_CHANGED_RATIO,
    },
    {
      ...row,
      what: '1 % changed: bytes fetched',
      measured: `${bytes.toFixed(1)} × those of the change`,
      goal: `≤ ${String(MOST_BYTES_RATIO)} ×`,
      isMet: bytes <= MOST_BYTES_RATIO,
    },
    {
      ...row,
      what: '1 % changed: requests',
      measured: String(engine.report.requests),
      goal: `≤ ${String(MOST_CHANGED_REQUESTS)}`,
      isMet: engine.report.requests <= MOST_CHANGED_REQUESTS,
    },
    {
      ...row,
      what: '1 % changed: notes touched',
      measured: `${String(affected)} changed, ${String(engine.distinctNotesOpened)} opened ${String(engine.noteOpens)} times, ${String(engine.report.notes.updated)} written (${String(engine.report.vaultWrites)} writes)`,
      goal: 'only those that changed',
      isMet: stray === 0,
    },
    {
      ...row,
      what: '1 % changed: peak memory',
      measured: `nothing new + ${extraMb.toFixed(0)} MB`,
      goal: `≤ nothing new + ${String(MOST_CHANGED_MB)} MB`,
      isMet: extraMb <= MOST_CHANGED_MB,
    },
  ];
}

/** Notes read or written that no change called for. */
const strayNotes = ({ engine, affected }: ChangedPair): number =>
  Math.max(0, engine.distinctNotesOpened - affected, engine.report.notes.updated - affected);

function blockRow({ size, first, quiet, changed }: LibraryMeasures): Row {
  const blocks = [first.map(({ engine }) => engine), quiet, changed.map(({ engine }) => engine)].map(
    longestBlock,
  );
  const [ofFirst, ofQuiet, ofChanged] = blocks.map((block) => block.toFixed(0));
  return {
    what: 'Longest block of the event loop',
    library: size,
    measured: `${String(ofFirst)} ms first, ${String(ofQuiet)} ms nothing new, ${String(ofChanged)} ms 1 % changed`,
    goal: `≤ ${String(LONGEST_BLOCK_MS)} ms`,
    isMet: Math.max(...blocks) <= LONGEST_BLOCK_MS,
  };
}

const wholeRows = ({ size, rendered, texts }: LibraryMeasures): readonly Row[] =>
  (
    [
      ['All notes rendered again from the replica: CPU', rendered, MOST_RENDERED_RATIO],
      ['All full texts, each in a file of its own: CPU', texts, MOST_TEXTS_RATIO],
    ] as const
  ).flatMap(([what, pairs, most]) => {
    const [pair] = pairs;
    if (pair === undefined) return [];
    const { engine } = pair;
    const written = engine.counts.notesCreated + engine.counts.notesUpdated;
    const ratio = cpuRatio(pairs);
    return [
      {
        what,
        library: size,
        measured: `${ratio.toFixed(2)} × floor (${String(written)} notes, ${String(engine.report.requests)} requests)`,
        goal: `≤ ${String(most)} × floor`,
        isMet: ratio <= most,
      },
    ];
  });

const longestBlock = (runs: readonly EngineResult[]): number =>
  medianOf(runs, ({ longestBlockMs }) => longestBlockMs);

function pacedTextRows({ size, paced: { texts } }: LibraryMeasures): readonly Row[] {
  if (texts === null) return [];
  const { notes, requests, wallMs } = texts;
  const hundreds = notes / 100;
  return [
    {
      what: "All full texts under the service's limits (simulated clock)",
      library: size,
      measured: `${String(notes)} texts in one sync, ${String(requests)} requests, ${seconds(wallMs)}`,
      goal: `for each hundred ≤ ${String(MOST_TEXT_REQUESTS)} requests and ${seconds(LONGEST_TEXTS_MS)}`,
      isMet: requests <= hundreds * MOST_TEXT_REQUESTS && wallMs <= hundreds * LONGEST_TEXTS_MS,
    },
  ];
}

function pacedRow({ size, first, paced }: LibraryMeasures): Row {
  const bound = lowerBoundMs(nonEmpty(first)[0].floor, LATENCY_MS);
  const over = paced.wallMs / bound - 1;
  return {
    what: "First sync under the service's limits (simulated clock)",
    library: size,
    measured: `${seconds(paced.wallMs)} for a lower bound of ${seconds(bound)}, ${String(paced.refused)} refused`,
    goal: `≤ lower bound + ${String(MOST_OVER_BOUND * 100)} %`,
    isMet: paced.outcome === 'done' && paced.refused === 0 && over <= MOST_OVER_BOUND,
  };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function growthRows(libraries: readonly LibraryMeasures[]): readonly Row[] {
  const peakOf = (wanted: Size): number | null => {
    const library = libraries.find(({ size }) => size === wanted);
    return library === undefined ? null : medianOf(library.first, ({ engine }) => engine.peakMb);
  };
  const [medium, large] = [peakOf('M'), peakOf('L')];
  if (medium === null || large === null) return [];
  const growth = large / medium;
  return [
    {
      what: 'First sync: peak memory at L by that at M',
      library: '',
      measured: growth.toFixed(2),
      goal: `≤ ${String(MOST_GROWTH)}`,
      isMet: growth <= MOST_GROWTH,
    },
  ];
}

export function pluginRows(plugin: PluginMeasures | null): readonly Row[] {
  if (plugin === null)
    return [{ what: 'Plugin', library: '', measured: 'main.js is not built', goal: 'built', isMet: false }];
  const kilobytes = plugin.size / 1024;
  const row = { library: '' } as const;
  return [
    {
      ...row,
      what: 'Plugin: size of main.js',
      measured: `${kilobytes.toFixed(0)} KB`,
      goal: 'none',
      isMet: null,
    },
    {
      ...row,
      what: 'Plugin: require, cold',
      measured: `${plugin.requireMs.toFixed(1)} ms`,
      goal: `≤ ${String(LONGEST_START_MS)} ms`,
      isMet: plugin.requireMs <= LONGEST_START_MS,
    },
    {
      ...row,
      what: 'Plugin: the rest, loaded when the app has opened',
      measured: `${plugin.restMs.toFixed(1)} ms`,
      goal: 'none',
      isMet: null,
    },
    {
      ...row,
      what: 'Plugin: onload, before the layout is ready',
      measured: `${plugin.onloadMs.toFixed(1)} ms`,
      goal: `≤ ${String(LONGEST_ONLOAD_MS)} ms`,
      isMet: plugin.onloadMs <= LONGEST_ONLOAD_MS,
    },
    {
      ...row,
      what: 'Plugin: requests before the layout is ready',
      measured: String(plugin.requests),
      goal: '0',
      isMet: plugin.requests === 0,
    },
  ];
}

function nonEmpty<Value>(values: readonly Value[]): readonly [Value, ...Value[]] {
  const [first, ...rest] = values;
  if (first === undefined) throw new Error('Nothing was measured');
  return [first, ...rest];
}

/** The absolute figures behind the ratios. */
export interface CostRow {
  readonly what: string;
  readonly library: Size;
  readonly engineCpuMs: number;
  readonly floorCpuMs: number;
  readonly enginePeakMb: number;
  readonly floorPeakMb: number;
  readonly notes: number;
}

export function costRowsOf(libraries: readonly LibraryMeasures[]): readonly CostRow[] {
  return libraries.flatMap(({ size, first, changed, rendered, texts }) => [
    costRow(size, { what: 'first sync', pairs: first }),
    costRow(size, { what: '1 % changed', pairs: changed }),
    costRow(size, { what: 'rendered again', pairs: rendered }),
    ...(texts.length === 0 ? [] : [costRow(size, { what: 'full texts', pairs: texts })]),
  ]);
}

function costRow(
  library: Size,
  { what, pairs }: { readonly what: string; readonly pairs: readonly Pair[] },
): CostRow {
  const of = (figure: (pair: Pair) => number): number => median(pairs.map(figure));
  return {
    what,
    library,
    engineCpuMs: of(({ engine }) => engine.cpuMs),
    floorCpuMs: of(({ floor }) => floor.cpuMs),
    enginePeakMb: of(({ engine }) => engine.peakMb),
    floorPeakMb: of(({ floor }) => floor.peakMb),
    notes: of(({ engine }) => engine.counts.notesCreated + engine.counts.notesUpdated),
  };
}

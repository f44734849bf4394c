import { median, medianOf } from './median';
import type { EngineResult } from './programs/engine';
import type { EvenSize } from './programs/even-library';
import { startResidentEngine, SYNCS_BEFORE } from './resident-engine';
import type { Row } from './rows';
import { runEngine } from './run-engine';
import { startService, type Service } from './service';
import { Workspace, type Place } from './workspace';

const LONGEST_BLOCK_MS = 50;
const MOST_BY_MANY = 1.1;
/** A run takes a second. */
const TURNS = 5;
const ONE_BOOK: EvenSize = { books: 1, highlightsEach: 3000 };
const MANY_BOOKS: EvenSize = { books: 100, highlightsEach: 30 };

const MOST_GROWTH = 1.2;
const HIGHLIGHTS_EACH = 20;
const SMALLEST = 500;
/** A tenth of the largest library, as many as in it, and twice as many. */
const LARGER = [10_000, 100_000, 200_000];
const SYNCS_OF_ONE = 5;

/** One big book beside many small ones with as many highlights: first syncs in turn. */
export async function measureOneBook(root: string): Promise<readonly Row[]> {
  const turns: { readonly one: EngineResult; readonly many: EngineResult }[] = [];
  while (turns.length < TURNS)
    turns.push({ one: await firstSync(root, ONE_BOOK), many: await firstSync(root, MANY_BOOKS) });
  const ratio = medianOf(turns, ({ one, many }) => one.syncCpuMs / many.syncCpuMs);
  const block = medianOf(turns, ({ one }) => one.longestBlockMs);
  const cpu = medianOf(turns, ({ one }) => one.syncCpuMs);
  const what = `One book with ${ONE_BOOK.highlightsEach.toLocaleString('en')} highlights, first sync`;
  return [
    {
      what: `${what}: CPU of the sync`,
      library: '',
      measured: `${ratio.toFixed(2)} × that of ${String(MANY_BOOKS.books)} books with ${String(MANY_BOOKS.highlightsEach)} each (${cpu.toFixed(0)} ms)`,
      goal: `≤ ${String(MOST_BY_MANY)} ×`,
      isMet: ratio <= MOST_BY_MANY,
    },
    {
      what: `${what}: longest block of the event loop`,
      library: '',
      measured: `${block.toFixed(0)} ms`,
      goal: `≤ ${String(LONGEST_BLOCK_MS)} ms`,
      isMet: block <= LONGEST_BLOCK_MS,
    },
  ];
}

/** What a note of a first sync and one changed highlight cost in libraries of all sizes. */
export async function measureGrowth(root: string, say: (what: string) => void): Promise<readonly Row[]> {
  const cpuOf = async (highlights: number): Promise<SizeCost> => {
    say(`${highlights.toLocaleString('en')} highlights`);
    return inLibrary(root, evenSize(highlights), async (service, place) => {
      const { syncCpuMs } = await runEngine(root, { ...service, ...place });
      return { firstMs: syncCpuMs, oneMs: await oneChangedMs(root, service, place) };
    });
  };
  const smallest: number[] = [];
  while (smallest.length < 3) smallest.push((await firstSync(root, evenSize(SMALLEST))).syncCpuMs);
  const costs: SizeCost[] = [];
  for (const highlights of LARGER) costs.push(await cpuOf(highlights));
  const firsts = costs.map(({ firstMs }) => firstMs);
  const ones = costs.map(({ oneMs }) => oneMs);
  return [firstSyncRow(median(smallest), firsts), oneChangedRow(ones)];
}

/** CPU of syncs. */
interface SizeCost {
  readonly firstMs: number;
  readonly oneMs: number;
}

const evenSize = (highlights: number): EvenSize => ({
  books: highlights / HIGHLIGHTS_EACH,
  highlightsEach: HIGHLIGHTS_EACH,
});

const SIZES = LARGER.map((highlights) => highlights.toLocaleString('en')).join(', ');

/**
 * Code that runs for the first time is most of a small library's first sync; so the smallest is taken off the
 * others, and told apart.
 */
function firstSyncRow(smallestMs: number, firstMs: readonly number[]): Row {
  const rates = firstMs.map(
    (ms, index) => (ms - smallestMs) / (((LARGER[index] ?? 0) - SMALLEST) / HIGHLIGHTS_EACH),
  );
  const growth = mostGrowth(rates);
  const alone = smallestMs / (SMALLEST / HIGHLIGHTS_EACH);
  return {
    what: `Growth: CPU of a first sync for each note, ${String(HIGHLIGHTS_EACH)} highlights in each`,
    library: '',
    measured: `${rates.map((rate) => rate.toFixed(2)).join(', ')} ms at ${SIZES} highlights, without what ${String(SMALLEST)} highlights cost (${alone.toFixed(0)} ms a note, nearly all of it code that runs for the first time); at most ${growth.toFixed(2)} × that of a smaller library`,
    goal: `≤ ${String(MOST_GROWTH)} ×`,
    isMet: growth <= MOST_GROWTH,
  };
}

function oneChangedRow(oneMs: readonly number[]): Row {
  const growth = mostGrowth(oneMs);
  return {
    what: 'Growth: CPU of the sync of one changed highlight',
    library: '',
    measured: `${oneMs.map((ms) => ms.toFixed(0)).join(', ')} ms at ${SIZES} highlights; at most ${growth.toFixed(2)} × that of a smaller library`,
    goal: `≤ ${String(MOST_GROWTH)} ×`,
    isMet: growth <= MOST_GROWTH,
  };
}

/** The sync of one changed highlight, in a process that has made some before. */
async function oneChangedMs(root: string, service: Service, place: Place): Promise<number> {
  const { baseUrl, token } = service;
  const engine = startResidentEngine(root, { baseUrl, token, ...place, settings: {} });
  const costs: number[] = [];
  try {
    for (let sync = 0; sync < SYNCS_BEFORE + SYNCS_OF_ONE; sync += 1) {
      // What was changed just before a sync comes again, until a later change moves the watermark.
      await service.do('pass');
      await service.do('change one');
      costs.push((await engine.sync()).cpuMs);
    }
  } finally {
    await engine.stop();
  }
  return median(costs.slice(SYNCS_BEFORE));
}

/** Of rates by size, how much one is above that of a smaller size. */
function mostGrowth(rates: readonly number[]): number {
  let least = Infinity;
  let most = 0;
  for (const rate of rates) {
    most = Math.max(most, rate / least);
    least = Math.min(least, rate);
  }
  return most;
}

const firstSync = (root: string, size: EvenSize): Promise<EngineResult> =>
  inLibrary(root, size, (service, place) => runEngine(root, { ...service, ...place }));

async function inLibrary<Result>(
  root: string,
  size: EvenSize,
  measure: (service: Service, place: Place) => Promise<Result>,
): Promise<Result> {
  const service = await startService(root, size);
  const workspace = new Workspace();
  try {
    return await measure(service, workspace.newPlace());
  } finally {
    await service.stop();
    workspace.remove();
  }
}

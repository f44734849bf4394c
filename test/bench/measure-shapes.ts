import { median, medianOf } from './median';
import type { EngineResult } from './programs/engine';
import type { EvenSize } from './programs/even-library';
import type { Row } from './rows';
import { runEngine } from './run-engine';
import { startService } from './service';
import { Workspace } from './workspace';

const LONGEST_BLOCK_MS = 50;
const MOST_BY_MANY = 1.1;
/** A run takes a second. */
const TURNS = 5;
const ONE_BOOK: EvenSize = { books: 1, highlightsEach: 3000 };
const MANY_BOOKS: EvenSize = { books: 100, highlightsEach: 30 };

const MOST_GROWTH = 1.2;
const HIGHLIGHTS_EACH = 20;
const SMALLEST = 500;
const LARGER = [20_000, 100_000, 200_000];

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

/**
 * What a note costs in libraries of all sizes. Code that runs for the first time is most of a small one; so
 * the smallest is taken off the others, and told apart.
 */
export async function measureGrowth(root: string, say: (what: string) => void): Promise<readonly Row[]> {
  const cpuOf = async (highlights: number): Promise<number> => {
    say(`first sync of ${highlights.toLocaleString('en')} highlights`);
    const size = { books: highlights / HIGHLIGHTS_EACH, highlightsEach: HIGHLIGHTS_EACH };
    return (await firstSync(root, size)).syncCpuMs;
  };
  const smallest = median([await cpuOf(SMALLEST), await cpuOf(SMALLEST), await cpuOf(SMALLEST)]);
  const rates: number[] = [];
  for (const highlights of LARGER)
    rates.push(((await cpuOf(highlights)) - smallest) / ((highlights - SMALLEST) / HIGHLIGHTS_EACH));
  const growth = mostGrowth(rates);
  const sizes = LARGER.map((highlights) => highlights.toLocaleString('en')).join(', ');
  const alone = smallest / (SMALLEST / HIGHLIGHTS_EACH);
  return [
    {
      what: `Growth: CPU of a first sync for each note, ${String(HIGHLIGHTS_EACH)} highlights in each`,
      library: '',
      measured: `${rates.map((rate) => rate.toFixed(2)).join(', ')} ms at ${sizes} highlights, without what ${String(SMALLEST)} highlights cost (${alone.toFixed(0)} ms a note, nearly all of it code that runs for the first time); at most ${growth.toFixed(2)} × that of a smaller library`,
      goal: `≤ ${String(MOST_GROWTH)} ×`,
      isMet: growth <= MOST_GROWTH,
    },
  ];
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

async function firstSync(root: string, size: EvenSize): Promise<EngineResult> {
  const service = await startService(root, size);
  const workspace = new Workspace();
  try {
    return await runEngine(root, { ...service, ...workspace.newPlace() });
  } finally {
    await service.stop();
    workspace.remove();
  }
}

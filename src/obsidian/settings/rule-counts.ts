import { CatchCounter, compileRules, type CatchCounts } from '../../notes/rules/match-rules';
import type { Rule } from '../../model/rule-schema';
import { Pace } from '../../model/ports';
import { WindowClock } from '../window-clock';
import type { LibraryIndex } from './library-index';

const LOOK_EVERY = 20;

/** Counts what rules catch in the library; null when the signal is aborted meanwhile. */
export async function countCatches(
  index: LibraryIndex,
  { rules, signal }: { readonly rules: readonly Rule[]; readonly signal: AbortSignal },
): Promise<CatchCounts | null> {
  const entries = await index.all();
  if (entries === null) return null;
  const counter = new CatchCounter({
    rules: compileRules(rules),
    today: new Date().toISOString().slice(0, 10),
  });
  const pace = new Pace(new WindowClock());
  for (const [position, { facts }] of entries.entries()) {
    if (signal.aborted) return null;
    counter.take(facts);
    if (position % LOOK_EVERY === 0) await pace.yieldIfDue();
  }
  return signal.aborted ? null : counter.counts();
}

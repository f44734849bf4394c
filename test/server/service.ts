import type { Library } from './library';
import type { ResolvedOptions } from './server-options';

/** What every endpoint works on. */
export interface Service {
  readonly library: Library;
  readonly options: ResolvedOptions;
}

/** Whether a stamp counts as updated after a bound, which may include the bound itself. */
export function isUpdatedAfter(stamp: number, bound: number | undefined, options: ResolvedOptions): boolean {
  if (bound === undefined) return true;
  return options.updatedAfter === 'inclusive' ? stamp >= bound : stamp > bound;
}

import type { Adoption, AdoptionPlan, AdoptionReport } from '../../../core/adopt/adoption';
import type { SyncReport } from '../../../core/report';

export interface AdoptWork {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** What the dialog asks of the engine. */
export interface AdoptEngine {
  /** Whether the device knows the library. */
  readonly hasLibrary: () => Promise<boolean>;
  /** Fetches the library, and writes no note. `received`: how many records came so far. */
  readonly fetchLibrary: (signal: AbortSignal, received: (count: number) => void) => Promise<SyncReport>;
  /** `folder`: `/` for the whole vault. */
  readonly plan: (folder: string, work: AdoptWork) => Promise<AdoptionPlan>;
  readonly apply: (chosen: readonly Adoption[], work: AdoptWork) => Promise<AdoptionReport>;
}

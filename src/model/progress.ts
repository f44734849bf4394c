/** Why a sync waits: for the rate limit, or before it repeats a request that got no answer or an error. */
export type WaitReason = 'limit' | 'offline' | 'failure';

export type ProgressEndpoint = 'highlights' | 'documents';

/** One step of a sync, as the engine reports it. */
export type Progress =
  | {
      readonly step: 'pulling';
      readonly endpoint: ProgressEndpoint;
      /** Highlights, or entries of Reader (documents, highlights and notes), so far. */
      readonly received: number;
      /** How many there are in all; null when the service does not tell. */
      readonly total: number | null;
    }
  | {
      readonly step: 'writing';
      /** Notes written; in a dry run or a rendering, notes looked at. */
      readonly done: number;
      readonly failed: number;
      /** Set when it is known from the start, as in a rendering. */
      readonly total?: number;
      readonly isCheck?: boolean;
    }
  | {
      readonly step: 'waiting';
      readonly endpoint: ProgressEndpoint;
      readonly seconds: number;
      readonly why: WaitReason;
    }
  | { readonly step: 'texts'; readonly done: number; readonly total: number }
  | { readonly step: 'attachments'; readonly done: number }
  /** Changes for the service. */
  | { readonly step: 'sending'; readonly done: number; readonly total: number }
  | { readonly step: 'checking'; readonly what: 'metadata' | 'deletions' };

export type Pulling = Extract<Progress, { readonly step: 'pulling' }>;
export type Writing = Extract<Progress, { readonly step: 'writing' }>;

export interface Wait {
  readonly endpoint: ProgressEndpoint;
  readonly until: number;
  readonly why: WaitReason;
}

/** How far a sync is: the latest report of each step. Times are monotonic milliseconds. */
export interface ProgressState {
  readonly latest: Progress | null;
  readonly highlights: Pulling | null;
  readonly documents: Pulling | null;
  readonly writing: Writing | null;
  readonly wait: Wait | null;
}

export const NOT_STARTED: ProgressState = {
  latest: null,
  highlights: null,
  documents: null,
  writing: null,
  wait: null,
};

export function withProgress(state: ProgressState, progress: Progress, now: number): ProgressState {
  switch (progress.step) {
    case 'pulling': {
      // An answer ends only the wait of its endpoint.
      const wait = state.wait?.endpoint === progress.endpoint ? null : state.wait;
      return { ...state, latest: progress, wait, [progress.endpoint]: progress };
    }
    case 'writing':
      return { ...state, latest: progress, writing: progress };
    case 'waiting': {
      const { endpoint, seconds, why } = progress;
      return { ...state, wait: { endpoint, why, until: now + seconds * 1000 } };
    }
    case 'texts':
    case 'attachments':
    case 'checking':
      return { ...state, latest: progress, wait: null };
    case 'sending':
      // What the sync before it has done is told no more.
      return { ...NOT_STARTED, latest: progress };
  }
}

/** For a progress bar; null while no true total is known: fetching has none, because several lists come at once. */
export function progressShare({ latest }: ProgressState): { done: number; total: number } | null {
  if (latest?.step === 'texts' || latest?.step === 'sending') return shareOf(latest.done, latest.total);
  if (latest?.step !== 'writing' || latest.total === undefined) return null;
  return shareOf(latest.done, latest.total);
}

const shareOf = (done: number, total: number): { done: number; total: number } | null =>
  total === 0 || done > total ? null : { done, total };

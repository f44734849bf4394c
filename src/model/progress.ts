/** For the rate limit, or until a request that failed is sent again. */
export type WaitReason = 'limit' | 'failure';

export type ProgressEndpoint = 'highlights' | 'documents';

/** One step of a sync, as the engine reports it. */
export type Progress =
  | {
      readonly step: 'pulling';
      readonly endpoint: ProgressEndpoint;
      /** Highlights, or entries of Reader (documents with their highlights and notes), in this pull so far. */
      readonly received: number;
      /** How many there are in all; null where the service does not tell. */
      readonly total: number | null;
    }
  /** `total`: only where it is known from the start, as when all notes are written again. */
  | { readonly step: 'writing'; readonly done: number; readonly failed: number; readonly total?: number }
  | {
      readonly step: 'waiting';
      readonly endpoint: ProgressEndpoint;
      readonly seconds: number;
      readonly why: WaitReason;
    }
  | { readonly step: 'texts'; readonly done: number; readonly total: number }
  | { readonly step: 'attachments'; readonly done: number }
  | { readonly step: 'checking'; readonly what: 'changed metadata' | 'deleted documents' };

type Pulling = Extract<Progress, { readonly step: 'pulling' }>;
type Writing = Extract<Progress, { readonly step: 'writing' }>;

interface Wait {
  readonly endpoint: ProgressEndpoint;
  readonly until: number;
  readonly why: WaitReason;
}

/** How far a sync is, put together from the latest report of each part. Times are monotonic milliseconds. */
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
      // An answer ends the wait of its own endpoint only.
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
  }
}

const NUMBERS = new Intl.NumberFormat('en');
const count = (value: number): string => NUMBERS.format(value);

const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/** One line such as `1,204 highlights, 300 of 9,000 Reader entries, 512 notes written… waiting 7 s for the rate limit`. */
export function progressText(state: ProgressState, now: number): string {
  const wait = waitText(state.wait, now);
  const work = workText(state);
  if (wait === null) return work ?? 'starting…';
  return work === null ? wait : `${work} ${wait}`;
}

function waitText(wait: Wait | null, now: number): string | null {
  if (wait === null || wait.until <= now) return null;
  const seconds = count(Math.ceil((wait.until - now) / 1000));
  return wait.why === 'limit'
    ? `waiting ${seconds} s for the rate limit`
    : `a request failed, trying again in ${seconds} s`;
}

function workText(state: ProgressState): string | null {
  const { latest } = state;
  if (latest?.step === 'texts')
    return `fetching full texts, ${count(latest.done)} of ${count(latest.total)}…`;
  if (latest?.step === 'attachments') return `fetching attachments, ${count(latest.done)}…`;
  if (latest?.step === 'checking') return `checking ${latest.what}…`;
  const parts = workParts(state);
  return parts.length === 0 ? null : `${parts.join(', ')}…`;
}

/** Pulls and writing take turns, so that a line with all of them does not jump. What brought nothing yet is left out. */
function workParts({ highlights, documents, writing }: ProgressState): readonly string[] {
  const parts: string[] = [];
  if (highlights !== null && highlights.received > 0) parts.push(counted(highlights.received, 'highlight'));
  if (documents !== null && documents.received > 0) parts.push(documentsText(documents));
  if (writing !== null && writing.done > 0) parts.push(`${notesText(writing)} written`);
  if (writing !== null && writing.failed > 0) parts.push(`${count(writing.failed)} failed`);
  return parts;
}

function documentsText({ received, total }: Pulling): string {
  const entries = received === 1 && total === null ? 'entry' : 'entries';
  // A total that was passed already counted something else.
  const known =
    total !== null && total >= received ? `${count(received)} of ${count(total)}` : count(received);
  return `${known} Reader ${entries}`;
}

function notesText({ done, total }: Writing): string {
  return total === undefined || total < done
    ? counted(done, 'note')
    : `${count(done)} of ${counted(total, 'note')}`;
}

/** How much of what goes on now is done, for a bar; null where nobody knows how much there is. */
export function progressShare({ latest, documents }: ProgressState): { done: number; total: number } | null {
  if (latest?.step === 'texts') return { done: latest.done, total: latest.total };
  if (latest?.step === 'writing' && latest.total !== undefined) return shareOf(latest.done, latest.total);
  const isPulling = latest?.step === 'pulling' || latest?.step === 'writing';
  if (!isPulling || documents === null || documents.total === null) return null;
  return shareOf(documents.received, documents.total);
}

const shareOf = (done: number, total: number): { done: number; total: number } | null =>
  total === 0 || done > total ? null : { done, total };

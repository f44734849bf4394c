import { laneMsLeft, laneShare, newLane, withAnswer, withWait, type Lane } from './lane';
import { PULL_RATES } from './rates';

type Endpoint = keyof typeof PULL_RATES;

/** What a sync tells of itself, as far as time can be told by it. */
export type Heard =
  | {
      readonly step: 'pulling';
      readonly endpoint: Endpoint;
      readonly pages: number;
      readonly pagesLeft: number | null;
      readonly textsToCome: number;
    }
  | { readonly step: 'waiting'; readonly endpoint: Endpoint; readonly seconds: number }
  | { readonly step: 'writing'; readonly done: number; readonly total?: number | undefined }
  | { readonly step: 'texts'; readonly done: number; readonly total: number }
  | { readonly step: 'attachments' | 'checking' };

/** Where the time of a sync goes. Times are milliseconds of a monotonic clock. */
export interface SyncEstimate {
  readonly highlights: Lane;
  readonly documents: Lane;
  /** Notes that are written from what the device holds, when their number is known. */
  readonly notes: Lane | null;
  readonly texts: Lane | null;
  /** After the pulls, as far as is known. */
  readonly textsToCome: number;
  /** What time is told for now. */
  readonly stage: 'pulling' | 'notes' | 'texts' | 'unknown';
}

export const newEstimate = (now: number): SyncEstimate => ({
  highlights: newLane(PULL_RATES.highlights, now),
  documents: newLane(PULL_RATES.documents, now),
  notes: null,
  texts: null,
  textsToCome: 0,
  stage: 'unknown',
});

export function withHeard(estimate: SyncEstimate, heard: Heard, now: number): SyncEstimate {
  switch (heard.step) {
    case 'pulling': {
      const { endpoint, pages, pagesLeft, textsToCome } = heard;
      return {
        ...estimate,
        stage: 'pulling',
        textsToCome,
        [endpoint]: withAnswer(estimate[endpoint], { done: pages, left: pagesLeft }, now),
      };
    }
    case 'waiting':
      return estimate.stage === 'texts' && estimate.texts !== null && heard.endpoint === 'documents'
        ? { ...estimate, texts: withWait(estimate.texts, heard.seconds, now) }
        : { ...estimate, [heard.endpoint]: withWait(estimate[heard.endpoint], heard.seconds, now) };
    case 'writing': {
      if (heard.total === undefined) return estimate;
      const notes = estimate.notes ?? newLane(Number.POSITIVE_INFINITY, now);
      // More notes than were to be written: then that number says nothing.
      const left = heard.done > heard.total ? null : heard.total - heard.done;
      return { ...estimate, stage: 'notes', notes: withAnswer(notes, { done: heard.done, left }, now) };
    }
    case 'texts': {
      const texts = estimate.texts ?? newLane(PULL_RATES.documents, now);
      return {
        ...estimate,
        stage: 'texts',
        texts: withAnswer(texts, { done: heard.done, left: Math.max(0, heard.total - heard.done) }, now),
      };
    }
    case 'attachments':
    case 'checking':
      return { ...estimate, stage: 'unknown' };
  }
}

/** Seconds until what goes on now is through: both pulls run side by side, so the slower one counts, and full texts come after them. Null while nobody can know. */
export function secondsLeft(estimate: SyncEstimate, now: number): number | null {
  const times = lanesOf(estimate).map((lane) => laneMsLeft(lane, now));
  const known = times.filter((time) => time !== null);
  return known.length < times.length || known.length === 0
    ? null
    : (Math.max(...known) + textsMs(estimate, now)) / 1000;
}

/** They are more requests under the rate of documents. */
function textsMs({ stage, documents, textsToCome }: SyncEstimate, now: number): number {
  if (stage !== 'pulling' || documents.left === null) return 0;
  const [alone, withTexts] = [documents.left, documents.left + textsToCome].map(
    (left) => laneMsLeft({ ...documents, left }, now) ?? 0,
  );
  return (withTexts ?? 0) - (alone ?? 0);
}

/** 0 to 100 of what goes on now; null while nobody can know, and when all of it is there. */
export function percentDone(estimate: SyncEstimate): number | null {
  let done = 0;
  let all = 0;
  for (const lane of lanesOf(estimate)) {
    const share = laneShare(lane);
    if (share === null) return null;
    // By what it costs: a page of the slower interface is worth many of the other.
    const cost =
      (share === 0 ? 0 : lane.done / share) / (Number.isFinite(lane.perMinute) ? lane.perMinute : 1);
    done += share * cost;
    all += cost;
  }
  return all === 0 || done === all ? null : Math.floor((100 * done) / all);
}

function lanesOf({ stage, highlights, documents, notes, texts }: SyncEstimate): readonly Lane[] {
  switch (stage) {
    case 'pulling':
      return [highlights, documents];
    case 'notes':
      return notes === null ? [] : [notes];
    case 'texts':
      return texts === null ? [] : [texts];
    case 'unknown':
      return [];
  }
}

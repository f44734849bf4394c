import type { Progress } from '../../ports';
import { PROGRESS } from './strings';

type Pull = Extract<Progress, { readonly step: 'pulling' }>;
type Writing = Extract<Progress, { readonly step: 'writing' }>;

/** How far a sync is, put together from what was last heard of each part. */
export interface SyncState {
  readonly latest: Progress | null;
  readonly highlights: Pull | null;
  readonly documents: Pull | null;
  readonly writing: Writing | null;
}

export const NOT_STARTED: SyncState = { latest: null, highlights: null, documents: null, writing: null };

export function withProgress(state: SyncState, progress: Progress): SyncState {
  if (progress.step === 'pulling') return { ...state, latest: progress, [progress.endpoint]: progress };
  return progress.step === 'writing' ? { ...state, latest: progress, writing: progress } : { ...state, latest: progress };
}

/** A line such as `Readwise: 1,204 highlights, writing notes 512…`. */
export function progressText(state: SyncState): string {
  return `${PROGRESS.title}: ${state.latest === null ? PROGRESS.starting : stepText(state.latest, state)}`;
}

function stepText(latest: Progress, state: SyncState): string {
  switch (latest.step) {
    case 'pulling':
    case 'writing':
      return workText(state);
    case 'waiting':
      return PROGRESS.waiting(latest.seconds);
    case 'texts':
      return PROGRESS.texts(latest.done, latest.total);
    case 'attachments':
      return PROGRESS.attachments(latest.done);
    case 'checking':
      return PROGRESS.checking(latest.what);
  }
}

/** Pulls and writing take turns: a line with all of them stands still. What has brought nothing yet is not worth a word. */
function workText({ highlights, documents, writing }: SyncState): string {
  const parts = [
    ...(highlights !== null && highlights.received > 0 ? [PROGRESS.highlights(highlights.received)] : []),
    ...(documents !== null && documents.received > 0 ? [PROGRESS.documents(documents.received)] : []),
    ...(writing !== null && writing.done > 0 ? [PROGRESS.writing(writing.done)] : []),
    ...(writing !== null && writing.failed > 0 ? [PROGRESS.failed(writing.failed)] : []),
  ];
  return parts.length === 0 ? PROGRESS.starting : PROGRESS.goingOn(parts.join(', '));
}

/** 0 to 100 while the service's counts say how much is still to come; null when nobody can know. */
export function progressPercent({ highlights, documents }: SyncState): number | null {
  let received = 0;
  let total = 0;
  for (const pull of [highlights, documents]) {
    if (pull === null) continue;
    // A count that was passed already has counted something else.
    if (pull.total === null || pull.received > pull.total) return null;
    received += pull.received;
    total += pull.total;
  }
  return received === total ? null : Math.floor((100 * received) / total);
}

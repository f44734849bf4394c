import { timeInWords } from '../../../core/estimate/kind-time';
import type { Progress } from '../../../ports';
import { PROGRESS } from '../strings';
import { TIME, TIME_LEFT } from '../start/start-strings';

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
  return progress.step === 'writing'
    ? { ...state, latest: progress, writing: progress }
    : { ...state, latest: progress };
}

export interface ToTell {
  /** Of a wait that is the latest thing heard of: how long it still takes. */
  readonly waitSeconds: number;
  /** As `kindTime` gives it. */
  readonly secondsLeft: number | null;
}

/** A line such as `Readwise: 1,204 highlights, 512 notes written… about 4 minutes left`. */
export function progressText(state: SyncState, { waitSeconds, secondsLeft }: ToTell): string {
  const text = PROGRESS.line(
    state.latest === null ? PROGRESS.starting : stepText(state.latest, { state, waitSeconds }),
  );
  return secondsLeft === null ? text : TIME_LEFT.after(text, timeLeftText(secondsLeft));
}

export const timeLeftText = (secondsLeft: number): string => TIME_LEFT.left(timeText(secondsLeft));

/** How long something takes. */
export function timeText(seconds: number): string {
  const time = timeInWords(seconds);
  switch (time.kind) {
    case 'moments':
      return TIME.moments;
    case 'less-than-a-minute':
      return TIME.lessThanAMinute;
    case 'time':
      if (time.hours === 0) return TIME.minutes(time.minutes);
      return time.minutes === 0 ? TIME.hours(time.hours) : TIME.hoursAndMinutes(time.hours, time.minutes);
  }
}

function stepText(
  latest: Progress,
  { state, waitSeconds }: { readonly state: SyncState; readonly waitSeconds: number },
): string {
  switch (latest.step) {
    case 'pulling':
    case 'writing':
      return workText(state);
    case 'waiting':
      return waitSeconds > 0
        ? PROGRESS[latest.why === 'limit' ? 'waiting' : 'retrying'](waitSeconds)
        : workText(state);
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
  return parts.length === 0 ? PROGRESS.starting : PROGRESS.goingOn(parts);
}

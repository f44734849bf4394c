import type { Progress } from '../../../../src/ports';
import {
  NOT_STARTED,
  progressText,
  timeLeftText,
  withProgress,
  type SyncState,
} from '../../../../src/platform/obsidian/syncing/progress-text';

const after = (...heard: readonly Progress[]): SyncState => heard.reduce(withProgress, NOT_STARTED);
const pages = { pages: 1, pagesLeft: null, textsToCome: 0 };
const highlights = (received: number): Progress => ({
  step: 'pulling',
  endpoint: 'highlights',
  received,
  ...pages,
});
const documents = (received: number): Progress => ({
  step: 'pulling',
  endpoint: 'documents',
  received,
  ...pages,
});

describe('progressText', () => {
  it.each([
    ['nothing was heard yet', after(), 'Readwise: starting…'],
    ['highlights come', after(highlights(1204)), 'Readwise: 1,204 highlights…'],
    ['both come', after(highlights(1204), documents(1)), 'Readwise: 1,204 highlights, 1 document…'],
    [
      'notes are written',
      after(highlights(9), { step: 'writing', done: 512, failed: 0 }),
      'Readwise: 9 highlights, 512 notes written…',
    ],
    [
      'some failed',
      after({ step: 'writing', done: 512, failed: 3 }),
      'Readwise: 512 notes written, 3 failed…',
    ],
    [
      'it waits',
      after({ step: 'waiting', endpoint: 'documents', seconds: 22.4, why: 'limit' }),
      'Readwise: waiting 23 s for the rate limit',
    ],
    [
      'it tries again',
      after({ step: 'waiting', endpoint: 'documents', seconds: 22.4, why: 'failure' }),
      'Readwise: request failed, trying again in 23 s',
    ],
    [
      'it checks',
      after({ step: 'checking', what: 'deleted documents' }),
      'Readwise: checking deleted documents',
    ],
  ])('should tell how it goes when %s', (_case, state, text) => {
    expect(progressText(state, { waitSeconds: 22.4, secondsLeft: null })).toBe(text);
  });

  it('should tell the time that is left, and of a wait that is over what goes on instead', () => {
    const state = after(highlights(9), { step: 'waiting', endpoint: 'documents', seconds: 22, why: 'limit' });
    expect(progressText(state, { waitSeconds: 0, secondsLeft: 240 })).toBe(
      'Readwise: 9 highlights… about 4 minutes left',
    );
  });
});

describe('timeLeftText', () => {
  it.each([
    [10, 'a few seconds left'],
    [40, 'less than a minute left'],
    [60, 'about a minute left'],
    [240, 'about 4 minutes left'],
    [3600, 'about an hour left'],
    [75 * 60, 'about 1 h 15 min left'],
    [120 * 60, 'about 2 hours left'],
  ])('should say %s seconds in words', (seconds, text) => {
    expect(timeLeftText(seconds)).toBe(text);
  });
});

import { progressText } from '../../src/messages/messages';
import {
  NOT_STARTED,
  progressShare,
  withProgress,
  type Progress,
  type ProgressState,
  type WaitReason,
} from '../../src/model/progress';

const after = (...reported: readonly Progress[]): ProgressState =>
  reported.reduce((state, progress) => withProgress(state, progress, 0), NOT_STARTED);
const highlights = (received: number): Progress => ({
  step: 'pulling',
  endpoint: 'highlights',
  received,
  total: null,
});
const documents = (received: number, total: number | null): Progress => ({
  step: 'pulling',
  endpoint: 'documents',
  received,
  total,
});
const waiting = (why: WaitReason): Progress => ({
  step: 'waiting',
  endpoint: 'documents',
  seconds: 22.4,
  why,
});

describe('progressText', () => {
  it.each([
    ['nothing was reported yet', after(), 'starting…'],
    ['highlights come', after(highlights(1204)), '1,204 highlights…'],
    ['the total is known', after(documents(300, 9000)), '300 of 9,000 Reader entries…'],
    ['the total cannot be right', after(documents(300, 2)), '300 Reader entries…'],
    [
      'one of them has a total',
      after(highlights(1204), documents(300, 9000), { step: 'writing', done: 512, failed: 0 }),
      '300 of 9,000 Reader entries…',
    ],
    [
      'the total is reached',
      after(highlights(9), documents(300, 300)),
      '9 highlights, 300 of 300 Reader entries…',
    ],
    ['both come', after(highlights(1204), documents(1, null)), '1,204 highlights, 1 Reader entry…'],
    [
      'notes are written',
      after(highlights(9), { step: 'writing', done: 512, failed: 0 }),
      '9 highlights, 512 notes written…',
    ],
    [
      'all notes are rendered',
      after({ step: 'writing', done: 12, failed: 3, total: 40, isCheck: true }),
      '12 of 40 notes checked, 3 failed…',
    ],
    ['full texts come', after({ step: 'texts', done: 3, total: 20 }), 'fetching full texts, 3 of 20…'],
    ['it waits', after(waiting('limit')), 'Readwise limits requests. Continuing in 23 s.'],
    ['the device is offline', after(waiting('offline')), 'You’re offline. Continuing in 23 s.'],
    ['it tries again', after(waiting('failure')), 'A request failed. Continuing in 23 s.'],
    [
      'notes are written while it waits',
      after(waiting('limit'), { step: 'writing', done: 1, failed: 0 }),
      'Readwise limits requests. Continuing in 23 s. 1 note written…',
    ],
    ['the answer came', after(waiting('limit'), documents(1, null)), '1 Reader entry…'],
    ['it checks', after({ step: 'checking', what: 'deletions' }), 'checking deleted documents…'],
    [
      'changes are sent after a sync',
      after(highlights(9), { step: 'writing', done: 39, failed: 0 }, { step: 'sending', done: 1, total: 3 }),
      'sending 2 of 3 changes…',
    ],
    [
      'notes are written after changes were sent',
      after(
        { step: 'writing', done: 39, failed: 0 },
        { step: 'sending', done: 0, total: 1 },
        { step: 'writing', done: 1, failed: 0 },
      ),
      '1 note written…',
    ],
  ])('should tell how far it is when %s', (_case, state, text) => {
    expect(progressText(state, 0)).toBe(text);
  });

  it('should count a wait down, and leave it out when it is over', () => {
    const state = after(highlights(9), waiting('limit'));
    expect(progressText(state, 20_000)).toBe('Readwise limits requests. Continuing in 3 s. 9 highlights…');
    expect(progressText(state, 23_000)).toBe('9 highlights…');
  });
});

describe('progressShare', () => {
  it.each([
    ['documents come beside highlights', after(documents(300, 900), highlights(3)), null],
    ['changes are sent', after({ step: 'sending', done: 1, total: 2 }), { done: 1, total: 2 }],
    [
      'notes are written again',
      after({ step: 'writing', done: 1, failed: 0, total: 4 }),
      { done: 1, total: 4 },
    ],
    [
      'full texts come',
      after(documents(300, 900), { step: 'texts', done: 1, total: 4 }),
      { done: 1, total: 4 },
    ],
    ['only highlights come', after(highlights(3)), null],
    ['it checks', after(documents(3, 3), { step: 'checking', what: 'metadata' }), null],
  ])('should be of what goes on now when %s', (_case, state, share) => {
    expect(progressShare(state)).toEqual(share);
  });
});

import type { Progress } from '../../../src/ports';
import { NOT_STARTED, progressPercent, progressText, withProgress, type SyncState } from '../../../src/platform/obsidian/progress-text';

const after = (...heard: readonly Progress[]): SyncState => heard.reduce(withProgress, NOT_STARTED);
const highlights = (received: number, total: number | null): Progress => ({ step: 'pulling', endpoint: 'highlights', received, total });
const documents = (received: number, total: number | null): Progress => ({ step: 'pulling', endpoint: 'documents', received, total });

describe('progressText', () => {
  it.each([
    ['nothing was heard yet', after(), 'Readwise: starting…'],
    ['highlights come', after(highlights(1204, 3000)), 'Readwise: 1,204 highlights…'],
    ['both come', after(highlights(1204, 3000), documents(1, null)), 'Readwise: 1,204 highlights, 1 document…'],
    ['notes are written', after(highlights(9, 9), { step: 'writing', done: 512, failed: 0 }), 'Readwise: 9 highlights, writing notes 512…'],
    ['some failed', after({ step: 'writing', done: 512, failed: 3 }), 'Readwise: writing notes 512, 3 failed…'],
    ['it waits', after({ step: 'waiting', endpoint: 'documents', seconds: 22.4 }), 'Readwise: waiting 23 s for the rate limit'],
    ['it checks', after({ step: 'checking', what: 'deleted documents' }), 'Readwise: checking deleted documents'],
  ])('should tell how it goes when %s', (_case, state, text) => {
    expect(progressText(state)).toBe(text);
  });
});

describe('progressPercent', () => {
  it('should put both pulls together and stay while it waits or writes', () => {
    const state = after(highlights(50, 100), documents(0, 100));
    expect(progressPercent(state)).toBe(25);
    expect(progressPercent(withProgress(state, { step: 'waiting', endpoint: 'documents', seconds: 3 }))).toBe(25);
  });

  it('should be unknown while a total is, and once everything is here', () => {
    expect(progressPercent(after(highlights(50, null)))).toBeNull();
    expect(progressPercent(after(highlights(100, 100), documents(7, 7)))).toBeNull();
  });

  it('should be unknown when the service counts something else', () => {
    expect(progressPercent(after(highlights(120, 100)))).toBeNull();
  });
});

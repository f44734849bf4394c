import type { SyncReport } from '../../../src/model/report';
import { adviceFor, factsText, outcomeText, runText } from '../../../src/obsidian/ui/components/result-text';
import { aReport, NO_NOTES } from '../../support/reports';

describe('what is said of a run', () => {
  it.each<[string, Partial<SyncReport>, string]>([
    ['nothing changed', {}, 'nothing changed'],
    ['notes changed', { notes: { ...NO_NOTES, created: 2, updated: 1 } }, '2 notes created, 1 note updated'],
    [
      'some failed',
      { outcome: 'partial', notes: { ...NO_NOTES, created: 1, failed: 2 } },
      '1 note created, 2 failed',
    ],
    [
      'records could not be read',
      { outcome: 'partial', failures: [{ id: '1', path: null, problem: { code: 'error', message: 'odd' } }] },
      '1 failed',
    ],
    [
      'it was held, and the rest was done',
      { outcome: 'held', notes: { ...NO_NOTES, created: 2 } },
      '2 notes created, removals held back for you to decide',
    ],
    [
      'it was held, and some failed',
      { outcome: 'held', notes: { ...NO_NOTES, failed: 1 } },
      '1 failed, removals held back for you to decide',
    ],
    [
      'the service was away',
      { outcome: 'failed', cause: 'service' },
      'failed: Readwise gave no usable answer',
    ],
    [
      'the device had no room',
      { outcome: 'failed', cause: 'device' },
      'failed: this device could not read or save something',
    ],
  ])('should be so when %s', (_case, values, expected) => {
    expect(outcomeText(aReport(values))).toBe(expected);
  });

  it('should name another kind of run, and tell requests and time', () => {
    const run = {
      ...aReport(),
      run: 3,
      at: '2026-11-22T03:00:00.000Z',
      kind: 'undo' as const,
      durationMs: 1234,
      requests: 0,
      held: 0,
      failed: 0,
    };
    expect(runText(run)).toMatch(/, undone: nothing changed$/);
    expect(factsText(run)).toBe('0 requests, 1.2 s.');
  });
});

describe('advice', () => {
  it.each([
    ['ENOSPC: no space left on device', /disk is full/],
    ['EACCES: permission denied, open', /cannot be written/],
    ['ENAMETOOLONG: name too long', /too long/],
    ['EBUSY: resource busy or locked', /Another program/],
  ])('should be there for %s', (message, expected) => {
    expect(adviceFor({ code: 'error', message })).toMatch(expected);
  });

  it('should be none where the message says what to do', () => {
    expect(adviceFor({ code: 'names-taken', paths: ['A.md', 'B.md'] })).toBeNull();
  });
});

import type { SyncReport } from '../../../src/model/report';
import { failureLines, problemText, resultText } from '../../../src/obsidian/ui/components/result-text';
import { RESULT, UNDONE } from '../../../src/obsidian/strings/strings';
import { aReport, NO_NOTES } from '../../support/reports';

const failure = (name: string): SyncReport['failures'][number] => ({
  id: name,
  path: `Readwise/Books/${name}.md`,
  problem: { code: 'error', message: 'the disk is full' },
});

describe('resultText', () => {
  it('should say that nothing is new when no note changed', () => {
    expect(resultText(aReport({ notes: { ...NO_NOTES, unchanged: 7 } }))).toBe(RESULT.nothingNew);
  });

  it('should count what changed in one sentence', () => {
    expect(resultText(aReport({ notes: { ...NO_NOTES, created: 1204, updated: 1, conflicts: 1 } }))).toBe(
      '1,204 notes created, 1 note updated, 1 note changed on both sides (your text was kept).',
    );
  });

  it.each([
    ['sync', 'The last sync was undone: 1 note updated.'],
    ['adopt', 'The move was undone: 1 note updated.'],
  ] as const)('should say what was undone when that was of the kind %s', (undone, text) => {
    expect(resultText(aReport({ undone, notes: { ...NO_NOTES, updated: 1 } }))).toBe(text);
    expect(resultText(aReport({ undone, notes: { ...NO_NOTES, unchanged: 1 } }))).toMatch(
      /Nothing could be undone/,
    );
    expect(resultText(aReport({ undone, outcome: 'partial', failures: [failure('A')] }))).toContain(
      '1 note could not be restored. Undo again',
    );
    expect(resultText(aReport({ undone, outcome: 'failed', cause: 'cancelled' }))).toContain(
      UNDONE.cancelled,
    );
  });

  it('should name at most three notes that failed', () => {
    const partial = aReport({ outcome: 'partial', failures: ['A', 'B', 'C', 'D', 'E'].map(failure) });
    expect(resultText(partial)).toMatch(/5 items failed and will be tried again\.$/);
    expect(failureLines(partial)).toEqual([
      'A (the disk is full)',
      'B (the disk is full)',
      'C (the disk is full)',
      'and 2 more',
    ]);
  });

  it('should not say that everything is up to date when nothing could be done (I14)', () => {
    expect(resultText(aReport({ outcome: 'partial', failures: [failure('A')] }))).toBe(
      '1 item failed and will be tried again.',
    );
  });

  it('should say how many notes wait for a decision when the plan is held', () => {
    const hold = {
      reason: { code: 'held-before' as const, wanted: 1 },
      notes: [{ id: '1', path: 'A.md', action: 'trash' as const, reasons: ['deleted'] as const }],
    };
    expect(resultText(aReport({ outcome: 'held', hold }))).toContain('1 note would be removed');
  });

  it('should tell what was done and what failed, too, when notes wait for a decision', () => {
    const hold = {
      reason: { code: 'held-before' as const, wanted: 1 },
      notes: [{ id: '1', path: 'A.md', action: 'trash' as const, reasons: ['deleted'] as const }],
    };
    const held = aReport({
      outcome: 'held',
      hold,
      notes: { ...NO_NOTES, created: 20 },
      failures: [failure('B')],
    });
    expect(resultText(held)).toMatch(
      /20 notes created.*1 note would be removed.*1 item failed and will be tried again\.$/,
    );
    expect(problemText(held)).toMatch(/^1 note would be removed.*1 item failed and will be tried again\.$/);
    expect(failureLines(held)).toEqual(['B (the disk is full)']);
  });

  it.each([
    ['token', 'refused the access token'],
    ['service', 'the next one continues where it stopped'],
    ['device', 'the next one continues where it stopped'],
    ['cancelled', RESULT.cancelled],
    ['settings', 'settings'],
  ] as const)('should say what to do when the cause is %s', (cause, part) => {
    expect(resultText(aReport({ outcome: 'failed', cause }))).toContain(part);
  });
});

describe('a sync that failed', () => {
  it('should not say that nobody answered when the service said no', () => {
    const failures = [
      {
        id: 'sync',
        path: null,
        problem: {
          code: 'error' as const,
          message:
            'While fetching highlights: the service rejected the request (400). Correct what it names and try again.',
        },
      },
    ];
    expect(resultText(aReport({ outcome: 'failed', cause: 'service', failures }))).not.toContain(
      'could not be reached',
    );
  });
});

describe('problemText', () => {
  it('should need nobody when the sync went well, was cancelled or had no network', () => {
    expect(problemText(aReport({}))).toBeNull();
    expect(problemText(aReport({ outcome: 'failed', cause: 'service' }))).toBeNull();
    expect(problemText(aReport({ outcome: 'failed', cause: 'cancelled' }))).toBeNull();
  });

  it('should need a person when the token is refused, notes failed or a decision waits', () => {
    expect(problemText(aReport({ outcome: 'failed', cause: 'token' }))).toContain('token');
    expect(problemText(aReport({ outcome: 'partial', failures: [failure('A')] }))).toContain('1 item failed');
    expect(
      problemText(
        aReport({
          outcome: 'held',
          hold: {
            reason: { code: 'held-before', wanted: 1 },
            notes: [{ id: '1', path: 'A.md', action: 'trash', reasons: ['deleted'] }],
          },
        }),
      ),
    ).toContain('1 note would be removed');
  });

  it('should need a person when the device itself is in the way', () => {
    const failures = [
      { id: 'sync', path: null, problem: { code: 'error' as const, message: 'QuotaExceededError: no room' } },
    ];
    expect(problemText(aReport({ outcome: 'failed', cause: 'device', failures }))).toContain('no room');
  });

  it('should need a person when a template is broken, and say nothing of trying again', () => {
    const message = 'Templates/mine.md, line 1, column 3: There is no field "titel" here.';
    const template = {
      id: 'template',
      path: 'Templates/mine.md',
      problem: { code: 'error' as const, message },
    };
    expect(problemText(aReport({ outcome: 'partial', failures: [template] }))).toBe(
      `1 template cannot be used. ${message}`,
    );
    const both = aReport({ outcome: 'partial', failures: [template, failure('A')] });
    expect(problemText(both)).toBe(
      `1 item failed and will be tried again. 1 template cannot be used. ${message}`,
    );
    expect(failureLines(both)).toEqual(['A (the disk is full)']);
    const failed = aReport({ outcome: 'failed', cause: 'service', failures: [template, failure('A')] });
    expect(resultText(failed)).not.toContain('titel');
    // It stands in the sentence.
    expect(failureLines(failed)).toEqual([]);
  });
});

import {
  brokenTemplate,
  failureLines,
  factsText,
  resultMessage,
  waitsByItself,
} from '../../src/messages/result-messages';
import { runEndOf, type Failure, type SyncReport } from '../../src/model/report';
import { aReport, NO_NOTES } from '../support/reports';

const said = (values: Partial<SyncReport>) => resultMessage(runEndOf(aReport(values)));

const failure = (name: string): Failure => ({
  id: name,
  path: `Readwise/Books/${name}.md`,
  problem: { code: 'error', message: 'the disk is slow' },
});

const ofSync = (message: string): Failure => ({
  id: 'sync',
  path: null,
  problem: { code: 'error', message },
});

const BROKEN: Failure = {
  id: 'template',
  path: 'Templates/mine.md',
  problem: {
    code: 'template-mistake',
    template: 'Templates/mine.md',
    line: 1,
    column: 3,
    mistake: { code: 'no-field', name: 'titel' },
  },
};

const OFFLINE: Failure = {
  id: 'sync',
  path: null,
  problem: { code: 'service', why: 'offline', doing: 'fetching highlights, page 1' },
};

const HOLD = {
  reason: { code: 'held-before', wanted: 1 },
  notes: [{ id: '1', path: 'A.md', action: 'trash', reasons: ['deleted'] }],
} as const;

describe('what is said of a run', () => {
  it.each<[string, Partial<SyncReport>, string]>([
    ['nothing changed', { notes: { ...NO_NOTES, unchanged: 7 } }, 'Up to date.'],
    [
      'notes changed',
      { notes: { ...NO_NOTES, created: 1204, updated: 1, conflicts: 1 } },
      '1,204 notes created, 1 note updated, 1 note changed on both sides (your text was kept).',
    ],
    [
      'some failed and others changed',
      { outcome: 'partial', notes: { ...NO_NOTES, created: 1 }, failures: [failure('A'), failure('B')] },
      '1 note created. 2 items could not be updated.',
    ],
    [
      'nothing could be done (I14)',
      { outcome: 'partial', failures: [failure('A')] },
      '1 item could not be updated.',
    ],
    [
      'only a template is broken',
      { outcome: 'partial', failures: [BROKEN] },
      '1 template has a mistake, so its notes wait.',
    ],
    [
      'a decision waits, and the rest was done',
      { outcome: 'held', hold: HOLD, notes: { ...NO_NOTES, created: 20 }, failures: [failure('B')] },
      '20 notes created. 1 note would be removed. Nothing was removed yet: you decide. 1 item could not be updated.',
    ],
    [
      'the service was away after a part',
      { outcome: 'failed', cause: 'service', notes: { ...NO_NOTES, created: 2 }, failures: [OFFLINE] },
      '2 notes created. You’re offline. The next sync goes on from here.',
    ],
    [
      'the service was away for highlights and documents',
      { outcome: 'failed', cause: 'service', failures: [OFFLINE, { ...OFFLINE }] },
      'You’re offline. The next sync goes on from here.',
    ],
    [
      'another account answers',
      { outcome: 'failed', cause: 'account', failures: [ofSync('Not yours.')] },
      'Not yours.',
    ],
    [
      'it was canceled',
      { outcome: 'failed', cause: 'cancelled' },
      'The sync was canceled. The next sync goes on from here.',
    ],
    [
      'undoing it was canceled',
      { outcome: 'failed', cause: 'cancelled', undone: 'sync' },
      'The undo was canceled. Undo again to continue.',
    ],
    [
      'it was undone',
      { undone: 'sync', notes: { ...NO_NOTES, updated: 1 } },
      'The last sync was undone: 1 note updated.',
    ],
    [
      'notes moved in were undone',
      { undone: 'adopt', notes: { ...NO_NOTES, updated: 1 } },
      'The move was undone: 1 note updated.',
    ],
    [
      'nothing of it could be undone',
      { undone: 'sync', notes: { ...NO_NOTES, unchanged: 1 } },
      'Nothing could be undone. Your notes are unchanged.',
    ],
    [
      'a part of it could not be undone',
      { undone: 'sync', outcome: 'partial', failures: [failure('A')] },
      '1 note could not be restored. Undo again to retry.',
    ],
  ])('should be one text when %s', (_case, values, text) => {
    expect(said(values).text).toBe(text);
  });

  it('should offer what can be done about a conflict, and where a template can be mended', () => {
    const notes = { ...NO_NOTES, conflicts: 1 };
    const conflicts = [{ id: 'b:1', path: 'A.md', block: 'rw1' }];
    expect(said({ notes, conflicts }).steps).toEqual(['review-conflicts']);
    const mistake = {
      ...BROKEN,
      problem: { code: 'template-broken', problems: [BROKEN.problem] },
    } as Failure;
    const broken = { outcome: 'partial', failures: [mistake] } as const;
    expect(said({ ...broken, notes, conflicts }).steps).toEqual(['open-template', 'review-conflicts']);
    expect(said({ outcome: 'partial', failures: [mistake, failure('A')] }).steps).toEqual([
      'open-template',
      'show-status',
    ]);
    expect(brokenTemplate([failure('A'), mistake])).toEqual({ path: 'Templates/mine.md', line: 1 });
    const missing: Failure = {
      id: 'template',
      path: 'Gone.md',
      problem: {
        code: 'template-broken',
        problems: [{ code: 'template-missing', template: 'Gone.md', namedBy: { kind: 'rule' } }],
      },
    };
    expect(said({ outcome: 'partial', failures: [missing] }).steps).toEqual(['open-settings']);
  });

  it('should concern nobody in the background when the sync went well or its trouble passes by itself', () => {
    for (const values of [{}, { cause: 'service' }, { cause: 'cancelled' }] as const)
      expect(said({ outcome: 'cause' in values ? 'failed' : 'done', ...values }).problem).toBe('');
  });

  it('should concern the person even in the background when something else answers at the server address', () => {
    const problem = { code: 'service', why: 'not-found', doing: '' } as const;
    const end = said({ outcome: 'failed', cause: 'service', failures: [{ ...OFFLINE, problem }] });
    expect(end.problem).toMatch(/^There is no Readwise at the server address/);
    expect(end.steps).toEqual(['open-settings']);
  });

  it('should not tell the background what was done when something needs the person', () => {
    const { problem } = said({ outcome: 'held', hold: HOLD, notes: { ...NO_NOTES, created: 20 } });
    expect(problem).toBe('1 note would be removed. Nothing was removed yet: you decide.');
    expect(
      said({ outcome: 'failed', cause: 'device', failures: [ofSync('The disk is full.')] }).problem,
    ).toBe('The disk is full. The next sync goes on from here.');
  });

  it.each([
    [{ outcome: 'held', hold: HOLD }, ['review-hold']],
    [{ outcome: 'partial', failures: [failure('A')] }, ['show-status']],
    [{ conflicts: [{ id: '1', path: 'A.md', block: 'rw1' }] }, ['show-status']],
    [{ outcome: 'failed', cause: 'token' }, ['open-settings']],
    [{ outcome: 'failed', cause: 'account' }, ['relink']],
    [{ outcome: 'failed', cause: 'vault' }, ['accept-missing']],
    [{ outcome: 'failed', cause: 'other-notes' }, ['move-in', 'leave-others']],
    [{ outcome: 'failed', cause: 'service' }, []],
    [{}, []],
  ] as const)('should come with what a person can do when it is %j', (values, steps) => {
    expect(said(values).steps).toEqual(steps);
  });
});

describe('a run that failed', () => {
  const address: Failure = { ...OFFLINE, problem: { code: 'service', why: 'not-found', doing: '' } };
  it.each([
    [{ cause: 'service', failures: [OFFLINE] }, true],
    [{ cause: 'cancelled', failures: [] }, true],
    [{ cause: 'service', failures: [address] }, false],
    [{ cause: 'token', failures: [] }, false],
  ] as const)('should wait by itself, or need the person, when it is %j', (end, expected) => {
    expect(waitsByItself(end)).toBe(expected);
  });
});

describe('what failed', () => {
  it('should be named, a template by its problem and the run not at all', () => {
    expect(failureLines({ failures: [failure('A'), BROKEN, ofSync('It broke.')] })).toEqual([
      'Readwise/Books/A.md: the disk is slow',
      'Templates/mine.md, line 1, column 3: There is no field "titel" here.',
      'It broke.',
    ]);
  });

  it('should be named once when its problem names the note, or the sentence has said it', () => {
    const problem = { code: 'cannot-write', path: 'A.md' } as const;
    const [line] = failureLines({ failures: [{ id: 'b:1', path: 'A.md', problem }] });
    expect(line).toMatch(/^Could not write “A\.md”/);
    expect(failureLines({ cause: 'token', failures: [ofSync('refused'), failure('A')] })).toHaveLength(1);
  });

  it('should be called by its title when it has no note yet, and by its kind when even that is unknown', () => {
    const problem = { code: 'error', message: 'the disk is full' } as const;
    const odd = { code: 'unreadable-record', endpoint: 'documents', id: '01a', problem: 'x' } as const;
    expect(failureLines({ failures: [{ id: '7', path: null, title: 'Walden', problem }] })).toEqual([
      'Walden: the disk is full',
    ]);
    expect(failureLines({ failures: [{ id: '01a', path: null, problem: odd }] })[0]).toMatch(
      /^Document 01a: /,
    );
  });

  it('should be told once when several steps failed in the same way', () => {
    expect(failureLines({ failures: [ofSync('Away.'), ofSync('Away.')] })).toHaveLength(1);
  });
});

describe('the facts of a run', () => {
  it('should be its requests and its time', () => {
    expect(factsText({ requests: 1204, durationMs: 1234 })).toBe('1,204 requests, 1.2 s.');
  });
});

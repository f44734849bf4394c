import { EXIT, exitCodeOf } from '../../../pkg/exit-code';
import { reportText } from '../../../src/messages/report-messages';
import { NEVER_SYNCED, statusText } from '../../../pkg/text/status-text';
import { advice } from '../../../pkg/text/advice-text';
import type { SyncReport } from '../../../src/model/report';

const textOf = (report: SyncReport): readonly string[] => reportText(report, advice);

const QUIET: SyncReport = {
  outcome: 'done',
  notes: {
    created: 0,
    updated: 0,
    renamed: 0,
    trashed: 0,
    archived: 0,
    kept: 0,
    unchanged: 9,
    conflicts: 0,
    failed: 0,
  },
  requests: 4,
  vaultWrites: 0,
  durationMs: 1234,
  failures: [],
  notices: [],
  conflicts: [],
};

describe('reportText', () => {
  it('should take one line when there is nothing new', () => {
    expect(textOf(QUIET)).toEqual(['Up to date. 4 requests, 1.2 s.']);
  });

  it('should name what failed and what is in conflict', () => {
    const lines = textOf({
      ...QUIET,
      outcome: 'partial',
      notes: { ...QUIET.notes, created: 2, failed: 1, conflicts: 1 },
      failures: [
        { id: 'b:7', path: 'Readwise/A.md', problem: { code: 'error', message: 'the disk is full' } },
      ],
      conflicts: [{ id: 'b:8', path: 'Readwise/B.md', block: 'rw1' }],
    });
    expect(lines[0]).toBe(
      '2 notes created, 1 note changed on both sides (your text was kept). 1 item could not be updated. 4 requests, 1.2 s.',
    );
    expect(lines).toContain('  Readwise/A.md: the disk is full');
    expect(lines).toContain('  Readwise/B.md (highlights)');
  });

  it('should say only once that the token was refused, and promise no sync that mends it', () => {
    const problem = { code: 'service', why: 'token-refused', doing: 'fetching highlights' } as const;
    const report = { ...QUIET, outcome: 'failed', cause: 'token' } as const;
    expect(textOf({ ...report, failures: [{ id: 'sync', path: null, problem }] })).toEqual([
      'Readwise refused the access token. Get yours at https://readwise.io/access_token and enter it again.',
    ]);
  });

  it('should not call it a failure that a person interrupted it, nor promise that a sync goes on with the undoing of one', () => {
    const cancelled = {
      ...QUIET,
      outcome: 'failed',
      cause: 'cancelled',
      failures: [
        { id: 'sync', path: null, problem: { code: 'error', message: 'This operation was aborted' } },
      ],
    } as const;
    expect(textOf(cancelled)).toEqual(['The sync was canceled. The next sync goes on from here.']);
    expect(textOf({ ...cancelled, undone: 'sync' })).toEqual([
      'The undo was canceled. Undo again to continue.',
    ]);
    expect(
      textOf({
        ...cancelled,
        failures: [
          { id: 'b:7', path: 'A.md', problem: { code: 'error', message: 'the disk is full' } },
          ...cancelled.failures,
        ],
      }),
    ).toContain('  A.md: the disk is full');
  });

  it('should say how to write a note again when undo left one', () => {
    expect(textOf({ ...QUIET, undoneNotes: { removed: 0, reverted: 1 } })).toContain(
      '1 note stays as undo left it. To write it again: render.',
    );
  });

  it('should name the file of several notices once', () => {
    const mistake = { code: 'template-mistake', template: 'T.md', line: 1, column: 3 } as const;
    const notices = [
      { id: 'T.md', path: 'T.md', problem: { ...mistake, mistake: { code: 'second-separator' } } },
      { id: 'T.md', path: 'T.md', problem: { ...mistake, line: 2, mistake: { code: 'property-name' } } },
      { id: '1', path: 'A.md', problem: { code: 'property-kept', property: 'mood' } },
      { id: '1', path: 'A.md', problem: { code: 'property-kept', property: 'pace' } },
    ] as const;
    expect(textOf({ ...QUIET, notices }).slice(1)).toEqual([
      'Notices:',
      '  T.md, line 1, column 3: There can be only one line %% highlight %%.',
      '    line 2, column 3: A property needs a name.',
      expect.stringMatching(/^ {2}A\.md: The property “mood”/),
      expect.stringMatching(/^ {4}The property “pace”/),
    ]);
  });

  it('should say where the text of the service is that clashes, and tell second notes apart', () => {
    const conflicts = ['rw1', 'properties', 'second-note'].map((block) => ({
      id: 'b:8',
      path: `${block}.md`,
      block,
    }));
    expect(textOf({ ...QUIET, conflicts }).slice(1)).toEqual([
      'Changed both here and in Readwise. Yours stays, with what Readwise has in a box below it:',
      '  rw1.md (highlights)',
      '  properties.md (properties that cannot be read)',
      'Second notes of an item. Only one note is updated; these are left as they are:',
      '  second-note.md',
    ]);
  });

  it('should name the path of a template once, and say what to do, when it stops the sync', () => {
    const problem = {
      code: 'template-mistake' as const,
      template: 'T/mine.md',
      line: 1,
      column: 3,
      mistake: { code: 'no-field' as const, name: 'titel' },
    };
    expect(
      textOf({
        ...QUIET,
        outcome: 'failed',
        cause: 'settings',
        failures: [{ id: 'T/mine.md', path: 'T/mine.md', problem }],
      }),
    ).toEqual([
      'The template of a folder or name has a mistake, so nothing was synced.',
      '  T/mine.md, line 1, column 3: There is no field "titel" here.',
    ]);
  });

  it('should tell of a broken template apart from what is tried again', () => {
    const message = 'Templates/mine.md, line 1, column 3: There is no field "titel" here.';
    const lines = textOf({
      ...QUIET,
      outcome: 'partial',
      failures: [
        { id: 'template', path: 'Templates/mine.md', problem: { code: 'error', message } },
        { id: 'b:7', path: 'Readwise/A.md', problem: { code: 'error', message: 'the disk is full' } },
      ],
    });
    expect(lines).toEqual([
      '1 item could not be updated. 1 template has a mistake, so its notes wait. 4 requests, 1.2 s.',
      `  ${message}`,
      '  Readwise/A.md: the disk is full',
    ]);
  });

  it('should name notes that were left out, and the setting that decides about them', () => {
    const note = { id: '1', path: 'Readwise/A.md' };
    expect(textOf({ ...QUIET, outOfScope: [note] }).slice(1)).toEqual([
      '1 note stays, although it is no longer synced:',
      '  Readwise/A.md',
      'Choose what happens to such notes with the setting "outOfScope": "leave", "archive" or "trash".',
    ]);
    expect(textOf({ ...QUIET, outOfScope: [note, note] }).join('\n')).toContain(
      '2 notes stay, although they are no longer synced:',
    );
  });

  it('should say in a dry run that full texts are not counted', () => {
    expect(textOf({ ...QUIET, plan: [], textsToFetch: 2 }).slice(1)).toEqual([
      'The sync also fetches 2 full texts, which the plan does not count.',
    ]);
  });

  it('should name what a dry run would do, and count what it would leave alone', () => {
    const lines = textOf({
      ...QUIET,
      plan: [
        { action: 'skip', id: '1', note: 'b:1', path: 'A.md', reasons: ['unchanged'] },
        {
          action: 'update',
          id: '2',
          note: 'b:2',
          path: 'B.md',
          reasons: ['changed'],
          blocksAdded: 2,
          blocksRemoved: 1,
          blocksKept: 1,
        },
        { action: 'skip', id: '3', note: 'b:3', path: 'C.md', reasons: ['unchanged'] },
        {
          action: 'rename',
          id: '4',
          note: 'b:4',
          path: 'New/D.md',
          from: 'Old/D.md',
          reasons: ['renamed-by-settings'],
        },
      ],
    });
    expect(lines.slice(1)).toEqual([
      '  update  B.md (changed in Readwise; adds 2 highlights; removes 1 highlight; keeps and marks 1 highlight that you edited)',
      '  rename  Old/D.md → New/D.md (renamed by your settings)',
      '  2 left as they are (JSON names them)',
    ]);
  });

  it('should name the notes of a hold and how to clear it', () => {
    const text = textOf({
      ...QUIET,
      outcome: 'held',
      hold: {
        reason: { code: 'too-many-at-once', wanted: 30, notes: 99 },
        notes: [
          { id: '1', path: 'Readwise/A.md', action: 'trash', reasons: ['no-highlights'] },
          { id: '2', path: 'Readwise/B.md', action: 'archive', reasons: ['document-deleted', 'edited'] },
        ],
      },
    }).join('\n');
    expect(text).toContain('30 of 99 notes would be removed at once.');
    expect(text).toContain('Readwise/A.md (no highlights left; to the trash)');
    expect(text).toContain('Readwise/B.md (deleted in Reader; you edited it; to the archive)');
    expect(text).toContain('--max-delete 2');
  });

  it('should shorten long lists and say how many are left out', () => {
    const failures = Array.from({ length: 25 }, (_none, index) => ({
      id: `b:${index}`,
      path: null,
      problem: { code: 'error' as const, message: 'no' },
    }));
    const lines = textOf({ ...QUIET, outcome: 'partial', failures });
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines.at(-1)).toContain('5 more');
  });

  it('should let nothing of a name reach the terminal as a command', () => {
    const text = textOf({
      ...QUIET,
      failures: [{ id: 'x', path: 'a\u001b[2J\nb\u009b.md', problem: { code: 'error', message: '\u0007' } }],
    }).join('');
    expect(text).not.toMatch(/\p{Cc}/u);
  });
});

describe('exitCodeOf', () => {
  it.each([
    ['done', undefined, EXIT.done],
    ['partial', undefined, 1],
    ['held', undefined, 3],
    ['failed', 'settings', 2],
    ['failed', 'token', 4],
    ['failed', 'service', 5],
    ['failed', 'cancelled', 130],
  ] as const)('should be as documented when the outcome is %s (%s)', (outcome, cause, code) => {
    expect(exitCodeOf({ outcome, ...(cause === undefined ? {} : { cause }) })).toBe(code);
  });

  it.each([
    ['rw1', 3],
    ['header', 3],
    ['author', 3],
    ['properties', EXIT.done],
    ['second-note', EXIT.done],
  ])(
    'should be that of a decision only where two values stand in the note, and it is of %s',
    (block, code) => {
      expect(exitCodeOf({ outcome: 'done', conflicts: [{ id: '1', path: 'A.md', block }] })).toBe(code);
    },
  );
});

describe('statusText', () => {
  it('should say so when this device never synced', () => {
    expect(statusText(NEVER_SYNCED).join('\n')).toContain('No sync has finished on this device yet.');
  });
});

import { format } from 'date-fns/format';
import { NEVER_SYNCED, statusText } from '../../../pkg/text/status-text';

const LONG_AGO = '2026-10-01T10:00:00.000Z';
const LOCAL = format(new Date(LONG_AGO), 'yyyy-MM-dd HH:mm');

describe('statusText', () => {
  it('should say that no sync has ended where none has', () => {
    expect(statusText(NEVER_SYNCED)[0]).toBe('No sync has finished on this device yet.');
  });

  it('should not deny syncs of which nothing tells when they ended', () => {
    const [first] = statusText({
      ...NEVER_SYNCED,
      watermarks: { highlights: LONG_AGO, documents: LONG_AGO },
    });
    expect(first).toBe('No successful sync is recorded on this device.');
  });

  it('should tell the last success, and the last failure with its reason, in local time', () => {
    const lines = statusText({
      ...NEVER_SYNCED,
      watermarks: { highlights: LONG_AGO, documents: LONG_AGO },
      lastSuccess: LONG_AGO,
      lastFailure: {
        at: LONG_AGO,
        cause: 'device',
        failures: [
          { id: 'sync', path: null, problem: { code: 'error', message: 'the disk is full' } },
          { id: 'b:1', path: 'A.md', problem: { code: 'error', message: 'taken' } },
        ],
      },
    });
    expect(lines.slice(0, 3)).toEqual([
      `Last successful sync: ${LOCAL}`,
      `Last failure at ${LOCAL}: the disk is full (1 more)`,
      expect.stringMatching(/^Items known: 0/),
    ]);
  });

  it('should tell notes that were deleted from those without their id, and what waits for a second look', () => {
    const lines = statusText({
      ...NEVER_SYNCED,
      deletedNotes: [{ id: '1', path: 'A.md' }],
      notesWithoutId: [{ id: '2', path: 'B.md' }],
      awaitingDeletion: [
        { id: 'x', kind: 'document', path: 'C.md', title: 'C', text: '', since: LONG_AGO },
        { id: 'h', kind: 'highlight', path: 'C.md', title: 'C', text: 'In it.', since: LONG_AGO },
        { id: 'i', kind: 'highlight', path: 'D.md', title: 'D', text: 'A passage.', since: LONG_AGO },
        { id: 'y', kind: 'document', path: null, title: '', text: '', since: LONG_AGO },
      ],
    });
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      `  C.md (since ${LOCAL})`,
      `  D.md: highlight “A passage.” (since ${LOCAL})`,
      `  y (since ${LOCAL})`,
      '  A.md (1)',
      '  B.md (2)',
    ]);
  });

  it('should name each note once', () => {
    const problem = { code: 'error', message: 'taken' } as const;
    const failure = { id: 'b:1', path: 'A.md', problem };
    const text = statusText({
      ...NEVER_SYNCED,
      retries: [failure],
      lastFailure: { at: LONG_AGO, failures: [failure] },
      conflicts: [
        { path: 'B.md', block: 'rw1', mine: '> Passage.\n>\n> Mine.', theirs: '> Passage.\n>\n> Theirs.' },
        { path: 'B.md', block: 'header', mine: 'By me', theirs: 'By them' },
      ],
    }).join('\n');
    expect(text).toContain(`Last failure at ${LOCAL}\n`);
    expect(text).toContain(
      '  B.md (“Mine.”, in Readwise “Theirs.”; top of the note: “By me”, in Readwise “By them”)',
    );
    expect(text.match(/A\.md/g)).toHaveLength(1);
  });

  it('should name the notes that are no longer synced, and how to decide', () => {
    const text = statusText({ ...NEVER_SYNCED, leftOut: [{ id: '1', path: 'A.md' }] }).join('\n');
    expect(text).toContain('no longer synced:\n  A.md\nChoose what happens to such notes');
  });

  it('should say that the items include those that are gone', () => {
    expect(statusText({ ...NEVER_SYNCED, items: 3, due: 1 })[1]).toBe(
      'Items known: 3, including deleted and excluded ones; still to be written: 1',
    );
  });

  it('should speak of one held note as of one', () => {
    const hold = {
      reason: { code: 'held-before' as const, wanted: 1 },
      notes: [{ id: '1', path: 'A.md', action: 'trash' as const, reasons: ['deleted'] as const }],
    };
    expect(statusText({ ...NEVER_SYNCED, hold })[2]).toMatch(/ It has not been moved\. The note:$/);
  });
});

import { NEVER_SYNCED, statusText } from '../../../src/node/text/status-text';

const LONG_AGO = '2026-10-01T10:00:00.000Z';

describe('statusText', () => {
  it('should say that no sync has ended where none has', () => {
    expect(statusText(NEVER_SYNCED)[0]).toBe('No sync has finished on this device yet.');
  });

  it('should not deny syncs that ended without anything to do', () => {
    const [first] = statusText({
      ...NEVER_SYNCED,
      watermarks: { highlights: LONG_AGO, documents: LONG_AGO },
    });
    expect(first).toBe('No sync on this device has changed anything yet.');
  });

  it('should not claim that the last sync that did something was the last, nor that nothing was fetched since', () => {
    const lines = statusText({
      ...NEVER_SYNCED,
      watermarks: { highlights: LONG_AGO, documents: LONG_AGO },
      lastRun: { at: LONG_AGO, outcome: 'done' },
    });
    expect(lines.slice(0, 2)).toEqual([
      `Last sync that changed anything: ${LONG_AGO}, done`,
      `Up to date as of: highlights ${LONG_AGO}, documents ${LONG_AGO}`,
    ]);
  });

  it('should say that the items include those that are gone', () => {
    expect(statusText({ ...NEVER_SYNCED, items: 3, due: 1 })[2]).toBe(
      'Items known: 3, including deleted and excluded ones; still to be written: 1',
    );
  });

  it('should speak of one held note as of one', () => {
    const hold = {
      reason: { code: 'held-before' as const, wanted: 1 },
      notes: [{ id: '1', path: 'A.md', action: 'trash' as const }],
    };
    expect(statusText({ ...NEVER_SYNCED, hold })[3]).toMatch(/ It has not been moved\. The note:$/);
  });
});

import type { Adoption } from '../../../src/features/adopt/adoption';
import { adoptionLines, adoptionPlanLines } from '../../../pkg/text/feature-text';

const HOSTILE = 'a\u001b[2J\nb\u009b';

const adoption: Adoption = {
  path: `${HOSTILE}.md`,
  noteKey: 'b:1',
  title: HOSTILE,
  author: '',
  found: 1,
  edited: 0,
  unclear: 0,
  unmarkable: 0,
  missing: 0,
  doubt: { kind: 'replaces', path: `${HOSTILE}.md` },
};

describe('what the terminal says of taking over notes', () => {
  it('should let nothing of a name or title reach the terminal as a command', () => {
    const plan = adoptionPlanLines({
      looked: 2,
      adoptions: [adoption],
      left: [{ path: `${HOSTILE}.md`, reason: 'has a note', own: `${HOSTILE}.md` }],
    });
    const report = adoptionLines({
      adopted: [],
      replaced: [],
      missing: 0,
      failures: [{ id: '1', path: HOSTILE, problem: { code: 'error', message: HOSTILE } }],
      isCancelled: false,
    });
    expect([...plan, ...report].join('')).not.toMatch(/\p{Cc}/u);
  });

  it('should say what becomes of the second note of an item, and what to do when the person wrote in it', () => {
    const plan = adoptionPlanLines({
      looked: 2,
      adoptions: [{ ...adoption, path: 'A.md', title: 'A', doubt: { kind: 'replaces', path: 'New/A.md' } }],
      left: [{ path: 'B.md', reason: 'has a note', own: 'New/B.md' }],
    });
    expect(plan).toEqual([
      '2 notes checked, 1 can be moved in.',
      '  move in  A.md: A; 1 found (in place of New/A.md, which goes to the trash)',
      '  leave    B.md: its item already has a note that you wrote in, New/B.md. To move this one in, put your words into it and delete the other.',
    ]);
    const [, line] = adoptionPlanLines({
      looked: 1,
      adoptions: [{ ...adoption, path: 'A.md', title: 'A', edited: 1, unclear: 1, doubt: null }],
      left: [],
    });
    expect(line).toBe(
      '  move in  A.md: A; 1 found, 1 differs from Readwise and stays, 1 of these gets Readwise’s text below it',
    );
    const report = {
      adopted: ['A.md'],
      replaced: ['New/A.md'],
      missing: 0,
      failures: [],
      isCancelled: false,
    };
    expect(adoptionLines(report)).toEqual(['1 note moved in.', '1 second note moved to the trash.']);
  });
});

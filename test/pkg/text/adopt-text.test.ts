import type { Adoption } from '../../../src/features/adopt/adoption';
import { adoptionLines, adoptionPlanLines } from '../../../pkg/text/features';

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
      left: [{ path: `${HOSTILE}.md`, reason: 'several' }],
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
});

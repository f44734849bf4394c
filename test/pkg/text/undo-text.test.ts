import { localTime } from '../../../pkg/text/status';
import { undoText } from '../../../pkg/text/features';

describe('undoText', () => {
  it('should say in words what becomes of each note when a run can be taken back', () => {
    const ended = '2026-11-22T03:15:00.000Z';
    const lines = undoText({
      run: 7,
      kind: 'sync',
      ended: { at: ended, kind: 'sync' },
      isPartial: false,
      steps: [
        { kind: 'revert', noteKey: 'b:1', path: 'A.md', to: null },
        { kind: 'trash', noteKey: 'b:2', path: 'B.md' },
        { kind: 'recreate', noteKey: 'b:3', path: 'C.md' },
      ],
      stays: [],
    });
    expect(lines).toEqual([
      `The last run that wrote anything (sync, ${localTime(ended)}):`,
      '  revert   A.md',
      '  to trash B.md',
      '  recreate C.md',
    ]);
  });
});

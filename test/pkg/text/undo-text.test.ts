import type { Deletion, Edit } from '../../../src/model/outbox';
import type { SentSince } from '../../../src/outbox/sent-since';
import { localTime } from '../../../pkg/text/status-text';
import { undoText } from '../../../pkg/text/undo-text';

describe('undoText', () => {
  it('should say in words what becomes of each note when a run can be taken back', () => {
    const ended = '2026-11-22T03:15:00.000Z';
    const lines = undoText(
      {
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
      },
      [],
    );
    expect(lines).toEqual([
      `The last run that wrote anything (sync, ${localTime(ended)}):`,
      '  revert   A.md',
      '  to trash B.md',
      '  recreate C.md',
      'Another device that syncs this vault may write these changes again.',
    ]);
  });

  const sent = (back: SentSince['back'], fields: readonly string[] = []): SentSince => ({
    change: {
      id: '1',
      kind: 'edit-highlight',
      target: 'rw1',
      fields,
      state: 'sent',
      at: '2026-11-22T03:15:00.000Z',
    },
    name: 'A.md',
    back,
  });

  it('should give the command for each change that gives back what was sent', () => {
    const edit: Edit = {
      kind: 'edit-item',
      item: 'document',
      id: '01a',
      fields: {
        location: 'later',
        publishedDate: '',
        title: 'It’s “a” b',
        author: "O'Hara",
        summary: 'a\n\u001b',
      },
      tags: { add: ['two words'], remove: ['x'], rename: [] },
      confirmedEmpty: true,
    };
    const deletions: readonly Deletion[] = [
      { kind: 'delete-highlight', anchor: 'rw1' },
      { kind: 'delete-document', id: '01b' },
    ];
    expect(undoText(null, [sent([edit], ['location', 'tags']), sent(deletions), sent([])])).toEqual([
      'There is no sync to undo.',
      'Sent to Readwise since, which undo does not take back:',
      `  A.md: Highlight changed. To take it back: florilegium edit 01a --location later --published-date '' --title 'It’s “a” b' --author 'O'\\''Hara' --summary $'a\\n\\u001b' --add-tag 'two words' --remove-tag x --yes`,
      '  A.md: Highlight changed. To take it back: florilegium delete rw1 --yes',
      '  A.md: Highlight changed. To take it back: florilegium delete 01b --yes',
      '  A.md: Highlight changed.',
    ]);
  });
});

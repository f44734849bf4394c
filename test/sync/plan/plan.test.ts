import { NO_OWN_NOTES } from '../../../src/notes/note/own-links';
import { planRemoval, planRefused, type DeletionPolicy } from '../../../src/sync/plan/plan';
import { composeNote, noteVersion, pathMark, splitNote } from '../../../src/notes/note/note';
import { aBook, anItem, anItemHighlight, plainNote } from '../../support/builders';

const PATH = 'Readwise/Books/Walden.md';
const POLICY: DeletionPolicy = { untouched: 'trash', touched: 'mark', archiveFolder: 'Readwise/Archive' };
const REASON = 'deleted';

function writtenNote(path: string): string {
  const item = anItem({
    book: aBook({ title: 'Walden' }),
    highlights: [anItemHighlight({ anchor: 'rw1', text: 'Simplify.' })],
  });
  return composeNote(noteVersion({ item, rendered: plainNote(item) }), pathMark(path));
}

describe('planRemoval', () => {
  const untouched = writtenNote(PATH);
  const touched = `${untouched}My words.\n`;
  const plan = (text: string, policy: Partial<DeletionPolicy> = {}, path = PATH) =>
    planRemoval({
      key: 'b:41',
      note: { path, text },
      policy: { ...POLICY, ...policy },
      reason: REASON,
      own: NO_OWN_NOTES,
    });

  it.each([
    ['untouched', { untouched: 'trash', touched: 'archive' }, 'trash'],
    ['untouched', { untouched: 'archive' }, 'archive'],
    ['untouched', { untouched: 'mark', touched: 'archive' }, 'keep'],
    ['touched', { untouched: 'trash', touched: 'mark' }, 'keep'],
    ['touched', { untouched: 'trash', touched: 'archive' }, 'archive'],
  ] as const)('should do with a note that is %s what the policy %j says', (state, policy, kind) => {
    expect(plan(state === 'touched' ? touched : untouched, policy)).toMatchObject({ kind, path: PATH });
  });

  it("should say why, and that it holds the person's words when it does", () => {
    expect(plan(untouched).reasons).toEqual([REASON]);
    expect(plan(touched).reasons).toEqual([REASON, 'edited', 'marked']);
    expect(plan(touched, { touched: 'archive' }).reasons).toEqual([REASON, 'edited']);
    expect(plan(untouched, { untouched: 'mark' }).reasons).toEqual([REASON, 'marked']);
  });

  it('should offer the name that the note has, then the same with the id, when it is archived', () => {
    expect(plan(untouched, { untouched: 'archive' }, 'Mine/My Walden.md')).toMatchObject({
      to: ['Readwise/Archive/My Walden.md', 'Readwise/Archive/My Walden (41).md'],
    });
  });

  it('should keep an ending that stands in the midst of a name when it is archived', () => {
    expect(plan(untouched, { untouched: 'archive' }, 'On a.md b.md')).toMatchObject({
      to: ['Readwise/Archive/On a.md b.md', 'Readwise/Archive/On a.md b (41).md'],
    });
  });

  it('should archive a note that has lost its trailer without making one', () => {
    const bare = touched.replace(/%% florilegium.*%%\n/, '');
    const action = plan(bare, { touched: 'archive' });
    expect(action.kind === 'archive' ? action.merge(bare, 'Readwise/Archive/Walden.md') : '').toBe(
      bare.replace('\n---\n', '\nreadwise-status: deleted\n---\n').replace(/\n{3,}/g, '\n\n'),
    );
  });

  it('should leave a marked note where it is, whatever the policy', () => {
    for (const text of [untouched, touched]) {
      const kept = plan(text, { untouched: 'mark', touched: 'mark' });
      const marked = kept.kind === 'keep' ? kept.merge(text, PATH) : '';
      expect(marked).toContain('readwise-status: deleted\n');
      for (const policy of ['trash', 'archive', 'mark'] as const) {
        expect(plan(marked, { untouched: policy, touched: policy === 'trash' ? 'mark' : policy })).toEqual({
          kind: 'skip',
          path: PATH,
          reasons: expect.arrayContaining(['marked']) as unknown,
        });
      }
    }
  });

  it("should take the archive for the note's place when it is archived, and otherwise change the mark alone", () => {
    const to = 'Readwise/Archive/Walden.md';
    for (const text of [untouched, touched]) {
      const action = plan(text, { untouched: 'archive', touched: 'archive' });
      const archived = action.kind === 'archive' ? action.merge(text, to) : '';
      expect(splitNote(archived).trailer?.path).toBe(pathMark(to));
      expect(archived.replace('readwise-status: deleted\n', '').replace(/ f=\w+/, '')).toBe(
        text.replace(/ f=\w+/, '').replace(/(%% florilegium.*%%\n)(My words\.\n)/, '$2\n$1'),
      );
      expect(action.kind === 'archive' ? action.merge(archived, to) : '').toBe(archived);
    }
  });

  it('should keep and mark the note when the person refused', () => {
    const leaving = plan(untouched);
    if (leaving.kind !== 'trash') throw new Error(leaving.kind);
    const refused = planRefused(leaving);
    expect(refused).toMatchObject({
      kind: 'keep',
      path: PATH,
      reasons: [REASON, 'kept-by-person'],
    });
    expect(refused.kind === 'keep' ? refused.merge(untouched, PATH) : '').toContain(
      'readwise-status: deleted\n',
    );
  });
});

import { NO_OWN_NOTES } from '../../../src/notes/note/own-links';
import { composeNote, pathMark, splitNote, type NoteVersion } from '../../../src/notes/note/note';
import { planRemoval, planLive, type Action, type NoteInVault } from '../../../src/sync/plan/plan';
import { openNote } from '../../../src/merge/merge';
import { BOX, highlight, MARK, PATH, version } from '../../merge/merge-sides';

const ONE = highlight(1, 'First passage.');
const TWO = highlight(2, 'Second passage.');
const WROTE = version([ONE]);
const NEXT = version([ONE, TWO]);
const OLD_PATH = 'Readwise/Books/Old title.md';
const MY_PATH = 'My shelf/Meditations.md';

type Options = Parameters<typeof planLive>[0];

const plan = (given: Partial<Options>): Action =>
  planLive({
    version: NEXT,
    path: PATH,
    otherPath: `${PATH} (id)`,
    note: null,
    wasWritten: true,
    absence: null,
    removed: 'keep',
    wasMovedBySync: false,
    occasion: 'service',
    deletedMark: MARK,
    conflictMark: BOX,
    ...given,
  });

/** A note that stands in one place; `writtenTo`: where the last sync put it. */
const note = (path: string, options: { readonly of?: NoteVersion; readonly writtenTo?: string } = {}) =>
  found(path, composeNote(options.of ?? WROTE, pathMark(options.writtenTo ?? path)));

const found = (path: string, text: string): NoteInVault => ({
  ...openNote({ text, version: NEXT, gone: new Set(), removed: 'keep' }),
  path,
  base: WROTE,
});

/** What an action makes of the note where it puts it. */
function merged(action: Action, text: string): string {
  if (action.kind !== 'update' && action.kind !== 'rename') throw new Error(action.kind);
  return action.merge(text, action.kind === 'rename' ? action.to : action.path);
}

describe('planLive, where there is no note', () => {
  it('should make one, for the place where it comes to be, when there never was one', () => {
    const action = plan({ wasWritten: false });
    expect(action).toMatchObject({ kind: 'create', path: PATH, reasons: ['new'] });
    expect(action.kind === 'create' ? action.text('Elsewhere.md') : '').toBe(
      composeNote(NEXT, pathMark('Elsewhere.md')),
    );
    expect(plan({ wasWritten: false, removed: 'restore' })).toMatchObject({
      kind: 'create',
      reasons: ['new'],
    });
  });

  it('should make none when the person deleted it, unless they ask for it (I3)', () => {
    expect(plan({ absence: 'deleted' })).toEqual({
      kind: 'skip',
      path: PATH,
      reasons: ['deleted-by-person'],
    });
    expect(plan({ removed: 'restore' })).toMatchObject({
      kind: 'create',
      path: PATH,
      reasons: ['restored-by-person'],
    });
  });
});

describe('planLive, where the note is in its place', () => {
  it('should say that it was the settings when it was', () => {
    const occasion = 'settings';
    expect(plan({ occasion, wasWritten: false })).toMatchObject({
      kind: 'create',
      reasons: ['created-by-settings'],
    });
    expect(plan({ occasion, note: note(PATH) })).toMatchObject({
      kind: 'update',
      reasons: ['changed-by-settings'],
    });
    expect(plan({ occasion, note: note('Readwise/Books/Old.md') })).toMatchObject({
      kind: 'rename',
      reasons: ['renamed-by-settings'],
    });
  });
});

describe('planLive, where the note belongs elsewhere', () => {
  it('should move it when it still is where the last sync put it', () => {
    const before = note(OLD_PATH);
    const action = plan({ note: before });
    expect(action).toMatchObject({
      kind: 'rename',
      path: OLD_PATH,
      to: PATH,
      conflicts: [],
      reasons: ['title-changed'],
    });
    expect(merged(action, before.text)).toBe(composeNote(NEXT, pathMark(PATH)));
  });

  it('should leave it where the person moved it, and leave it the mark of its old place', () => {
    const before = note(MY_PATH, { writtenTo: PATH });
    const action = plan({ note: before });
    expect(action).toMatchObject({ kind: 'update', path: MY_PATH });
    expect(merged(action, before.text)).toBe(composeNote(NEXT, pathMark(PATH)));
    expect(plan({ note: note(MY_PATH, { of: NEXT, writtenTo: PATH }) })).toEqual({
      kind: 'skip',
      path: MY_PATH,
      reasons: ['unchanged'],
    });
  });

  it('should count as put there by the sync when the person moved it to where it belongs', () => {
    const action = plan({ note: note(PATH, { of: NEXT, writtenTo: OLD_PATH }) });
    expect(action).toMatchObject({ kind: 'update', path: PATH });
    expect(merged(action, note(PATH, { of: NEXT, writtenTo: OLD_PATH }).text)).toBe(
      composeNote(NEXT, pathMark(PATH)),
    );
  });

  it('should move it on when an interrupted sync moved it there', () => {
    const before = note('Readwise/Books/Between.md', { writtenTo: OLD_PATH });
    const action = plan({ note: before, wasMovedBySync: true });
    expect(action).toMatchObject({ kind: 'rename', path: 'Readwise/Books/Between.md', to: PATH });
    expect(splitNote(merged(action, before.text)).trailer?.path).toBe(pathMark(PATH));
  });

  it('should leave it where it is when its trailer is lost', () => {
    const bare = note(MY_PATH).text.replace(/%% florilegium.*%%\n/, '');
    expect(plan({ note: found(MY_PATH, bare) })).toMatchObject({ kind: 'update', path: MY_PATH });
  });

  it('should bring it back from the archive, and say so, when the service has it again', () => {
    const before = note(OLD_PATH);
    const archived = planRemoval({
      key: 'b:1',
      note: before,
      policy: { untouched: 'archive', touched: 'archive', archiveFolder: 'Archive' },
      reason: 'deleted',
      own: NO_OWN_NOTES,
    });
    const text = archived.kind === 'archive' ? archived.merge(before.text, 'Archive/Old title.md') : '';
    const back = plan({ note: found('Archive/Old title.md', text) });
    expect(back).toMatchObject({
      kind: 'rename',
      path: 'Archive/Old title.md',
      to: PATH,
      reasons: ['back'],
    });
    expect(merged(back, text)).toBe(composeNote(NEXT, pathMark(PATH)));
    const lower = text.replace(/(readwise-status: deleted\n)(readwise-id: 1\n)/, '$2$1');
    expect(plan({ note: found('Archive/Old title.md', lower) })).toMatchObject({
      kind: 'rename',
      reasons: ['back'],
    });
  });
});

import { checkIds, checkNote } from '../../../src/core/check/check-note';
import { editNote } from '../../../src/core/check/edit-note';
import type { Edit } from '../../../src/core/check/finding';
import { isConflictCopy } from '../../../src/core/plan/conflict-copy';

const TRAILER =
  '%% florilegium 1 n=0123456789a f=abcdefg p=0123456789b k:title=abcdefg h=2.abcde.0123456789c.abcdefg rw1=1.abcde.0123456789d.abcdefg rw2=1.abcde.0123456789e.abcdefg %%';
const BODY = '---\nreadwise-id: 41\ntitle: Walden\n---\n# Walden\n\nOne. ^rw1\n\nTwo. ^rw2\n';
const NOTE = `${BODY}\n${TRAILER}\n`;
const expected = {
  blocks: new Set(['rw1', 'rw2']),
  others: new Set(['rw3', 'rd01hw3aaaaaaaaaaaaaaaaaaaa']),
};

const faults = (text: string): readonly (readonly [string, readonly string[]])[] =>
  checkNote(text, expected).map(({ fault, about }) => [fault, about]);
const edited = (text: string, edit: Edit): string => editNote(text, edit);
/** All that is found, mended as proposed. */
const mended = (text: string): string =>
  checkNote(text, expected).reduce(
    (left, { edits: [edit] }) => (edit === null ? left : edited(left, edit)),
    text,
  );

describe('checkNote and editNote', () => {
  it('should find nothing when the note is as a sync writes it, also with Windows line ends', () => {
    expect(faults(NOTE)).toEqual([]);
    expect(faults(NOTE.replaceAll('\n', '\r\n'))).toEqual([]);
    expect(faults(NOTE.replace(' %%\n', ' -rw3 +rw4 %%\n'))).toEqual([]);
  });

  it('should find a lost trailer and leave the text to the next sync', () => {
    expect(faults(BODY)).toEqual([['trailer-lost', []]]);
    expect(mended(BODY)).toBe(BODY);
  });

  it.each([20, 25, 40, 80, 120, TRAILER.length - 3, TRAILER.length - 1])(
    'should take out a trailer that was cut off after %i characters',
    (length) => {
      const text = `${BODY}\n${TRAILER.slice(0, length)}\n`;
      expect(faults(text)).toEqual([['trailer-damaged', []]]);
      expect(mended(text)).toBe(BODY);
    },
  );

  it('should keep words that a person wrote into the trailer', () => {
    const text = NOTE.replace(' p=', ' my words p=');
    expect(faults(text)).toEqual([['trailer-damaged', []]]);
    expect(mended(text)).toBe(`${BODY}\nmy words\n`);
  });

  it('should take out a trailer that was broken in two', () => {
    expect(mended(NOTE.replace(' k:', '\nk:'))).toBe(BODY);
  });

  it('should move the trailer to the end when something stands behind it', () => {
    const text = `${NOTE}\nMine.\n`;
    expect(faults(text)).toEqual([['trailer-misplaced', []]]);
    expect(mended(text)).toBe(`${BODY}\nMine.\n\n${TRAILER}\n`);
    expect(mended(text.replaceAll('\n', '\r\n'))).toBe(
      `${BODY}\nMine.\n\n${TRAILER}\n`.replaceAll('\n', '\r\n'),
    );
  });

  it('should keep the trailer that knows the note when there are two', () => {
    const other = TRAILER.replace(/rw1/, 'rw8').replace(/rw2/, 'rw9');
    expect(faults(`${NOTE}\n${other}\n`)).toEqual([['trailer-doubled', []]]);
    expect(mended(`${NOTE}\n${other}\n`)).toBe(NOTE);
  });

  it('should take out the trailer of another note', () => {
    const text = NOTE.replace(/ rw1=/, ' rw8=').replace(/ rw2=/, ' rw9=');
    expect(faults(text)).toEqual([['trailer-foreign', []]]);
    expect(mended(text)).toBe(BODY);
  });

  it('should leave alone what a person wrote about trailers, in code or among words', () => {
    for (const mine of [
      '```\n%% florilegium 1 n=… %%\n```',
      'Look at `%% florilegium 1 n=1 %%` here.',
      'The florilegium of 1 May.',
      '%% my own comment %%',
    ]) {
      expect(faults(NOTE.replace('# Walden\n', `# Walden\n\n${mine}\n`))).toEqual([]);
    }
  });

  it('should take the anchor off a copy of a block and no word', () => {
    const text = NOTE.replace('\n%% ', '\nOne, copied. ^rw1\n\n%% ');
    expect(faults(text)).toEqual([['anchor-twice', ['rw1']]]);
    expect(mended(text)).toBe(text.replace('One, copied. ^rw1', 'One, copied.'));
  });

  it("should take off an anchor of another note, and leave a person's own", () => {
    const text = NOTE.replace('\n%% ', '\n> Other.\n\n^rw77\n\nMine. ^rwanda-trip\n\n%% ');
    expect(faults(text)).toEqual([['anchor-foreign', ['rw77']]]);
    expect(mended(text)).toBe(text.replace('\n^rw77\n', ''));
  });

  it('should leave blocks deleted, or bring them back, as the person says', () => {
    const text = NOTE.replace('Two. ^rw2\n\n', '');
    const [found] = checkNote(text, expected);
    expect(found).toMatchObject({ fault: 'block-missing', about: ['rw2'] });
    const [stays, back] = (found?.edits ?? []).map((edit) => (edit === null ? '' : edited(text, edit)));
    expect(stays).toBe(text.replace(/ rw2=\S+ %%/, ' -rw2 %%'));
    expect(back).toBe(text.replace(/ rw2=\S+ %%/, ' %%'));
    expect(faults(stays ?? '')).toEqual([]);
    expect(faults(back ?? '')).toEqual([]);
  });

  it('should not call a block missing that stands where a person indented it so far that it is code, as a sync finds it there', () => {
    expect(faults(NOTE.replace('Two. ^rw2', '\t- Two. ^rw2'))).toEqual([]);
  });

  it('should take a property out with its comment kept, and put ids in where there are none', () => {
    const text = NOTE.replace('readwise-id: 41', 'readwise-id: [oops] # mine');
    expect(edited(text, { edit: 'property-off', name: 'readwise-id' })).toBe(
      NOTE.replace('readwise-id: 41', '# mine'),
    );
    expect(
      edited('Text.\n', { edit: 'identity-on', identity: { bookId: '41', documentId: null, partId: null } }),
    ).toBe('---\nreadwise-id: 41\n---\nText.\n');
    expect(
      edited(NOTE.replace('41', 'oops'), {
        edit: 'identity-on',
        identity: { bookId: '41', documentId: null, partId: null },
      }),
    ).toBe(NOTE);
  });

  it('should change nothing when there is no such fault', () => {
    const edits: readonly Edit[] = [
      { edit: 'trailer-last' },
      { edit: 'copies-off', anchors: ['rw1'] },
      { edit: 'anchors-off', anchors: ['rw9'] },
      { edit: 'blocks-stay-deleted', anchors: ['rw9'] },
      { edit: 'blocks-back', anchors: [] },
      { edit: 'property-off', name: 'reader-id' },
    ];
    for (const edit of edits) expect(edited(NOTE, edit)).toBe(NOTE);
  });
});

describe('checkIds', () => {
  it('should tell properties that hold no id from those that do', () => {
    expect(checkIds(NOTE, { bookId: '41', documentId: null, partId: null })).toEqual({
      malformed: [],
      ids: { bookId: '41', documentId: null, partId: null },
    });
    expect(
      checkIds(NOTE.replace('41', 'forty-one'), { bookId: 'forty-one', documentId: null, partId: null }),
    ).toEqual({ malformed: ['readwise-id'], ids: { bookId: null, documentId: null, partId: null } });
    expect(
      checkIds(NOTE.replace('readwise-id: 41', 'readwise-id:\nreader-id: 01hw3'), {
        bookId: null,
        documentId: '01hw3',
        partId: null,
      }),
    ).toMatchObject({ malformed: ['readwise-id'] });
  });
});

describe('isConflictCopy', () => {
  it.each([
    'Walden.sync-conflict-20260101-120000-ABCDEFG.md',
    'Walden (Ada’s conflicted copy 2026-01-01).md',
    'Walden (conflicted copy 2026-01-01 120000).md',
    'Walden 2.md',
    'Walden copy.md',
    'Walden copy 2.md',
    'Walden - Copy (2).md',
    'Walden Kopie.md',
    'Walden - copia.md',
    'Waldenのコピー.md',
    'Walden - コピー.md',
    'Walden (copy).md',
    'Walden (copy 2).md',
    'Walden (Kopie).md',
  ])('should know %s', (path) => {
    expect(isConflictCopy(path, ['Walden.md'])).toBe(true);
  });
  it.each(['Walden.md', 'Conflict.md', 'Henry V.md', 'Copy of Walden.md', 'Book 2.md'])(
    'should not take %s for one',
    (path) => {
      expect(isConflictCopy(path, ['Walden.md', 'Essays.md'])).toBe(false);
    },
  );
});

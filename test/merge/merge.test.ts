import { markNote } from '../../src/merge/merge';
import { pathMark, splitNote, type NoteVersion } from '../../src/notes/note/note';
import { highlight, MARK, merge as mergeAll, PATH, version as versionOf, written } from './merge-sides';
import type { ItemHighlight } from '../../src/model/model';

const version = (highlights: readonly ItemHighlight[], title = 'Meditations'): NoteVersion =>
  versionOf(highlights, { title });

const merge = (text: string, next: NoteVersion, gone: readonly string[] = []) =>
  mergeAll(text, next, { gone: new Set(gone) });

const ONE = highlight(1, 'First passage.');
const TWO = highlight(2, 'Second passage.');
const THREE = highlight(3, 'Third passage.');

describe('mergeNote', () => {
  it('should give the new rendering when nobody touched the note', () => {
    const before = written(version([ONE, TWO]));
    const next = version([ONE, { ...TWO, text: 'Second passage, mended.' }, THREE]);
    expect(merge(before, next).text).toBe(written(next));
  });

  it('should change nothing when the service has nothing new', () => {
    const before = written(version([ONE, TWO]));
    expect(merge(before, version([ONE, TWO])).text).toBe(before);
  });

  it('should keep a text under its highlight when another highlight arrives there', () => {
    const edited = written(version([ONE, TWO])).replace(
      'First passage. ^rw1\n',
      'First passage. ^rw1\n\nMy thought on it.\n',
    );
    const { text } = merge(edited, version([ONE, highlight(15, 'Between.', { location: 1 }), TWO]));
    expect(text).toMatch(
      /First passage\. \^rw1\n\nMy thought on it\.\n\nBetween\. \^rw15\n\nSecond passage\. \^rw2\n/,
    );
  });

  it('should append a new highlight behind what the person wrote under the last one', () => {
    const edited = written(version([ONE])).replace(
      'First passage. ^rw1\n',
      'First passage. ^rw1\n\nMy thought.\n',
    );
    expect(merge(edited, version([ONE, TWO])).text).toMatch(
      /\^rw1\n\nMy thought\.\n\nSecond passage\. \^rw2\n\n%% florilegium/,
    );
  });

  it('should keep a block as the person changed it, and take the changes of the others', () => {
    const edited = written(version([ONE, TWO])).replace('First passage.', 'First passage, *underlined*.');
    const { text } = merge(edited, version([ONE, { ...TWO, text: 'Second, new.' }]));
    expect(text).toContain('First passage, *underlined*. ^rw1\n\nSecond, new. ^rw2');
  });

  it("should keep the person's text and name the conflict when both sides changed a block", () => {
    const edited = written(version([ONE])).replace('First passage.', 'My own words.');
    const result = merge(edited, version([{ ...ONE, text: 'Service words.' }]));
    expect(result.text).toContain('My own words. ^rw1');
    expect(result.conflicts).toEqual(['rw1']);
  });

  it('should not bring back a block that the person deleted', () => {
    const edited = written(version([ONE, TWO])).replace('First passage. ^rw1\n\n', '');
    const once = merge(edited, version([ONE, TWO, THREE])).text;
    expect(once).not.toContain('First passage');
    expect(once).toContain('Third passage. ^rw3');
    expect(merge(once, version([{ ...ONE, text: 'First, edited.' }, TWO, THREE])).text).not.toContain(
      'First',
    );
  });

  it('should not bring back the only block when the person deleted it', () => {
    const edited = written(version([ONE])).replace('First passage. ^rw1\n\n', 'Mine.\n\n');
    expect(merge(edited, version([ONE])).text).not.toContain('First');
  });

  it('should follow the service when a note that had no highlight gets its first', () => {
    const { text } = merge(`${written(version([]))}\nMine.\n`, version([ONE]));
    expect(text).toContain('highlights: 1\n');
    expect(text).toMatch(/^# Meditations\n\nMine\.\n\nFirst passage\. \^rw1\n/m);
  });

  it('should take out a block that the service deleted when nobody touched it', () => {
    const before = written(version([ONE, TWO])).replace(
      'Second passage. ^rw2',
      'Second passage. ^rw2\n\nMine.',
    );
    const { text } = merge(before, version([TWO]), ['rw1']);
    expect(text).not.toContain('First');
    expect(text).toContain('Mine.');
  });

  it("should keep and mark a block that the service deleted when it holds the person's words", () => {
    const edited = written(version([ONE, TWO])).replace(
      'First passage. ^rw1\n',
      'First passage. ^rw1\n\nMy thought.\n',
    );
    const once = merge(edited, version([TWO]), ['rw1']).text;
    expect(once).toContain(`First passage. ^rw1\n\n${MARK}\n\nMy thought.`);
    expect(merge(once, version([TWO, THREE]), ['rw1']).text.split(MARK)).toHaveLength(2);
  });

  it('should leave a block alone that it does not know to be deleted', () => {
    const edited = written(version([ONE, TWO])).replace('# Meditations', '# Meditations\n\nIntro.');
    expect(merge(edited, version([TWO])).text).toContain('First passage. ^rw1');
  });

  it("should follow the service's order unless the person reordered", () => {
    const before = written(version([ONE, TWO, THREE])).replace(
      'Third passage. ^rw3',
      'Third passage. ^rw3\n\nOn three.',
    );
    const next = version([highlight(3, 'Third passage.', { location: 1 }), ONE, TWO]);
    expect(merge(before, next).text).toMatch(/\^rw3\n\nOn three\.\n\nFirst passage\. \^rw1\n\nSecond/);
    const reordered = written(version([ONE, TWO])).replace(
      'First passage. ^rw1\n\nSecond passage. ^rw2',
      'Second passage. ^rw2\n\nFirst passage. ^rw1',
    );
    expect(merge(reordered, version([ONE, { ...TWO, text: 'Second!' }])).text).toMatch(
      /Second! \^rw2\n\nFirst passage\. \^rw1/,
    );
  });

  it("should update the person's properties only where they left ours alone", () => {
    const edited = written(version([ONE])).replace(
      'title: Meditations\n',
      'title: To Himself\nrating: 9 # mine\n',
    );
    const { text, conflicts } = merge(edited, version([ONE, TWO], 'Meditations, revised'));
    expect(text).toContain('title: To Himself\nrating: 9 # mine\nhighlights: 2\n');
    expect(conflicts).toContain('title');
  });

  it('should not bring back a property that the person deleted', () => {
    const edited = written(version([ONE])).replace('highlights: 1\n', '');
    expect(merge(edited, version([ONE, TWO])).text).not.toMatch(/^highlights:/m);
  });

  it("should take equal blocks for clean and others for the person's when the trailer is lost", () => {
    const damaged = written(version([ONE, TWO]))
      .replace(/%% florilegium.*%%\n/, '')
      .replace('Second passage.', 'Second passage, my way.');
    const { text, conflicts } = merge(damaged, version([ONE, TWO, THREE]));
    expect(text.match(/\^rw1/g)).toHaveLength(1);
    expect(text).toContain(
      'Second passage, my way. ^rw2\n\n> [!warning] Changed.\n> Second passage.\n\nThird passage. ^rw3',
    );
    // The number of highlights differs, and nobody knows who changed it.
    expect(conflicts).toEqual(['rw2', 'highlights']);
    const again = merge(text.replace(/%% florilegium.*%%\n/, ''), version([ONE, TWO, THREE]));
    expect(again).toEqual({ text, conflicts: [] });
  });

  it('should keep what the person wrote behind the trailer', () => {
    const edited = `${written(version([ONE]))}\nAt the very end.\n`;
    const { text } = merge(edited, version([ONE, TWO]));
    expect(text).toMatch(/At the very end\.\n\nSecond passage\. \^rw2\n\n%% florilegium .*%%\n$/);
  });

  it('should bear the mark of the path it is given, and its own when it is given none', () => {
    const pathOf = (path: string | null, text: string): string | undefined =>
      splitNote(mergeAll(text, version([ONE, TWO]), { path }).text).trailer?.path;
    const before = written(version([ONE]));
    expect([pathOf(pathMark('Elsewhere.md'), before), pathOf(null, before)]).toEqual([
      pathMark('Elsewhere.md'),
      pathMark(PATH),
    ]);
    expect(pathOf(null, before.replace(/%% florilegium.*%%\n/, ''))).toBe('');
  });

  it('should not write a note for blanks at line ends when there is a byte order mark in its midst', () => {
    const edited = merge(
      written(version([ONE, TWO])).replace('^rw1\n', '^rw1\n\nMy\ufeff thought.\n'),
      version([ONE, TWO]),
    ).text;
    const blanks = edited.replace('Second passage. ^rw2', 'Second passage. ^rw2  ');
    expect(merge(blanks, version([ONE, TWO])).text).toBe(blanks);
  });

  it('should set anchors behind plain paragraphs, and on lines of their own behind anything else', () => {
    const texts = [
      'Plain.\n\nMore.',
      '> Quoted.',
      '- one\n- two',
      '```js\nx\n```',
      '| a |\n| - |\n| b |',
      '1. one',
      'Plain\n\n> quoted',
    ];
    const text = written(version(texts.map((body, index) => highlight(index + 1, body))));
    expect(text).toContain('More. ^rw1\n');
    for (const [index, body] of texts.slice(1).entries())
      expect(text).toContain(`${body}\n\n^rw${String(index + 2)}\n`);
  });
});

describe('markNote', () => {
  it('should set the status once and keep everything else', () => {
    const edited = written(version([ONE])).replace('First passage. ^rw1\n', 'First passage. ^rw1\n\nMine.\n');
    const marked = markNote(edited, 'deleted');
    expect(marked).toContain('readwise-status: deleted\n');
    expect(marked.replace('readwise-status: deleted\n', '')).toBe(edited);
    expect(markNote(marked, 'deleted')).toBe(marked);
    expect(markNote(marked.replace('deleted', 'kept'), 'deleted')).toBe(marked);
    expect(markNote('Mine.\n', 'deleted')).toBe('---\nreadwise-status: deleted\n---\nMine.\n');
  });
});

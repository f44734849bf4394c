import { addBlockIds, withBlockId } from '../../../../src/obsidian/ui/forms/block-ids';
import { selectedPassages } from '../../../../src/obsidian/ui/forms/selected-passages';

const all = (text: string) => {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return selectedPassages(text, {
    from: { line: 0, ch: 0 },
    to: { line: last, ch: lines[last]?.length ?? 0 },
  });
};

describe('the selected passages of a note', () => {
  it('should take the selected part of a paragraph when only that is selected', () => {
    const text = 'One and two and three.\nFour.';
    const passages = selectedPassages(text, { from: { line: 0, ch: 8 }, to: { line: 1, ch: 4 } });
    expect(passages).toMatchObject([
      { text: 'two and three.\nFour', line: 1, lineText: 'Four.', blockId: null },
    ]);
  });

  it('should take each paragraph and list item by itself, without marks, when several are selected', () => {
    const text =
      '---\ntitle: X\n---\n# Head\n\nA paragraph.\n\n- one\n- [x] two\n  goes on\n1. three\n\n> a quote';
    expect(all(text).map((passage) => passage.text)).toEqual([
      'Head',
      'A paragraph.',
      'one',
      'two\ngoes on',
      'three',
      'a quote',
    ]);
  });

  it.each([
    ['a synced highlight', 'The passage ^rw12'],
    ['a synced quote', '> The passage\n\n^rd01ab'],
    ['code', '```\nlet a\n```'],
    ['the comment of a sync', '%% florilegium 1 abc %%'],
    ['properties', '---\ntitle: X\n---'],
    ['a rule', '***'],
  ])('should take nothing when the selection is %s', (_, text) => {
    expect(all(text)).toEqual([]);
  });

  it('should know the id of a block when it has one behind or below it', () => {
    const passages = all('A paragraph. ^mine\n\n> a quote\n\n^quote-1\n\nNone.');
    expect(passages).toMatchObject([
      { text: 'A paragraph.', blockId: 'mine' },
      { text: 'a quote', blockId: 'quote-1' },
      { text: 'None.', blockId: null },
    ]);
  });
});

describe('block ids of new highlights', () => {
  interface Insertion {
    readonly from: { readonly line: number; readonly ch: number };
    readonly text: string;
  }
  const editorOf = (lines: string[]) => {
    const made: Insertion[] = [];
    const editor = {
      getValue: () => lines.join('\n'),
      transaction: ({ changes }: { readonly changes: Insertion[] }) => made.push(...changes),
    };
    return { editor: editor as unknown as Parameters<typeof addBlockIds>[0], made };
  };
  const marked = (text: string) => {
    let count = 0;
    return all(text).map((passage) => withBlockId(passage, text, () => (count += 1) / 36 ** 6));
  };

  it('should put an id behind a paragraph and below a quote, and keep the one that is there', () => {
    const text = 'One.\n\n> two\n\nThree. ^mine';
    const { editor, made } = editorOf(text.split('\n'));
    expect(addBlockIds(editor, marked(text))).toBe(true);
    expect(made).toEqual([
      { from: { line: 0, ch: 4 }, text: ' ^hl-000001' },
      { from: { line: 2, ch: 5 }, text: '\n\n^hl-000002' },
    ]);
  });

  it('should find a paragraph again when lines were added above it', () => {
    const { editor, made } = editorOf(['New.', '', 'One.']);
    expect(addBlockIds(editor, marked('One.'))).toBe(true);
    expect(made).toMatchObject([{ from: { line: 2, ch: 4 } }]);
  });

  it('should change nothing when a passage is not there any more', () => {
    const { editor, made } = editorOf(['Other.', '', 'Two.']);
    expect(addBlockIds(editor, marked('One.\n\nTwo.'))).toBe(false);
    expect(made).toEqual([]);
  });
});

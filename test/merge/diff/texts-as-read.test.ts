import { textsAsRead } from '../../../src/merge/diff/texts-as-read';

const asRead = (mine: string, theirs: string) => textsAsRead({ mine, theirs });

describe('two texts to choose from', () => {
  it('should be the passages alone when source and tags are the same', () => {
    const block = (text: string): string =>
      `> [!quote|yellow] [Location 12](https://readwise.io/open/1)\n> ${text}\n>\n> **Note:** Read again.\n>\n> #stoic · ★`;
    expect(asRead(block('A *truly* fine lake'), block('A very fine lake'))).toEqual({
      mine: 'A truly fine lake',
      theirs: 'A very fine lake',
    });
  });

  it('should be note and tags as a person reads them', () => {
    const mine =
      '> A lake.\n>\n> **Note:** See [[Books/Walden|Walden]], [here](https://x.example).\n>\n> #water';
    const theirs = '> A lake.\n>\n> **Note:** Mirror.\n>\n> #water #calm';
    expect(asRead(mine, theirs)).toEqual({
      mine: 'Note: See Walden, here.\n#water',
      theirs: 'Note: Mirror.\n#water #calm',
    });
  });

  it('should keep every paragraph that differs, and none that does not', () => {
    expect(asRead('- One\n- Two\n- Three\n- Four', '- One\n- 2\n- Three\n- 4\n- Five')).toEqual({
      mine: 'Two\nFour',
      theirs: '2\n4\nFive',
    });
  });

  it('should be empty on the side that has nothing of it', () => {
    expect(asRead('> A lake.\n>\n> **Note:** Mine.', '> A lake.')).toEqual({
      mine: 'Note: Mine.',
      theirs: '',
    });
  });

  it('should be markdown when only that differs', () => {
    expect(asRead('> A **lake**.\n> Deep.', '> A lake.\n> Deep.')).toEqual({
      mine: '> A **lake**.',
      theirs: '> A lake.',
    });
  });

  it('should keep signs that are words', () => {
    expect(asRead('_snake_case_ **_2_** \\* 3 #tag_one\\!', 'x')).toMatchObject({
      mine: 'snake_case 2 * 3 #tag_one!',
    });
    expect(asRead('## Chapter <b>one</b> ^rw12', 'x')).toMatchObject({ mine: 'Chapter one' });
    expect(asRead('', 'x')).toEqual({ mine: '', theirs: 'x' });
  });
});

import { SEED } from '../property/runs';
import fc from 'fast-check';
import { mergeWords } from '../../src/merge/three-way';

const BASE = 'The soul becomes dyed with the colour of its thoughts.';

/** Each pair is what one side makes of what. */
function sides(base: string, local: readonly [string, string], remote: readonly [string, string]) {
  for (const [from] of [local, remote]) if (!base.includes(from)) throw new Error(from);
  return { base, local: base.replace(...local), remote: base.replace(...remote) };
}

const words = (base: string, local: string, remote: string): string | null =>
  mergeWords({ base, local, remote });

describe('mergeWords', () => {
  it.each([
    [
      'words are replaced',
      ['soul', 'mind'],
      ['thoughts', 'dreams'],
      'The mind becomes dyed with the colour of its dreams.',
    ],
    [
      'words are added and removed',
      ['becomes dyed', 'becomes slowly dyed'],
      ['colour of its ', ''],
      'The soul becomes slowly dyed with the thoughts.',
    ],
    [
      'one adds at the beginning and one at the end',
      ['The soul', '*Look:* the soul'],
      ['thoughts.', 'thoughts. (5.16)'],
      '*Look:* the soul becomes dyed with the colour of its thoughts. (5.16)',
    ],
    [
      'the service adds at the beginning',
      ['thoughts', 'dreams'],
      ['The soul', 'And the soul'],
      'And the soul becomes dyed with the colour of its dreams.',
    ],
    [
      'one splits a paragraph',
      ['dyed with', 'dyed\n\nwith'],
      ['thoughts', 'dreams'],
      'The soul becomes dyed\n\nwith the colour of its dreams.',
    ],
    [
      'both make the same change, and one another',
      ['soul', 'mind'],
      ['soul', 'mind'],
      'The mind becomes dyed with the colour of its thoughts.',
    ],
    [
      'one takes out a word that another stands apart from',
      [' becomes', ''],
      ['colour ', ''],
      'The soul dyed with the of its thoughts.',
    ],
    [
      'one marks words',
      ['soul becomes', '**soul** becomes'],
      ['thoughts', '**thoughts**'],
      'The **soul** becomes dyed with the colour of its **thoughts**.',
    ],
    [
      'each makes a link',
      ['soul becomes', '[soul becomes](a)'],
      ['with the colour', '[with the colour](b)'],
      'The [soul becomes](a) dyed [with the colour](b) of its thoughts.',
    ],
  ] as const)('should have the changes of both when %s', (_case, local, remote, expected) => {
    expect(mergeWords(sides(BASE, local, remote))).toBe(expected);
  });

  it.each([
    ['they replace the same word', ['soul', 'mind'], ['soul', 'spirit']],
    ['they change neighbouring words', ['soul', 'mind'], ['becomes', 'grows']],
    ['they add at the same place', ['dyed with', 'dyed slowly with'], ['dyed with', 'dyed quickly with']],
    ['they add at the end', ['thoughts.', 'thoughts. Mine.'], ['thoughts.', 'thoughts. Theirs.']],
    ['one takes out what the other changes', ['with the colour of its', 'with'], ['colour', 'hue']],
    [
      'one takes out what the other writes into',
      ['with the colour of its', 'with'],
      ['colour of', 'colour (or hue) of'],
    ],
    [
      'one rewrites all of it',
      [BASE, 'We are what we think of, day by day, in the end.'],
      ['thoughts', 'dreams'],
    ],
    [
      'the other rewrites all of it',
      ['soul', 'mind'],
      [BASE, 'Such as are your habitual ideas, such also will be the character.'],
    ],
    [
      'their emphasis would get crossed',
      ['soul becomes dyed', '**soul becomes dyed**'],
      ['dyed with the colour', 'dyed **with the colour of its thoughts**'],
    ],
    [
      'their links would get crossed',
      ['soul becomes dyed with', '[soul becomes dyed with](a)'],
      ['becomes dyed with the colour', 'becomes [dyed with the colour](b)'],
    ],
    [
      'one quotes and the other writes new lines',
      ['The soul', '> The soul'],
      ['thoughts.', 'thoughts.\n\nAnd more.'],
    ],
    [
      'the other quotes and one writes new lines',
      ['thoughts.', 'thoughts.\n\nAnd more.'],
      ['The soul', '> The soul'],
    ],
  ] as const)('should be a conflict when %s', (_case, local, remote) => {
    expect(mergeWords(sides(BASE, local, remote))).toBeNull();
  });

  it('should be a conflict when emphasis of the one would close that of the other', () => {
    const base = 'one **two three** four five six';
    expect(words(base, 'one **two** three four five six', 'one **two three four five** six')).toBeNull();
  });

  it('should be a conflict when one takes out an emphasis and the other ends it elsewhere', () => {
    expect(
      words(
        'one **two three four five** six',
        'one two three four five six',
        'one **two three** four five six',
      ),
    ).toBeNull();
  });

  it('should be a conflict when a comment of the one would end that of the other', () => {
    expect(
      words(
        'one two three four five six',
        'one <!-- two three four --> five six',
        'one two <!-- three four five --> six',
      ),
    ).toBeNull();
    expect(
      words(
        'one <!-- two --> three four five six',
        'one <!-- two three --> four five six',
        'ONE <!-- two --> three four five six',
      ),
    ).toBe('ONE <!-- two three --> four five six');
  });

  it('should be a conflict when one begins a comment and the other ends one', () => {
    expect(words('one two three four', '<!-- one two three four', 'one two three --> four')).toBeNull();
  });

  it('should be a conflict when one side makes a column and the other a row of a table', () => {
    const base = '| a | b |\n| --- | --- |\n| one | two |\n| three | four |';
    const column = base.replace(/\|$/gm, '| x |');
    expect(words(base, column, `${base}\n| five | six |`)).toBeNull();
    expect(words(base, base.replace('one', 'ONE'), `${base}\n| five | six |`)).toBe(
      `${base.replace('one', 'ONE')}\n| five | six |`,
    );
  });

  it('should not make one address of two, nor one link', () => {
    const base = 'See https://example.org/a/b?c=d for [[Some Long Page]] and more of it';
    expect(mergeWords(sides(base, ['/a/', '/x/'], ['c=d', 'c=e']))).toBeNull();
    expect(mergeWords(sides(base, ['Some', 'My'], ['Page', 'Leaf']))).toBeNull();
    expect(mergeWords(sides(base, ['/a/', '/x/'], ['Page', 'Leaf']))).toBe(
      'See https://example.org/x/b?c=d for [[Some Long Leaf]] and more of it',
    );
  });

  it('should keep both quoted paragraphs when each side writes one at another place', () => {
    const base = '> one two three\n>\n> four five six';
    expect(words(base, `> mine\n>\n${base}`, `${base}\n>\n> theirs`)).toBe(`> mine\n>\n${base}\n>\n> theirs`);
  });

  it('should have the lines of both when each writes some in another place', () => {
    const base = 'one two\nthree four';
    expect(words(base, `mine\n\n${base}`, `${base}\n\ntheirs`)).toBe(`mine\n\n${base}\n\ntheirs`);
  });

  it('should merge scripts without blanks by their characters', () => {
    expect(mergeWords(sides('吾輩は猫である。名前はまだ無い。', ['猫', '犬'], ['まだ', 'もう']))).toBe(
      '吾輩は犬である。名前はもう無い。',
    );
  });

  it('should take letters that are composed in another way for the same, and keep those of the person', () => {
    const base = 'Ça n’était qu’à un café, déjà vu.';
    const local = base.normalize('NFD').replace('vu', 'lu');
    expect(words(base, local, base.replace('café', 'thé'))).toBe(
      local.replace('café'.normalize('NFD'), 'thé'),
    );
  });

  it('should match words rather than blanks when both take out the same word', () => {
    expect(words('a b c d e', 'a b x c e', 'y a b c e')).toBe('y a b x c e');
  });

  it('should keep the blanks of the side that changed what stands before them', () => {
    expect(words('one two three four', 'one two three FOUR', 'two three four')).toBe('two three FOUR');
    expect(words('- a b\n- c d\n- e f', '- a b\n- c d\n- e G', '- a b\n    - c d\n- e f')).toBe(
      '- a b\n    - c d\n- e G',
    );
  });

  it('should give up where two long texts have nothing in common', () => {
    const text = (letter: string): string =>
      Array.from({ length: 1400 }, (_, index) => `${letter}${String(index)}`).join(' ');
    expect(words(text('a'), text('b'), `${text('a')} end`)).toBeNull();
  });

  it('should merge a passage of the greatest length', () => {
    const base = Array.from({ length: 1400 }, (_, index) => `word${String(index % 90)}`).join(' ');
    const merged = words(base, `mine ${base}`, `${base} theirs`);
    expect(merged).toBe(`mine ${base} theirs`);
  });

  it('should merge the changes of both in a book, and be a conflict when they change the same place of it', () => {
    const paragraph = (index: number): string =>
      Array.from({ length: 50 }, (_, word) => `word${String((index * 31 + word * 7) % 90)}`).join(' ');
    const base = Array.from({ length: 2000 }, (_, index) => `${String(index)} ${paragraph(index)}`).join(
      '\n\n',
    );
    const local = `mine ${base} mine`;
    const merged = words(base, local, base.replace('\n1000 ', '\n1000 theirs '));
    expect(merged).toBe(local.replace('\n1000 ', '\n1000 theirs '));
    expect(words(base, local, `theirs ${base} theirs`)).toBeNull();
  });

  const CLAUSES = 'one, two, three, four.';

  it('should be a conflict when one side has fewer than half of its words left', () => {
    expect(words(CLAUSES, 'mine, our, own, four.', `${CLAUSES} five`)).toBeNull();
    expect(words(CLAUSES, `${CLAUSES} five`, 'mine, our, own, four.')).toBeNull();
    expect(words(CLAUSES, 'mine, own, three, four.', `${CLAUSES} five`)).toBe('mine, own, three, four. five');
    expect(words(`${CLAUSES} Five.`, 'mine, our, own, four. Five.', `${CLAUSES} Five, six.`)).toBeNull();
  });

  it('should have the changes of both when one side left but one of its words', () => {
    expect(words(CLAUSES, '“…” four.', `${CLAUSES} five`)).toBe('“…” four. five');
  });

  it('should be a conflict when they change words with nothing but a mark between them', () => {
    expect(mergeWords(sides(CLAUSES, ['two', 'mine'], ['three', 'theirs']))).toBeNull();
  });

  it('should have a change once when both split a paragraph in the same place', () => {
    const base = sides(BASE, ['dyed with', 'dyed\n\nwith'], ['dyed with', 'dyed\n\nwith']);
    expect(mergeWords({ ...base, remote: base.remote.replace('thoughts', 'dreams') })).toBe(
      'The soul becomes dyed\n\nwith the colour of its dreams.',
    );
  });

  it('should have the changes of both when one quotes and the other changes words on either side of a line end', () => {
    const base = 'one two\nthree four';
    expect(words(base, 'one mine\nown four', `> ${base}`)).toBe('> one mine\nown four');
  });

  it('should be a conflict when one side makes a column between others and the other a row', () => {
    const base = '| a | b |\n| --- | --- |\n| one | two |\n| three | four |';
    const local = '| a | x | b |\n| --- | --- | --- |\n| one | x | two |\n| three | x | four |';
    expect(words(base, local, `${base}\n| five | six |`)).toBeNull();
    expect(words(base, local, `${base}\n\nMore of it.`)).toBe(`${local}\n\nMore of it.`);
  });

  it('should take in any number of words that one side writes or takes out', () => {
    const essay = Array.from({ length: 1500 }, (_, index) => `word${String(index)}`).join(' ');
    expect(words(BASE, BASE.replace('dyed', `dyed ${essay}`), BASE.replace('thoughts', 'dreams'))).toContain(
      `dyed ${essay} with the colour of its dreams.`,
    );
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', '\n', ' ', '**', '> '), { maxLength: 25 })
    .map((parts) => parts.join(' '));

  it("should give the other side's text when one changed nothing", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const rewritten = words(base, base, changed);
        expect(rewritten === null || rewritten.replace(/ /g, '') === changed.replace(/ /g, '')).toBe(true);
        const kept = words(base, changed, base);
        expect(kept === null || kept === changed).toBe(true);
      }),
      { numRuns: 2000, seed: SEED },
    );
  });
});

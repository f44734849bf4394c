import fc from 'fast-check';
import { mergeWords } from '../../../src/core/merge/three-way';
import { diffWords, wordsOf } from '../../../src/core/merge/word-diff';

const BASE = 'The soul becomes dyed with the colour of its thoughts.';

/** Each pair is what one side makes of what. */
function sides(base: string, local: readonly [string, string], remote: readonly [string, string]) {
  for (const [from] of [local, remote]) if (!base.includes(from)) throw new Error(from);
  return { base, local: base.replace(...local), remote: base.replace(...remote) };
}

describe('mergeWords', () => {
  it.each([
    ['words are replaced', ['soul', 'mind'], ['thoughts', 'dreams'], 'The mind becomes dyed with the colour of its dreams.'],
    ['words are added and removed', ['becomes dyed', 'becomes slowly dyed'], ['colour of its ', ''], 'The soul becomes slowly dyed with the thoughts.'],
    ['one adds at the beginning and one at the end', ['The soul', '*Look:* the soul'], ['thoughts.', 'thoughts. (5.16)'], '*Look:* the soul becomes dyed with the colour of its thoughts. (5.16)'],
    ['the service adds at the beginning', ['thoughts', 'dreams'], ['The soul', 'And the soul'], 'And the soul becomes dyed with the colour of its dreams.'],
    ['one splits a paragraph', ['dyed with', 'dyed\n\nwith'], ['thoughts', 'dreams'], 'The soul becomes dyed\n\nwith the colour of its dreams.'],
    ['both make the same change, and one another', ['soul', 'mind'], ['soul', 'mind'], 'The mind becomes dyed with the colour of its thoughts.'],
    ['one takes out a word that another stands apart from', [' becomes', ''], ['colour ', ''], 'The soul dyed with the of its thoughts.'],
    ['one marks words', ['soul becomes', '**soul** becomes'], ['thoughts', '**thoughts**'], 'The **soul** becomes dyed with the colour of its **thoughts**.'],
    ['each makes a link', ['soul becomes', '[soul becomes](a)'], ['with the colour', '[with the colour](b)'], 'The [soul becomes](a) dyed [with the colour](b) of its thoughts.'],
  ] as const)('should have the changes of both when %s', (_case, local, remote, expected) => {
    expect(mergeWords(sides(BASE, local, remote))).toBe(expected);
  });

  it.each([
    ['they replace the same word', ['soul', 'mind'], ['soul', 'spirit']],
    ['they change neighbouring words', ['soul', 'mind'], ['becomes', 'grows']],
    ['they add at the same place', ['dyed with', 'dyed slowly with'], ['dyed with', 'dyed quickly with']],
    ['they add at the end', ['thoughts.', 'thoughts. Mine.'], ['thoughts.', 'thoughts. Theirs.']],
    ['one takes out what the other changes', ['with the colour of its', 'with'], ['colour', 'hue']],
    ['one takes out what the other writes into', ['with the colour of its', 'with'], ['colour of', 'colour (or hue) of']],
    ['one rewrites all of it', [BASE, 'We are what we think of, day by day, in the end.'], ['thoughts', 'dreams']],
    ['the other rewrites all of it', ['soul', 'mind'], [BASE, 'Such as are your habitual ideas, such also will be the character.']],
    ['their emphasis would get crossed', ['soul becomes dyed', '**soul becomes dyed**'], ['dyed with the colour', 'dyed **with the colour of its thoughts**']],
    ['their links would get crossed', ['soul becomes dyed with', '[soul becomes dyed with](a)'], ['becomes dyed with the colour', 'becomes [dyed with the colour](b)']],
    ['one quotes and the other writes new lines', ['The soul', '> The soul'], ['thoughts.', 'thoughts.\n\nAnd more.']],
    ['the other quotes and one writes new lines', ['thoughts.', 'thoughts.\n\nAnd more.'], ['The soul', '> The soul']],
  ] as const)('should be a conflict when %s', (_case, local, remote) => {
    expect(mergeWords(sides(BASE, local, remote))).toBeNull();
  });

  it('should be a conflict when emphasis of the one would close that of the other', () => {
    const base = 'one **two three** four five six';
    expect(mergeWords({ base, local: 'one **two** three four five six', remote: 'one **two three four five** six' })).toBeNull();
  });

  it('should be a conflict when one side makes a column and the other a row of a table', () => {
    const base = '| a | b |\n| --- | --- |\n| one | two |\n| three | four |';
    const column = base.replace(/\|$/gm, '| x |');
    expect(mergeWords({ base, local: column, remote: `${base}\n| five | six |` })).toBeNull();
    expect(mergeWords({ base, local: base.replace('one', 'ONE'), remote: `${base}\n| five | six |` })).toBe(`${base.replace('one', 'ONE')}\n| five | six |`);
  });

  it('should not make one address of two, nor one link', () => {
    const base = 'See https://example.org/a/b?c=d for [[Some Page]] and more of it';
    expect(mergeWords(sides(base, ['/a/', '/x/'], ['c=d', 'c=e']))).toBeNull();
    expect(mergeWords(sides(base, ['Some', 'My'], ['Page', 'Leaf']))).toBeNull();
    expect(mergeWords(sides(base, ['/a/', '/x/'], ['Page', 'Leaf']))).toBe('See https://example.org/x/b?c=d for [[Some Leaf]] and more of it');
  });

  it('should keep both quoted paragraphs when each side writes one at another place', () => {
    const base = '> one two three\n>\n> four five six';
    expect(mergeWords({ base, local: `> mine\n>\n${base}`, remote: `${base}\n>\n> theirs` })).toBe(`> mine\n>\n${base}\n>\n> theirs`);
  });

  it('should merge scripts without blanks by their characters', () => {
    expect(mergeWords(sides('吾輩は猫である。名前はまだ無い。', ['猫', '犬'], ['まだ', 'もう']))).toBe('吾輩は犬である。名前はもう無い。');
  });

  it('should take letters that are composed in another way for the same, and keep those of the person', () => {
    const base = 'Ça n’était qu’à un café, déjà vu.';
    const local = base.normalize('NFD').replace('vu', 'lu');
    expect(mergeWords({ base, local, remote: base.replace('café', 'thé') })).toBe(local.replace('café'.normalize('NFD'), 'thé'));
  });

  it('should match words rather than blanks when both take out the same word', () => {
    expect(mergeWords({ base: 'a b c d e', local: 'a b x c e', remote: 'y a b c e' })).toBe('y a b x c e');
  });

  it('should keep the blanks of the side that changed what stands before them', () => {
    expect(mergeWords({ base: 'one two three four', local: 'one two three FOUR', remote: 'two three four' })).toBe('two three FOUR');
    expect(mergeWords({ base: '- a b\n- c d\n- e f', local: '- a b\n- c d\n- e G', remote: '- a b\n    - c d\n- e f' })).toBe('- a b\n    - c d\n- e G');
  });

  it('should give up where two long texts have nothing in common', () => {
    const text = (letter: string): string => Array.from({ length: 1400 }, (_, index) => `${letter}${String(index)}`).join(' ');
    expect(mergeWords({ base: text('a'), local: text('b'), remote: `${text('a')} end` })).toBeNull();
    expect(diffWords(wordsOf(text('a')).keys, wordsOf(text('b')).keys)).toBeNull();
  });

  it('should merge a passage of the greatest length', () => {
    const base = Array.from({ length: 1400 }, (_, index) => `word${String(index % 90)}`).join(' ');
    const merged = mergeWords({ base, local: `mine ${base}`, remote: `${base} theirs` });
    expect(merged).toBe(`mine ${base} theirs`);
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '\n', ' ', '**', '> '), { maxLength: 25 }).map((parts) => parts.join(' '));

  it('should give the other side\'s text when one changed nothing', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const rewritten = mergeWords({ base, local: base, remote: changed });
        expect(rewritten === null || rewritten.replace(/ /g, '') === changed.replace(/ /g, '')).toBe(true);
        const kept = mergeWords({ base, local: changed, remote: base });
        expect(kept === null || kept === changed).toBe(true);
      }),
      { numRuns: 2000, seed: 20_261_121 },
    );
  });
});

describe('diffWords', () => {
  it('should find differences that make the new words of the old, as few as can be', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (old, next) => {
        const hunks = diffWords(old, next) ?? [];
        let at = 0;
        const made: string[] = [];
        for (const hunk of hunks) {
          made.push(...old.slice(at, hunk.oldStart), ...next.slice(hunk.newStart, hunk.newEnd));
          at = hunk.oldEnd;
        }
        expect([...made, ...old.slice(at)]).toEqual(next);
        const edits = hunks.reduce((sum, hunk) => sum + hunk.oldEnd - hunk.oldStart + hunk.newEnd - hunk.newStart, 0);
        expect(edits).toBe(old.length + next.length - 2 * longestCommon(old, next));
      }),
      { numRuns: 2000, seed: 20_261_121 },
    );
  });
});

/** By the book. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = Array<number>(right.length + 1).fill(0);
  for (const one of left) {
    const next = [0];
    right.forEach((other, index) => next.push(one === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0)));
    row = next;
  }
  return row[right.length] ?? 0;
}

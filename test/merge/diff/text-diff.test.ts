import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts, diffTexts, type DiffRun, type TextDiff } from '../../../src/merge/diff/text-diff';

const NUMBERS = Array.from({ length: 40 }, (_, index) => `line ${String(index)}`);

/** As a person would read it: changed words in brackets, lines in between as they are. */
function shown({ lines }: TextDiff): readonly string[] {
  return lines.map((line) => {
    if (line.kind === 'folded') return `… ${String(line.count)}`;
    if (line.kind === 'same') return `  ${line.text}`;
    return `${line.kind === 'added' ? '+' : '-'} ${line.runs.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`;
  });
}

describe('how two texts differ', () => {
  it('should say nothing when they are the same', () => {
    expect(diffTexts('One\nTwo\n', 'One\nTwo\n')).toEqual({ lines: [], added: 0, removed: 0, notShown: 0 });
  });

  it('should mark the words that make the difference when a line was changed', () => {
    expect(shown(diffTexts('The quick brown fox\nsleeps\n', 'The quick red fox\nsleeps\n'))).toEqual([
      '- The quick [brown] fox',
      '+ The quick [red] fox',
      '  sleeps',
    ]);
  });

  it('should mark whole lines when there is little in common', () => {
    expect(shown(diffTexts('Nothing of this stays\n', 'Another text altogether here\n'))).toEqual([
      '- [Nothing of this stays]',
      '+ [Another text altogether here]',
    ]);
  });

  it('should show every line as added when there was no text', () => {
    expect(diffTexts('', 'One\n\nTwo\n')).toMatchObject({ added: 3, removed: 0 });
    expect(shown(diffTexts('', 'One\n\nTwo\n'))).toEqual(['+ [One]', '+ []', '+ [Two]']);
  });

  it('should fold lines that are far from any change', () => {
    const after = [...NUMBERS.slice(0, 20), 'another line', ...NUMBERS.slice(20)];
    expect(shown(diffTexts(NUMBERS.join('\n'), after.join('\n')))).toEqual([
      '… 17',
      '  line 17',
      '  line 18',
      '  line 19',
      '+ [another line]',
      '  line 20',
      '  line 21',
      '  line 22',
      '… 17',
    ]);
  });

  it('should keep the context of both when two changes are near each other', () => {
    const after = NUMBERS.map((line, index) => (index === 5 || index === 10 ? `${line} changed` : line));
    const result = shown(diffTexts(NUMBERS.slice(0, 12).join('\n'), after.slice(0, 12).join('\n')));
    expect(result).toEqual([
      '… 2',
      '  line 2',
      '  line 3',
      '  line 4',
      '- line 5',
      '+ line 5[ changed]',
      '  line 6',
      '  line 7',
      '  line 8',
      '  line 9',
      '- line 10',
      '+ line 10[ changed]',
      '  line 11',
    ]);
  });

  it('should tell the lines of both texts in their order whatever they are', () => {
    const line = fc.constantFrom('', 'one', 'two words', '> quoted text ^rw1', '---', 'one two three four');
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.map((each) => `${each}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { lines, added, removed, notShown } = diffTexts(before, after);
        const unchanged = lines.reduce(
          (sum, each) => sum + (each.kind === 'folded' ? each.count : each.kind === 'same' ? 1 : 0),
          0,
        );
        const of = (kind: 'added' | 'removed'): number => lines.filter((each) => each.kind === kind).length;
        expect(notShown).toBe(0);
        expect([of('added'), of('removed')]).toEqual([added, removed]);
        if (before !== after)
          expect([unchanged + removed, unchanged + added]).toEqual([
            before.split('\n').length - 1,
            after.split('\n').length - 1,
          ]);
        expect(lines.length === 0).toBe(before === after);
      }),
    );
  });
});

describe('how two huge texts differ', () => {
  const words = (seed: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `w${String((index * 7919 + seed) % 10007)}`).join(' ');
  const lines = (seed: number): string =>
    Array.from({ length: 40_000 }, (_, index) => `${words(seed + index, 8)}\n`).join('');

  it('should find one changed line when the note has two megabytes', () => {
    const before = lines(1);
    const middle = before.indexOf('\n', 1_000_000) + 1;
    const diff = diffTexts(before, `${before.slice(0, middle)}A new line.\n${before.slice(middle)}`);
    expect(diff).toMatchObject({ added: 1, removed: 0, notShown: 0 });
    expect(diff.lines.length).toBeLessThan(12);
  });

  it('should count what it does not show when all of two megabytes was changed', () => {
    const diff = diffTexts(lines(1), lines(2).replaceAll('w', 'v'));
    expect(diff).toMatchObject({ added: 40_000, removed: 40_000 });
    expect(diff.notShown).toBe(76_000);
    expect(diff.lines).toHaveLength(4000);
  });

  it('should come to an end when two texts have many short lines in another order', () => {
    const short = (seed: number): string =>
      Array.from({ length: 20_000 }, (_, index) => `l${String((index * seed) % 97)}\n`).join('');
    expect(diffTexts(short(5), short(7)).added).toBeGreaterThan(0);
  });
});

describe('two texts beside each other', () => {
  const marked = (runs: readonly DiffRun[]): string =>
    runs.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

  it('should have the words marked that only one of them has', () => {
    const { one, other } = compareTexts('The quick brown fox\nsleeps', 'The quick red fox\nsleeps');
    expect([marked(one), marked(other)]).toEqual([
      'The quick [brown] fox\nsleeps',
      'The quick [red] fox\nsleeps',
    ]);
  });

  it('should have nothing marked when they have little in common, or one is empty', () => {
    for (const [before, after] of [
      ['Nothing of this stays', 'Another text altogether here'],
      ['', 'Quite new'],
    ] as const) {
      const { one, other } = compareTexts(before, after);
      expect([marked(one), marked(other)]).toEqual([before, after]);
    }
  });

  it('should lose no word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const { one, other } = compareTexts(before, after);
        const textOf = (runs: readonly DiffRun[]): string => runs.map(({ text }) => text).join('');
        expect([textOf(one), textOf(other)]).toEqual([before, after]);
      }),
    );
  });
});

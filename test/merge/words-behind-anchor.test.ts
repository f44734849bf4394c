import { SEED } from '../property/runs';
import fc from 'fast-check';
import { isUntouched, splitNote } from '../../src/notes/note/note';
import { findConflicts, resolveConflict } from '../../src/merge/resolve-conflict';
import { amount } from '../support/amount';
import { settledText } from '../../src/notes/template/settle';
import { bodyOf, BOX, highlight, MARK, merge, version, written } from './merge-sides';

const ONE = highlight(1, 'First passage, of some words.');
const TWO = highlight(2, '> Second passage.\n>\n> Page 2');
const WROTE = version([ONE, TWO]);
const become = (text: string) =>
  version([
    { ...ONE, text: `First ${text}.` },
    { ...TWO, text: `> ${text}.` },
  ]);
const typed = (from: string, to: string): string => {
  const text = written(WROTE);
  if (!text.includes(from)) throw new Error(from);
  return text.replace(from, to);
};

describe('words typed behind an anchor (I2)', () => {
  it.each([
    ['of a quote', '\n^rw2', '\n^rw2 my words'],
    ['of a quote without a blank', '\n^rw2', '\n^rw2my words'],
    ['of a quote with many blanks', '\n^rw2', '\n^rw2  my words  '],
  ])('should come out as a paragraph below the block when the anchor is that %s', (_case, from, to) => {
    const { text, conflicts } = merge(typed(from, to), become('new'), { wrote: WROTE });
    expect(conflicts).toEqual([]);
    expect(bodyOf(text)).toBe('# Meditations\n\nFirst new. ^rw1\n\n> new.\n\n^rw2\n\nmy words');
  });

  it('should stand before the anchor with a blank when they were typed directly before it', () => {
    const { text } = merge(typed('\n^rw2', '\nmy words^rw2'), WROTE, { wrote: WROTE });
    expect(bodyOf(text)).toMatch(/> Page 2\n\nmy words \^rw2$/);
  });

  it('should come out below a paragraph, above what stands below that', () => {
    const { text } = merge(typed('words. ^rw1', 'words. ^rw1 my words\nand more'), become('new'));
    expect(bodyOf(text)).toBe('# Meditations\n\nFirst new. ^rw1\n\nmy words\nand more\n\n> new.\n\n^rw2');
  });

  it('should come out once, and let later corrections arrive', () => {
    const first = merge(typed('\n^rw2', '\n^rw2 my words'), become('new'), { wrote: WROTE }).text;
    expect(merge(first, become('new'), { wrote: become('new') }).text).toBe(first);
    const later = merge(first, become('later'), { wrote: become('new') });
    expect(later.conflicts).toEqual([]);
    expect(bodyOf(later.text)).toBe('# Meditations\n\nFirst later. ^rw1\n\n> later.\n\n^rw2\n\nmy words');
  });

  it('should come out when nothing else changed', () => {
    expect(bodyOf(merge(typed('\n^rw2', '\n^rw2 my words'), WROTE).text)).toMatch(/\n\^rw2\n\nmy words$/);
  });

  it('should keep a block that was deleted at the service', () => {
    const text = typed('\n^rw2', '\n^rw2 my words');
    expect(isUntouched(splitNote(text))).toBe(false);
    const after = merge(text, version([ONE]), { gone: new Set(['rw2']) }).text;
    expect(bodyOf(after)).toMatch(new RegExp(`\\^rw2\\n\\n${MARK.replaceAll('*', '\\*')}\\n\\nmy words$`));
  });

  it('should stay where the anchor is named in a sentence or in code, and its block stands elsewhere', () => {
    for (const mine of ['As ^rw2 says, so it is.', '```\n^rw2 in code\n```']) {
      const { text } = merge(typed('words. ^rw1', `words. ^rw1\n\n${mine}`), become('new'));
      expect(bodyOf(text)).toBe(`# Meditations\n\nFirst new. ^rw1\n\n${mine}\n\n> new.\n\n^rw2`);
    }
  });

  it('should not be found in a passage that names the anchor of a deleted block (I10)', () => {
    expect(settledText('Power x^rw2 and `^rw2 more`, see [[#^rw2|there]].')).toBe(
      'Power x\\^rw2 and `\\^rw2 more`, see [[#^rw2|there]].',
    );
    const hostile = version([{ ...ONE, text: settledText('Power x^rw2 and more.') }, TWO]);
    const deleted = written(hostile).replace(/> Second[^]*\^rw2\n/, '');
    expect(bodyOf(merge(deleted, hostile, { wrote: hostile }).text)).toBe(
      '# Meditations\n\nPower x\\^rw2 and more. ^rw1',
    );
  });

  it('should be kept when a conflict in the block is settled', () => {
    const clashed = merge(typed('Second', 'My'), version([ONE, { ...TWO, text: '> Other passage.' }]), {
      wrote: WROTE,
    }).text.replace('\n^rw2', '\n^rw2 my words');
    const [conflict] = findConflicts(clashed, BOX);
    if (conflict === undefined) throw new Error('There is no conflict');
    for (const resolution of ['mine', 'theirs', 'both'] as const) {
      const settled = resolveConflict(clashed, { conflict, resolution, conflictMark: BOX }) ?? '';
      expect(settled).toContain('\n^rw2\n\nmy words\n');
      expect(settled).not.toContain('[!warning]');
      expect(settled).toContain(resolution === 'theirs' ? '> Other passage.\n\n^rw2' : '> My passage.');
    }
  });
});

describe('a word at any place of a note', () => {
  const body = bodyOf(written(WROTE));
  const isBlank = (at: number): boolean => (body[at] ?? ' ').trim() === '';
  const places = [...body, ''].flatMap((_letter, at) => (isBlank(at - 1) === isBlank(at) ? [] : [at]));
  const nexts = [WROTE, become('new'), version([TWO, ONE]), version([TWO])];

  it('should stay in the note once, with each anchor once, whatever the service does (I2, I5)', () => {
    const spacing = fc.constantFrom(['', ' '], [' ', ''], ['\n', '\n'], ['\n\n', '\n\n'], ['', '']);
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        spacing,
        fc.constantFrom(...nexts),
        fc.boolean(),
        (at, [before = '', after = ''], next, isBaseKnown) => {
          const edited = `${body.slice(0, at)}${before}mine${after}${body.slice(at)}`;
          const text = written(WROTE).replace(body, () => edited);
          const gone = new Set(next.blocks.has('rw1') ? [] : ['rw1']);
          const known = isBaseKnown ? { wrote: WROTE } : {};
          const merged = merge(text, next, { gone, ...known }).text;
          expect(merged.split('mine')).toHaveLength(2);
          for (const anchor of next.blocks.keys())
            if (new RegExp(`\\^${anchor}(?!\\w)`).test(edited))
              expect([merged, merged.match(new RegExp(`(?:^|\\s)\\^${anchor}$`, 'gm'))?.length]).toEqual([
                merged,
                1,
              ]);
          expect(merge(merged, next, { gone, wrote: next }).text).toBe(merged);
        },
      ),
      { numRuns: amount('PROPERTY_RUNS', { quick: 400, full: 20_000 }), seed: SEED },
    );
  });
});

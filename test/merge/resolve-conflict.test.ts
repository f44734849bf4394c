import { findConflicts, resolveConflict, type Resolution } from '../../src/merge/resolve-conflict';
import { splitNote } from '../../src/notes/note/note';
import { bodyOf, BOX, highlight, merge, placeTemplate, version, written } from './merge-sides';
import { plainNote } from '../support/builders';
import type { Item } from '../../src/model/model';

const ONE = highlight(1, 'The soul becomes dyed with the colour of its thoughts.');
const TWO = highlight(2, 'Second passage.');
const WROTE = version([ONE, TWO]);
const CLASHING = version([{ ...ONE, text: ONE.text.replace('soul', 'spirit') }, TWO]);

const clash = (edit: (text: string) => string, next = CLASHING): string =>
  merge(edit(written(WROTE)), next, { wrote: WROTE }).text;

const CLASHED = clash((text) => text.replace('soul', 'mind'));

function resolved(text: string, resolution: Resolution, place = 0): string {
  const conflict = findConflicts(text, BOX)[place];
  if (conflict === undefined) throw new Error('There is no such conflict');
  const result = resolveConflict(text, { conflict, resolution, conflictMark: BOX });
  if (result === null) throw new Error('It was not found again');
  return result;
}

describe('conflicts in a note', () => {
  it('should be found with both texts, and without their anchors', () => {
    expect(findConflicts(CLASHED, BOX)).toEqual([
      {
        block: 'rw1',
        mine: 'The mind becomes dyed with the colour of its thoughts.',
        theirs: 'The spirit becomes dyed with the colour of its thoughts.',
      },
    ]);
  });

  it.each([
    ['a note that nobody changed', written(WROTE)],
    ['a note without a trailer', CLASHED.replace(/%% florilegium.*%%/, '')],
    [
      'a box that the person wrote into',
      CLASHED.replace('The spirit becomes', 'The spirit, really, becomes'),
    ],
    ['a box that the person took out', CLASHED.replace(/> \[!warning\][^]*?\n\n/, '')],
    ['a text that the person made the service’s own', CLASHED.replace('The mind', 'The spirit')],
    ['no note', ''],
  ])('should not be seen in %s', (_case, text) => {
    expect(findConflicts(text, BOX)).toEqual([]);
  });

  it('should be settled with the person’s text, so that only the box goes', () => {
    const text = resolved(CLASHED, 'mine');
    expect(bodyOf(text)).toBe(
      '# Meditations\n\nThe mind becomes dyed with the colour of its thoughts. ^rw1\n\nSecond passage. ^rw2',
    );
    expect(findConflicts(text, BOX)).toEqual([]);
    expect(merge(text, CLASHING, { wrote: CLASHING }).text).toBe(text);
  });

  it('should be settled with the service’s text, so that the note is as if nobody had touched it', () => {
    expect(resolved(CLASHED, 'theirs')).toBe(written(CLASHING));
  });

  it('should be settled with both, the service’s as a text of the person’s', () => {
    const text = resolved(CLASHED, 'both');
    expect(bodyOf(text)).toBe(
      '# Meditations\n\nThe mind becomes dyed with the colour of its thoughts. ^rw1\n\nThe spirit becomes dyed with the colour of its thoughts.\n\nSecond passage. ^rw2',
    );
    expect(merge(text, CLASHING, { wrote: CLASHING }).text).toBe(text);
  });

  it.each<[Resolution, RegExp]>([
    ['mine', /^# Meditations\n\nThe mind becomes[^]*Second passage[^>]*$/],
    ['theirs', /^# Meditations\n\nThe spirit becomes[^]*Second passage[^>]*$/],
  ])(
    'should be settled with %s where the person has taken the properties out, and none put in',
    (resolution, expected) => {
      expect(resolved(CLASHED.replace(/^---\n[^]*?\n---\n/, ''), resolution)).toMatch(expected);
    },
  );

  it('should let later changes of the service arrive, whatever was chosen', () => {
    const later = version([{ ...ONE, text: 'The spirit becomes dyed with the hue of its thoughts.' }, TWO]);
    const after = (resolution: Resolution) =>
      merge(resolved(CLASHED, resolution), later, { wrote: CLASHING });
    expect(after('theirs')).toEqual({ text: written(later), conflicts: [] });
    expect(bodyOf(after('mine').text)).toContain(
      'The mind becomes dyed with the hue of its thoughts. ^rw1\n\nSecond',
    );
    expect(bodyOf(after('both').text)).toContain(
      'The mind becomes dyed with the hue of its thoughts. ^rw1\n\nThe spirit becomes dyed with the colour of its thoughts.\n\nSecond',
    );
  });

  it('should keep what the person wrote around them, line ends and properties', () => {
    const text = clash((before) =>
      before
        .replace('soul', 'mind')
        .replace('^rw1', '^rw1\n\nUnder it.')
        .replace('title:', 'mine: yes\ntitle:')
        .replaceAll('\n', '\r\n'),
    );
    const settled = resolved(text, 'theirs');
    expect(settled).toContain('\r\nmine: yes\r\n');
    expect(settled.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(bodyOf(settled.replaceAll('\r\n', '\n'))).toBe(
      '# Meditations\n\nThe spirit becomes dyed with the colour of its thoughts. ^rw1\n\nUnder it.\n\nSecond passage. ^rw2',
    );
  });

  it('should show all that goes when the person put the block into a list of theirs', () => {
    const text = clash((before) =>
      before
        .replace('The soul', '- a thing of mine\n- The mind')
        .replace('\n\nSecond', '\nand right under it\n\nSecond'),
    );
    expect(findConflicts(text, BOX)[0]?.mine).toBe(
      '- a thing of mine\n- The mind becomes dyed with the colour of its thoughts.',
    );
    const settled = resolved(text, 'theirs');
    expect(bodyOf(settled)).toBe(
      '# Meditations\n\nThe spirit becomes dyed with the colour of its thoughts. ^rw1\n\nand right under it\n\nSecond passage. ^rw2',
    );
    expect(merge(settled, CLASHING, { wrote: CLASHING }).text).toBe(settled);
  });

  it('should be settled one by one', () => {
    const both = version([
      { ...ONE, text: ONE.text.replace('soul', 'spirit') },
      { ...TWO, text: 'Third passage.' },
    ]);
    const text = clash((before) => before.replace('soul', 'mind').replace('Second', 'Other'), both);
    expect(findConflicts(text, BOX).map(({ block }) => block)).toEqual(['rw1', 'rw2']);
    const once = resolved(text, 'theirs', 1);
    expect(findConflicts(once, BOX).map(({ block }) => block)).toEqual(['rw1']);
    expect(resolved(once, 'theirs')).toBe(written(both));
  });

  it('should be told apart when both of their texts are the same', () => {
    const twice = version([ONE, { ...ONE, anchor: 'rw2', location: 2 }]);
    const changed = { ...ONE, text: ONE.text.replace('soul', 'spirit') };
    const next = version([changed, { ...changed, anchor: 'rw2', location: 2 }]);
    const text = merge(written(twice).replaceAll('soul', 'mind'), next, { wrote: twice }).text;
    const settled = resolved(text, 'theirs', 1);
    expect(findConflicts(settled, BOX).map(({ block }) => block)).toEqual(['rw1']);
    expect(bodyOf(settled)).toMatch(/The spirit becomes [^^]*\^rw2$/);
  });

  it('should leave what the person wrote above a block of several paragraphs, whose first they changed', () => {
    const options = { template: placeTemplate };
    const wrote = version([ONE, { ...TWO, text: 'The second passage\n\nhas three parts' }], options);
    const next = version([ONE, { ...TWO, text: 'The third passage\n\nhas three parts' }], options);
    const text = merge(written(wrote).replace('The second', 'Under the first.\n\nMy other'), next, {
      wrote,
    }).text;
    const settled = resolved(text, 'theirs');
    expect(bodyOf(settled)).toBe(bodyOf(written(next)).replace('The third', 'Under the first.\n\nThe third'));
    expect(merge(settled, next, { wrote: next }).text).toBe(settled);
  });

  it('should leave what the person wrote above a block that they made shorter since', () => {
    const options = { template: placeTemplate };
    const wrote = version([ONE, { ...TWO, text: 'Second passage\n\nhas three parts' }], options);
    const next = version([ONE, { ...TWO, text: 'Third passage\n\nhas three parts' }], options);
    const text = merge(written(wrote).replace('Second', 'Other'), next, { wrote }).text.replace(
      'Other passage\n\nhas',
      '- Mine alone.\n\nAnother passage has',
    );
    expect(findConflicts(text, BOX)[0]?.mine).toMatch(/^Another passage/);
    expect(bodyOf(resolved(text, 'theirs'))).toBe(
      bodyOf(written(next)).replace('Third', '- Mine alone.\n\nThird'),
    );
  });

  it('should be found and settled in a note without a header', () => {
    const headless = {
      name: 'headless',
      render: (item: Item) => ({ ...plainNote(item), header: '' }),
    };
    const [wrote, next] = [
      version([ONE], { template: headless }),
      version([{ ...ONE, text: ONE.text.replace('soul', 'spirit') }], { template: headless }),
    ];
    const text = merge(written(wrote).replace('soul', 'mind'), next, { wrote }).text;
    expect(resolved(text, 'theirs')).toBe(written(next));
  });

  it('should be found when another note’s trailer was pasted under it', () => {
    const other = written(version([highlight(7, 'Another book.')], { title: 'Walden' }));
    const pasted = other.slice(other.lastIndexOf('%% florilegium'));
    expect(findConflicts(`${CLASHED}\n${pasted}`, BOX)).toHaveLength(1);
  });

  it('should be left when the note changed since it was looked at', () => {
    const [conflict] = findConflicts(CLASHED, BOX);
    if (conflict === undefined) throw new Error('There is no conflict');
    const edited = CLASHED.replace('The mind becomes', 'The mind often becomes');
    expect(resolveConflict(edited, { conflict, resolution: 'theirs', conflictMark: BOX })).toBeNull();
  });

  describe('in a header', () => {
    const RETITLED = version([ONE, TWO], { title: 'Meditations of Marcus Aurelius' });
    const TITLED = version([ONE, TWO], { title: 'Notes of Marcus Aurelius' });
    const text = merge(
      written(RETITLED)
        .replace('# Meditations of', 'Above.\n\n# My thoughts of')
        .replace('Aurelius\n\nThe', 'Aurelius\n\nUnder the title.\n\nThe'),
      TITLED,
      { wrote: RETITLED },
    ).text;

    it('should be found without what the person wrote around it', () => {
      expect(findConflicts(text, BOX)).toEqual([
        { block: 'header', mine: '# My thoughts of Marcus Aurelius', theirs: '# Notes of Marcus Aurelius' },
      ]);
    });

    it.each<[Resolution, string]>([
      ['mine', 'Above.\n\n# My thoughts of Marcus Aurelius\n\nUnder the title.'],
      ['theirs', 'Above.\n\n# Notes of Marcus Aurelius\n\nUnder the title.'],
      [
        'both',
        'Above.\n\n# My thoughts of Marcus Aurelius\n\n# Notes of Marcus Aurelius\n\nUnder the title.',
      ],
    ])('should be settled with %s', (resolution, head) => {
      const settled = resolved(text, resolution);
      expect(bodyOf(settled)).toBe(
        `${head}\n\nThe soul becomes dyed with the colour of its thoughts. ^rw1\n\nSecond passage. ^rw2`,
      );
      expect(merge(settled, TITLED, { wrote: TITLED }).text).toBe(settled);
      expect(splitNote(settled).trailer?.blocks.size).toBe(2);
    });

    it('should be settled with theirs alone when the person has theirs in several places', () => {
      const scattered = text.replace(
        '# My thoughts of Marcus Aurelius',
        '# Thoughts\n\nMine.\n\nof Marcus Aurelius',
      );
      expect(bodyOf(resolved(scattered, 'theirs'))).toMatch(
        /^Above\.\n\n# Thoughts\n\nMine\.\n\n# Notes of Marcus Aurelius\n\nUnder the title\.\n\nThe soul/,
      );
    });

    it.each([
      ['a paragraph that shares half of its words', 'Marcus Aurelius, my favorite emperor.'],
      ['a paragraph of words that all stand in it', 'Marcus Aurelius'],
      ['the same words in another order', 'Aurelius Marcus of notes'],
      ['a longer one that contains it', 'My notes of Marcus Aurelius, whom I read at school and ever since.'],
    ])("should be settled with theirs without %s of the person's (I2)", (_what, mine) => {
      for (const place of ['Above.', 'Under the title.']) {
        const own = text.replace(place, `${place}\n\n${mine}`);
        const settled = resolved(own, 'theirs');
        expect(bodyOf(settled)).toContain(`${place}\n\n${mine}\n\n`);
        expect(bodyOf(settled)).toContain('\n# Notes of Marcus Aurelius\n');
        expect(settled).not.toContain('My thoughts');
        expect(findConflicts(settled, BOX)).toEqual([]);
      }
    });

    it("should be settled with theirs without taking a paragraph of the person's where the header is gone", () => {
      const without = text
        .replace('# My thoughts of Marcus Aurelius\n\n', '')
        .replace('Under the title.', 'Marcus Aurelius, my favorite emperor.');
      expect(bodyOf(resolved(without, 'theirs'))).toMatch(
        /^# Notes of Marcus Aurelius\n\nAbove\.\n\nMarcus Aurelius, my favorite emperor\.\n\nThe soul/,
      );
    });

    it('should be put on top when the person took the header out', () => {
      const without = text.replace('# My thoughts of Marcus Aurelius\n\n', '');
      expect(findConflicts(without, BOX)).toMatchObject([{ block: 'header', mine: '' }]);
      expect(bodyOf(resolved(without, 'theirs'))).toMatch(
        /^# Notes of Marcus Aurelius\n\nAbove\.\n\nUnder the title\.\n\nThe soul/,
      );
    });
  });
});

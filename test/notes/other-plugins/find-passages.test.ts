import { findPassages } from '../../../src/notes/other-plugins/find-passages';
import type { NamedHighlight } from '../../../src/notes/other-plugins/as-served';
import { namesOfHighlight } from '../../../src/notes/other-plugins/named';
import type { ItemHighlight } from '../../../src/model/model';
import { anItemHighlight } from '../../support/builders';

const highlight = (id: number, text: string, values: Partial<ItemHighlight> = {}): NamedHighlight => {
  const anchor = `rw${String(id)}`;
  const given = { anchor, otherAnchor: null, text, note: '', tags: [], color: '', ...values };
  const one = anItemHighlight(given);
  return { ...one, names: new Set(namesOfHighlight(one, 'B0ABCDEFGH')), itemNames: new Set() };
};

/** Each passage as it stands, by its anchor; with a mark where it is not what the service says. */
function passagesOf(note: string, highlights: readonly NamedHighlight[]) {
  const lines = note.split('\n');
  const { passages, unmarkable } = findPassages(lines, highlights);
  return {
    found: Object.fromEntries(
      passages.map(({ anchor, start, end, isAsServed }) => [
        anchor,
        `${isAsServed ? '' : 'edited: '}${lines.slice(start, end).join('\n')}`,
      ]),
    ),
    unmarkable,
  };
}

const ONE = highlight(101, 'I went to the woods because I wished to live deliberately.');
const TWO = highlight(102, 'Simplify, simplify.');

describe('findPassages', () => {
  it('should find a text whatever became of its quotes, entities, emphasis and line breaks', () => {
    const said = highlight(101, '“Don’t” *walk* — he said — in Ben & Jerry’s wood <today>.');
    expect(
      passagesOf('- "Don\'t" walk — he said —\n  in Ben &amp; Jerry\'s wood \\<today\\>.', [said]).found,
    ).toEqual({ rw101: '- "Don\'t" walk — he said —\n  in Ben &amp; Jerry\'s wood \\<today\\>.' });
  });

  it('should take several paragraphs for one passage when the text spans them', () => {
    const long = highlight(101, 'The first paragraph of it.\n\nThe second one.', { note: 'Mine.' });
    const note = 'The first paragraph of it.\n\nThe second one. ^101\n\nNote: Mine.';
    expect(passagesOf(`Above.\n\n${note}\n\n---\n\nBelow.`, [long]).found).toEqual({ rw101: note });
  });

  it('should keep a passage apart from what a person hung on it, and know that it is theirs', () => {
    expect(passagesOf(`- ${ONE.text}\n    - my thought on it\n- mine`, [ONE]).found).toEqual({
      rw101: `edited: - ${ONE.text}\n    - my thought on it`,
    });
    expect(passagesOf(`- ${ONE.text}\n\nMy thought.`, [ONE]).found).toEqual({ rw101: `- ${ONE.text}` });
  });

  it.each(['!', ' 👍', ' ==', ' [[woods]]', ' mine'])(
    'should know that a person was at it when %j was put in',
    (mark) => {
      expect(
        passagesOf(`> ${ONE.text.replace('woods', `woods${mark}`)}\n> [open](https://readwise.io/open/101)`, [
          ONE,
        ]).found['rw101'],
      ).toMatch(/^edited: /);
    },
  );

  it('should find a passage that a person changed a little, but not one of which little is left', () => {
    expect(
      passagesOf('I went to the deep woods because I wished to live slowly and deliberately.', [ONE]).found[
        'rw101'
      ],
    ).toMatch(/^edited: /);
    expect(passagesOf('I went to live deliberately in a house.', [ONE]).found).toEqual({});
  });

  it("should not take a person's sentence that begins with a short text for the passage", () => {
    expect(passagesOf('Simplify, simplify, is what I say to everybody.', [TWO]).found).toEqual({});
    expect(passagesOf('> Simplify, simplify.', [TWO]).found).toEqual({ rw102: '> Simplify, simplify.' });
  });

  it('should tell apart texts of which one holds the other', () => {
    const longer = highlight(103, `${ONE.text} And not when I came to die discover that I had not lived.`);
    const note = `- ${longer.text}\n- ${ONE.text}`;
    expect(passagesOf(note, [ONE, longer]).found).toEqual({
      rw101: `- ${ONE.text}`,
      rw103: `- ${longer.text}`,
    });
    expect(passagesOf(`- ${longer.text}`, [ONE, longer]).found).toEqual({ rw103: `- ${longer.text}` });
  });

  it('should give equal texts a passage each', () => {
    const again = highlight(104, ONE.text);
    expect(Object.keys(passagesOf(`- ${ONE.text}\n- ${ONE.text}`, [ONE, again]).found)).toHaveLength(2);
  });

  it('should cut lines under one another at their ids', () => {
    const note = `${ONE.text} %% highlight_id: 101 %%\nNote: of it\n${TWO.text} %% highlight_id: 102 %%`;
    expect(passagesOf(note, [{ ...ONE, note: 'of it' }, TWO]).found).toEqual({
      rw101: `${ONE.text} %% highlight_id: 101 %%\nNote: of it`,
      rw102: `${TWO.text} %% highlight_id: 102 %%`,
    });
  });

  it('should not mark passages that share a table or a quote', () => {
    const note = `> ${ONE.text} [a](https://readwise.io/open/101)\n> ${TWO.text} [b](https://readwise.io/open/102)`;
    expect(passagesOf(note, [ONE, TWO])).toEqual({ found: {}, unmarkable: ['rw101', 'rw102'] });
  });

  it("should not mark a passage in the midst of a person's paragraph, nor count it as missing", () => {
    expect(
      passagesOf(`As he says, ${ONE.text} That is so.\n`, [ONE]).unmarkable.concat(
        Object.keys(passagesOf(`As he says, ${ONE.text} That is so.\n`, [ONE]).found),
      ),
    ).toEqual(['rw101']);
  });

  it('should take nothing for a passage when the note holds none', () => {
    expect(passagesOf('# Walden\n\nText.', [ONE, TWO])).toEqual({ found: {}, unmarkable: [] });
    expect(passagesOf('', [ONE])).toEqual({ found: {}, unmarkable: [] });
    expect(passagesOf('Text.', [highlight(105, ''), highlight(106, '…')])).toEqual({
      found: {},
      unmarkable: [],
    });
  });

  it('should take the text for the passage when its id stands above it, with a date between them', () => {
    const note = `### id101\n[[2024-06-27]] 23:31\n> ${ONE.text}\n\n- [n] mine`;
    expect(passagesOf(note, [ONE])).toEqual({ found: { rw101: `> ${ONE.text}` }, unmarkable: [] });
  });

  it('should take the text for the passage when the heading above it has the link', () => {
    const note = `### [Location 7](https://readwise.io/open/101)\n\n> ${ONE.text}\n\n### [Location 9](https://readwise.io/open/102)\n\n> ${TWO.text}`;
    expect(passagesOf(note, [ONE, TWO])).toEqual({
      found: { rw101: `> ${ONE.text}`, rw102: `> ${TWO.text}` },
      unmarkable: [],
    });
  });

  it('should take the one that says what the service says now when a changed highlight was put behind its old text', () => {
    const link = '([View Highlight](https://readwise.io/open/101))';
    const note = `- ${ONE.text.replace('live', 'be')} ${link}\n## New highlights added\n- ${ONE.text} ${link}\n- ${ONE.text} ${link}`;
    expect(findPassages(note.split('\n'), [ONE]).passages).toMatchObject([
      { start: 2, end: 3, isAsServed: true },
    ]);
  });

  it('should take the note of a highlight with it when nothing but a block id says what it is', () => {
    const note = `${ONE.text} ([via](https://readwise.io/open/101)) ^rwhi101\n\nMine, too. ^rwhi101-note\n\nMy own.`;
    expect(passagesOf(note, [{ ...ONE, note: 'Mine, too.' }]).found).toEqual({
      rw101: note.replace('\n\nMy own.', ''),
    });
  });

  it.each([
    '> [!quote] {text}\n> > [!note]\n> > {note}',
    '> [!readwise|blue]- Location 7\n> {text}\n> {note}',
    '- {text} ([via](https://readwise.io/open/101))\n    - **Note:** {note}',
    '{text} `highlight_id: 101` %% location: 7 %%\nNote: {note}',
    '- {text}\n    - **Note**: {note}\n    - Tagged: #woods',
  ])('should not take for a change of a person what a template writes around a passage: %j', (form) => {
    const said = { ...ONE, note: 'Mine, too.', location: 7, tags: ['woods'] };
    expect(
      passagesOf(form.replace('{text}', ONE.text).replace('{note}', said.note), [said]).found['rw101'],
    ).not.toMatch(/^edited: /);
  });

  it.each(['{text} %% location: where we met %%', '- {text} `Color: of the old door`'])(
    'should take for a change of a person what only looks like a mark of a plugin: %j',
    (form) => {
      expect(passagesOf(form.replace('{text}', ONE.text), [ONE]).found['rw101']).toMatch(/^edited: /);
    },
  );

  it('should find passages of scripts without blanks', () => {
    const chinese = highlight(101, '大家应该都知道，不解释。但通常出现的情况是。');
    expect(
      passagesOf(`- ${chinese.text} ([View Highlight](https://read.readwise.io/read/01abc))`, [chinese])
        .found,
    ).toEqual({ rw101: `- ${chinese.text} ([View Highlight](https://read.readwise.io/read/01abc))` });
  });
});

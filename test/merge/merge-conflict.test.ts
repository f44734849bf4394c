import { openNote } from '../../src/merge/merge';
import type { Item } from '../../src/model/model';
import { bodyOf, BOX, highlight, MARK, merge, placeTemplate, version, written } from './merge-sides';

const ONE = highlight(1, 'The soul becomes dyed with the colour of its thoughts.');
const TWO = highlight(2, 'Second passage.');
const WROTE = version([ONE, TWO]);
const EDITED = written(WROTE).replace('soul', 'mind');
const mended = version([{ ...ONE, text: ONE.text.replace('thoughts', 'dreams') }, TWO]);
const clashing = version([{ ...ONE, text: ONE.text.replace('soul', 'spirit') }, TWO]);

describe('a block that both sides changed', () => {
  it('should have both changes when they are in different places (I2)', () => {
    const { text, conflicts } = merge(EDITED, mended, { wrote: WROTE });
    expect(bodyOf(text)).toBe(
      '# Meditations\n\nThe mind becomes dyed with the colour of its dreams. ^rw1\n\nSecond passage. ^rw2',
    );
    expect(conflicts).toEqual([]);
    expect(merge(text, mended, { wrote: WROTE })).toEqual({ text, conflicts: [] });
  });

  it('should go on following the service after that', () => {
    const once = merge(EDITED, mended, { wrote: WROTE }).text;
    const later = version([{ ...ONE, text: 'The soul becomes dyed with the hue of its dreams.' }, TWO]);
    expect(merge(once, later, { wrote: mended }).text).toContain(
      'The mind becomes dyed with the hue of its dreams. ^rw1\n',
    );
  });

  it("should keep the person's text and show the service's in a box under it when they changed the same place (I2)", () => {
    const { text, conflicts } = merge(EDITED, clashing, { wrote: WROTE });
    expect(bodyOf(text)).toBe(
      '# Meditations\n\nThe mind becomes dyed with the colour of its thoughts. ^rw1\n\n> [!warning] Changed.\n> The spirit becomes dyed with the colour of its thoughts.\n\nSecond passage. ^rw2',
    );
    expect(conflicts).toEqual(['rw1']);
  });

  it('should be left alone by the next sync with the same record (I5)', () => {
    const once = merge(EDITED, clashing, { wrote: WROTE }).text;
    expect(merge(once, clashing, { wrote: clashing })).toEqual({ text: once, conflicts: [] });
    expect(merge(once, clashing)).toEqual({ text: once, conflicts: [] });
  });

  it.each([
    ['nobody knows what was written', undefined],
    [
      'what is believed to have been written is not what the trailer says',
      version([{ ...ONE, text: 'Something else.' }, TWO]),
    ],
    ['what is believed to have been written has no such block', version([TWO])],
  ])('should get a box even for changes in different places when %s', (_case, wrote) => {
    const { text, conflicts } = merge(EDITED, mended, wrote === undefined ? {} : { wrote });
    expect(bodyOf(text)).toContain(
      'The mind becomes dyed with the colour of its thoughts. ^rw1\n\n> [!warning] Changed.\n> The soul becomes dyed with the colour of its dreams.\n\nSecond',
    );
    expect(conflicts).toEqual(['rw1']);
  });

  it('should have one box, with the newest text, however often the service changes', () => {
    const once = merge(EDITED, clashing, { wrote: WROTE }).text;
    const later = version([{ ...ONE, text: 'The heart becomes dyed with the colour of its thoughts.' }, TWO]);
    const twice = merge(once, later, { wrote: clashing });
    expect(bodyOf(twice.text)).toBe(
      '# Meditations\n\nThe mind becomes dyed with the colour of its thoughts. ^rw1\n\n> [!warning] Changed.\n> The heart becomes dyed with the colour of its thoughts.\n\nSecond passage. ^rw2',
    );
    expect(twice.conflicts).toEqual(['rw1']);
  });

  it('should keep a box that the person wrote into, and get a second one', () => {
    const once = merge(EDITED, clashing, { wrote: WROTE }).text.replace(
      '> The spirit becomes',
      '> The spirit (really?) becomes',
    );
    const later = version([{ ...ONE, text: 'The heart becomes dyed with the colour of its thoughts.' }, TWO]);
    expect(bodyOf(merge(once, later, { wrote: clashing }).text)).toContain(
      '^rw1\n\n> [!warning] Changed.\n> The heart becomes dyed with the colour of its thoughts.\n\n> [!warning] Changed.\n> The spirit (really?) becomes',
    );
  });

  it("should lose the box when the person takes over the service's text", () => {
    const once = merge(EDITED, clashing, { wrote: WROTE }).text.replace(
      'The mind becomes',
      'The spirit becomes',
    );
    expect(merge(once, clashing, { wrote: clashing }).text).toBe(written(clashing));
    expect(merge(once, clashing).text).toBe(written(clashing));
  });

  it('should not get a new box when the person removed it', () => {
    const once = merge(EDITED, clashing, { wrote: WROTE }).text.replace(
      /> \[!warning\] Changed\.\n> .*\n\n/,
      '',
    );
    expect(merge(once, clashing, { wrote: clashing })).toEqual({ text: once, conflicts: [] });
  });

  it("should have every line of the service's text in the box, and no second anchor, when that text has paragraphs, code and lists", () => {
    const next = version([{ ...ONE, text: 'New.\n\n```js\nx ^rw2\n```\n\n- one\n- two' }, TWO]);
    const { text } = merge(written(WROTE).replace('The soul', 'My soul, my own words, nothing else'), next);
    expect(bodyOf(text)).toContain(
      '> [!warning] Changed.\n> New.\n>\n> ```js\n> x ^rw2\n> ```\n>\n> - one\n> - two\n\nSecond passage. ^rw2',
    );
    expect(text.match(/\^rw1/g)).toHaveLength(1);
    expect(merge(text, next).text).toBe(text);
    expect(merge(text.replace('Second passage. ^rw2', 'Second passage! ^rw2'), next).text).toContain(
      'Second passage! ^rw2',
    );
  });

  it('should put the box behind the list or callout that the person put the block into', () => {
    const edited = written(WROTE).replace(
      `${ONE.text} ^rw1`,
      '> [!note] Mine\n> My own words altogether. ^rw1\n> and more',
    );
    expect(bodyOf(merge(edited, clashing).text)).toContain(
      '# Meditations\n\n> [!note] Mine\n> My own words altogether. ^rw1\n> and more\n\n> [!warning] Changed.\n> The spirit becomes dyed with the colour of its thoughts.\n\nSecond',
    );
  });

  it("should take the service's words in where the person put the block into a callout", () => {
    const edited = written(WROTE).replace(
      `${ONE.text} ^rw1`,
      `> [!note] Mine\n> ${ONE.text} ^rw1\n> and more`,
    );
    expect(bodyOf(merge(edited, mended, { wrote: WROTE }).text)).toContain(
      '> [!note] Mine\n> The soul becomes dyed with the colour of its dreams. ^rw1\n> and more\n\nSecond',
    );
  });

  it('should be a conflict when new lines would fall out of the list that the person put it into', () => {
    const edited = written(WROTE).replace(`${ONE.text} ^rw1`, `- ${ONE.text} ^rw1`);
    const next = version([{ ...ONE, text: `${ONE.text}\n\nAnd a second paragraph.` }, TWO]);
    const { text, conflicts } = merge(edited, next, { wrote: WROTE });
    expect(bodyOf(text)).toContain(
      `- ${ONE.text} ^rw1\n\n> [!warning] Changed.\n> ${ONE.text}\n>\n> And a second paragraph.\n\nSecond`,
    );
    expect(conflicts).toEqual(['rw1']);
  });

  it("should have its anchor alone on a line when the service's change makes it end in a list", () => {
    const next = version([{ ...ONE, text: `${ONE.text}\n\n- one\n- two` }, TWO]);
    expect(bodyOf(merge(EDITED, next, { wrote: WROTE }).text)).toContain(
      'The mind becomes dyed with the colour of its thoughts.\n\n- one\n- two\n\n^rw1\n\nSecond',
    );
  });

  it("should be looked for from where the person's text begins when that has another length", () => {
    const edited = written(WROTE)
      .replace('The soul becomes dyed', 'One of my own.\n\nAnother.\n\nThe mind becomes dyed')
      .replace('# Meditations\n', '# Meditations\n\nBefore it.\n');
    const once = merge(edited, clashing).text;
    expect(bodyOf(merge(once, version([TWO]), { gone: new Set(['rw1']) }).text)).toContain('Before it.');
    expect(bodyOf(merge(once, version([TWO, ONE])).text)).toContain('Before it.');
  });
});

describe('a block that the person changed', () => {
  const seen = { ...ONE, url: 'https://example.org/1' };
  const wrote = version([seen, TWO], { template: placeTemplate });
  const edited = written(wrote).replace('soul', 'mind');

  const other = {
    ...placeTemplate,
    render: (item: Item) => ({
      ...placeTemplate.render(item),
      blocks: item.highlights.map((one) => ({ anchor: one.anchor, text: `» ${one.text}` })),
    }),
  };

  it('should take the next template when only the template changed and the person takes the change back', () => {
    const next = version([seen, TWO], { template: other });
    const { text } = merge(edited, next);
    expect(bodyOf(merge(text.replace('mind', 'soul'), next).text)).toBe(bodyOf(written(next)).trimEnd());
  });

  it('should still have what the service changes elsewhere in it once only the template changed', () => {
    const next = version([seen, TWO], { template: other });
    const { text } = merge(edited, next);
    const later = version([{ ...seen, text: seen.text.replace('dyed', 'tinged') }, TWO], {
      template: other,
    });
    const merged = merge(text, later, { wrote: next });
    expect(bodyOf(merged.text)).toContain('The mind becomes tinged with the colour of its thoughts.');
    expect(merged.conflicts).toEqual([]);
  });

  it('should stay, silently, when only the template changed', () => {
    const next = version([seen, TWO], { template: other });
    const { text, conflicts } = merge(edited, next);
    expect(bodyOf(text)).toContain(
      'The mind becomes dyed with the colour of its thoughts.\n\nPage 1, https://example.org/1. ^rw1\n\n» Second passage. ^rw2',
    );
    expect(conflicts).toEqual([]);
    expect(merge(text, next)).toEqual({ text, conflicts: [] });
  });

  it('should get a new place or address of the highlight', () => {
    const next = version([{ ...seen, location: 7, url: 'https://example.org/7' }, TWO], {
      template: placeTemplate,
    });
    expect(bodyOf(merge(edited, next, { wrote }).text)).toContain(
      'The mind becomes dyed with the colour of its thoughts.\n\nPage 7, https://example.org/7. ^rw1',
    );
  });

  it.each([
    ['place', 'Page 1', { location: 7 }],
    ['address', 'example.org/1', { url: 'https://example.org/7' }],
  ])('should be a conflict when the %s changed where the person did', (_field, shown, values) => {
    const next = version([{ ...seen, ...values }, TWO], { template: placeTemplate });
    const mine = edited.replace(shown, 'My own place');
    const { text, conflicts } = merge(mine, next, { wrote });
    expect(conflicts).toEqual(['rw1']);
    expect(bodyOf(text)).toContain(`My own place`);
    expect(bodyOf(text)).toContain('> [!warning] Changed.');
    expect(merge(text, next, { wrote: next })).toEqual({ text, conflicts: [] });
  });

  it('should be a conflict when a favourite changed where the person did', () => {
    const starred = {
      ...placeTemplate,
      render: (item: Item) => ({
        ...placeTemplate.render(item),
        blocks: item.highlights.map((one) => ({
          anchor: one.anchor,
          text: `${one.text}\n\n${one.favorite ? 'Favourite' : 'Ordinary'}`,
        })),
      }),
    };
    const before = version([seen, TWO], { template: starred });
    const next = version([{ ...seen, favorite: true }, TWO], { template: starred });
    const mine = written(before).replace('Ordinary', 'Extraordinary');
    expect(merge(mine, next, { wrote: before }).conflicts).toEqual(['rw1']);
  });

  it('should stay empty, without a box, when nothing but its anchor is left', () => {
    const emptied = written(WROTE).replace(`${ONE.text} ^rw1`, '^rw1');
    const { text, conflicts } = merge(emptied, clashing, { wrote: WROTE });
    expect(bodyOf(text)).toBe('# Meditations\n\n^rw1\n\nSecond passage. ^rw2');
    expect(conflicts).toEqual([]);
    expect(bodyOf(merge(text, version([TWO]), { gone: new Set(['rw1']) }).text)).toBe(
      '# Meditations\n\nSecond passage. ^rw2',
    );
  });

  it('should need what was written only when the note was edited', () => {
    const opened = (text: string): boolean =>
      openNote({ text, version: mended, gone: new Set(), leftOut: new Set(), removed: 'keep' }).isEdited;
    expect([written(WROTE), EDITED].map(opened)).toEqual([false, true]);
  });
});

describe('a block that was deleted', () => {
  const without = written(WROTE).replace('Second passage. ^rw2\n\n', '');

  it('should come back when the person asks for it, and only then (I3)', () => {
    const away = merge(without, WROTE).text;
    expect(bodyOf(away)).not.toContain('Second');
    expect(away).toContain(' -rw2 ');
    const back = merge(away, WROTE, { removed: 'restore' }).text;
    expect(back).toBe(written(WROTE));
  });

  it('should come back at once when the person asks before a sync has seen that it is gone', () => {
    expect(merge(`${without}\nMine.\n`, WROTE, { removed: 'restore' }).text).toMatch(
      /Mine\.\n\nSecond passage\. \^rw2\n/,
    );
  });

  it('should stay away when the service deletes it, too, and has it again later (I3)', () => {
    const away = merge(without, WROTE).text;
    const alone = merge(away, version([ONE]), { gone: new Set(['rw2']) }).text;
    expect(bodyOf(merge(alone, WROTE).text)).not.toContain('Second');
    expect(bodyOf(merge(merge(alone, version([ONE])).text, WROTE).text)).not.toContain('Second');
  });

  it('should follow the service again when the person puts it back', () => {
    const away = merge(without, WROTE).text;
    const back = away.replace('thoughts. ^rw1', 'thoughts. ^rw1\n\nSecond passage. ^rw2');
    expect(
      bodyOf(merge(back, version([ONE, { ...TWO, text: 'Second, new.' }]), { wrote: WROTE }).text),
    ).toContain('Second passage. ^rw2');
    const again = merge(back, WROTE).text;
    expect(merge(again, version([ONE, { ...TWO, text: 'Second, new.' }])).text).toContain(
      'Second, new. ^rw2',
    );
  });

  it("should be one block again when it was kept for the person's words and lives at the service again (I1)", () => {
    const noted = written(WROTE).replace('Second passage. ^rw2', 'Second passage. ^rw2\n\nMine.');
    const kept = merge(noted, version([ONE]), { gone: new Set(['rw2']) }).text;
    expect(kept).toContain(`Second passage. ^rw2\n\n${MARK}\n\nMine.`);
    expect(kept).toMatch(/ \+rw2 %%\n$/);
    expect(kept).not.toContain(' -rw2');
    const back = merge(kept, version([ONE, { ...TWO, text: 'Second passage.' }])).text;
    expect(bodyOf(back)).toBe(`# Meditations\n\n${ONE.text} ^rw1\n\nSecond passage. ^rw2\n\nMine.`);
    expect(back).not.toContain('+rw2');
    expect(merge(back, version([ONE, { ...TWO, text: 'New.' }])).text).toContain('New. ^rw2\n\nMine.');
    const removed = merge(kept.replace(/Second passage[^%]*Mine\.\n\n/, ''), WROTE);
    expect(removed.text).not.toContain('Second');
    expect(merge(removed.text, WROTE, { removed: 'restore' }).text).toContain('Second passage. ^rw2');
  });
});

describe('a header that the person changed', () => {
  const long = (title: string, summary: string) => ({
    render: (item: Item) => ({
      ...placeTemplate.render(item),
      header: `# ${title}\n\nby Marcus Aurelius\n\n${summary}`,
    }),
  });
  const wrote = version([ONE], {
    title: 'a',
    template: long('Meditations of an emperor', 'Twelve books to himself.'),
  });
  const edited = written(wrote)
    .replace('# Meditations', 'Above all.\n\n# My Meditations')
    .replace('to himself.\n', 'to himself.\n\nUnder it.\n');

  it("should get the service's changes in other places", () => {
    const next = version([ONE], {
      title: 'b',
      template: long('Meditations of an emperor', 'Thirteen books to himself.'),
    });
    const { text, conflicts } = merge(edited, next, { wrote });
    expect(bodyOf(text)).toMatch(
      /^Above all\.\n\n# My Meditations of an emperor\n\nby Marcus Aurelius\n\nThirteen books to himself\.\n\nUnder it\.\n\nThe soul/,
    );
    expect(conflicts).toEqual([]);
  });

  it('should get what the service adds at its end above what the person wrote there', () => {
    const next = version([ONE], {
      title: 'b',
      template: long('Meditations of an emperor', 'Twelve books to himself.\n\n## Highlights'),
    });
    expect(bodyOf(merge(edited, next, { wrote }).text)).toContain(
      'to himself.\n\n## Highlights\n\nUnder it.',
    );
  });

  it.each([
    ['both changed the same place', wrote, 'b', ['header']],
    ['nobody knows what was written', undefined, 'b', ['header']],
    ['both changed the same place, but only the template did', wrote, 'a', []],
  ])(
    'should stay when %s, with the new one in a box under it if that is news',
    (_case, known, title, expected) => {
      const next = version([ONE], {
        title,
        template: long('Reflections of an emperor', 'Twelve books to himself.'),
      });
      const { text, conflicts } = merge(
        edited.replace('# My Meditations', '# Musings'),
        next,
        known === undefined ? {} : { wrote: known },
      );
      expect(conflicts).toEqual(expected);
      const box =
        expected.length === 0
          ? ''
          : '> [!warning] Changed.\n> # Reflections of an emperor\n>\n> by Marcus Aurelius\n>\n> Twelve books to himself.\n\n';
      expect(bodyOf(text)).toContain(
        `Above all.\n\n# Musings of an emperor\n\nby Marcus Aurelius\n\nTwelve books to himself.\n\n${box}Under it.\n\nThe soul`,
      );
      expect(merge(text, next, { wrote: next })).toEqual({ text, conflicts: [] });
    },
  );

  it('should have one box, which goes when the person takes over what it says', () => {
    const next = version([ONE], {
      title: 'b',
      template: long('Reflections of an emperor', 'Twelve books to himself.'),
    });
    const later = version([ONE], {
      title: 'c',
      template: long('Thoughts of an emperor', 'Twelve books to himself.'),
    });
    const once = merge(edited.replace('# My Meditations', '# Musings'), next, { wrote }).text;
    const twice = merge(once, later, { wrote: next }).text;
    expect(twice.match(/\[!warning\]/g)).toHaveLength(1);
    expect(twice).toContain('> # Thoughts of an emperor');
    expect(merge(twice.replace('# Musings', '# Thoughts'), later).text).not.toContain('[!warning]');
  });

  it('should have the box follow the service when a later change does not clash', () => {
    const next = version([ONE], {
      title: 'b',
      template: long('Reflections of an emperor', 'Twelve books to himself.'),
    });
    const later = version([ONE], {
      title: 'c',
      template: long('Reflections of an emperor', 'Thirteen books to himself.'),
    });
    const once = merge(edited.replace('# My Meditations', '# Musings'), next, { wrote }).text;
    const { text, conflicts } = merge(once, later, { wrote: next });
    expect(bodyOf(text)).toMatch(
      /# Musings of an emperor\n\nby Marcus Aurelius\n\nThirteen books to himself\.\n\n> \[!warning\] Changed\.\n> # Reflections of an emperor\n>\n> by Marcus Aurelius\n>\n> Thirteen books/,
    );
    expect(conflicts).toEqual([]);
    expect(merge(text, later, { wrote: later }).text).toBe(text);
  });

  it('should leave a heading directly above the first block there', () => {
    const headed = edited.replace('Under it.\n\n', 'Under it.\n\n## Mine\n');
    const next = version([ONE], {
      title: 'b',
      template: long('Meditations of an emperor', 'Thirteen books to himself.'),
    });
    expect(bodyOf(merge(headed, next, { wrote }).text)).toContain('Under it.\n\n## Mine\nThe soul');
  });

  it('should stay deleted, silently, when no word of it is left (I3)', () => {
    const next = version([ONE], { title: 'b', template: long('Reflections', 'Other.') });
    for (const [mine, known] of [
      ['Mine alone.\n\n', wrote],
      ['', undefined],
      ['', wrote],
    ] as const) {
      const bare = written(wrote).replace(/# Meditations[\s\S]*himself\.\n\n/, mine);
      const { text, conflicts } = merge(bare, next, known === undefined ? {} : { wrote: known });
      expect(bodyOf(text)).toBe(`${mine}${ONE.text}\n\nPage 1, . ^rw1`);
      expect(conflicts).toEqual([]);
    }
  });
});

describe('the box that comes with the program', () => {
  it('should be a callout with one place for the text', async () => {
    const { marks } = await import('../../src/notes/template/built-in-templates');
    expect(marks.conflict).toMatch(/^> \[!\w+\] .+\n> \{\{text\}\}$/);
    expect(BOX).toMatch(/^> \[!\w+\] .+\n> \{\{text\}\}$/);
  });
});

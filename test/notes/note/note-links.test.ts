import { linkedNames, relink } from '../../../src/notes/markdown/note-links';

const NOTES = ['Readwise/Old Name.md', 'Notes/Mine.md', 'Readwise/Twin.md', 'Other/Twin.md'];

function notesNamed(name: string): readonly string[] {
  return NOTES.filter((path) => path.toLowerCase().endsWith(`/${name}.md`));
}

function renamed(
  text: string,
  more: { readonly from?: string; readonly to?: string; readonly source?: string } = {},
): string {
  return relink(text, {
    from: 'Readwise/Old Name.md',
    to: 'Readwise/New Name.md',
    source: 'Notes/Mine.md',
    notesNamed,
    ...more,
  });
}

describe('relink', () => {
  it.each([
    ['[[Old Name]]', '[[New Name]]'],
    ['![[Old Name]]', '![[New Name]]'],
    ['[[old name|as I call it]]', '[[New Name|as I call it]]'],
    ['[[Old Name#^rw1]] and ![[Old Name#Heading|x]]', '[[New Name#^rw1]] and ![[New Name#Heading|x]]'],
    ['[[Readwise/Old Name]]', '[[Readwise/New Name]]'],
    ['[[/Readwise/Old Name.md]]', '[[/Readwise/New Name.md]]'],
    ['[x](Old%20Name.md)', '[x](New%20Name.md)'],
    ['[x](Readwise/Old%20Name.md#^rw1)', '[x](Readwise/New%20Name.md#^rw1)'],
    ['[x](../Readwise/Old%20Name.md)', '[x](../Readwise/New%20Name.md)'],
    ['[x](<Readwise/Old Name.md>)', '[x](<Readwise/New Name.md>)'],
    ['| a \\| b | [[Old Name]] |', '| a \\| b | [[New Name]] |'],
  ])('should point %s at the new name', (before, after) => {
    expect(renamed(before)).toBe(after);
  });

  it.each([
    '[[Old Name Too]]',
    '[[Elsewhere/Old Name]]',
    '[x](https://example.com/Old%20Name.md)',
    '[x](./Old%20Name.md)',
    '`[[Old Name]]`',
    '``a ` [[Old Name]]``',
    '```\n[[Old Name]]\n```',
    '> ~~~md\n> [[Old Name]]\n> ~~~',
    'Text:\n\n    [[Old Name]]',
    'Old Name',
    '[[#Old Name]]',
    '[x](100%.md)',
  ])('should leave %j as it is', (text) => {
    expect(renamed(text)).toBe(text);
  });

  it('should leave a link alone that names another note to the letter when that differs from the renamed one in case only', () => {
    const both = ['Shelf/Meditations.md', 'Shelf/meditations.md'];
    const text = '[a](Shelf/meditations.md) [b](Shelf/Meditations.md) [[Shelf/meditations]]';
    expect(
      relink(text, {
        from: 'Shelf/Meditations.md',
        to: 'Shelf/Meditations (1).md',
        source: 'Mine.md',
        notesNamed: () => both,
      }),
    ).toBe('[a](Shelf/meditations.md) [b](Shelf/Meditations%20%281%29.md) [[Shelf/meditations]]');
  });

  it('should still see links between and after code', () => {
    expect(renamed('`a` [[Old Name]] `b`\n```\n[[Old Name]]\n```\n[[Old Name]] lone ` tick')).toBe(
      '`a` [[New Name]] `b`\n```\n[[Old Name]]\n```\n[[New Name]] lone ` tick',
    );
  });

  it('should leave links by name alone when two notes have the name', () => {
    expect(renamed('[[Twin]] [[Other/Twin]]', { from: 'Other/Twin.md', to: 'Other/Single.md' })).toBe(
      '[[Twin]] [[Other/Single]]',
    );
  });

  it('should write the whole path when the new name is taken elsewhere', () => {
    expect(renamed('[[Old Name]]', { to: 'Readwise/Mine.md' })).toBe('[[Readwise/Mine]]');
  });

  it('should keep the properties readable when the name has a quote', () => {
    expect(renamed("---\nup: '[[Old Name]]'\n---\n'[[Old Name]]'", { to: "Readwise/It's.md" })).toBe(
      "---\nup: '[[It''s]]'\n---\n'[[It's]]'",
    );
  });

  it('should change nothing a second time', () => {
    const once = renamed('[[Old Name]] [x](Old%20Name.md)');
    expect(renamed(once)).toBe(once);
  });
});

describe('linkedNames', () => {
  it('should name every note that a text may link to', () => {
    expect(
      [...linkedNames('[[A/One#x|y]] ![[Two.md]] [z](Three%20Ä.md#h) [w](https://x.org/Four.md)')].sort(),
    ).toEqual(['one', 'three ä', 'two']);
  });
});

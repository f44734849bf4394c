import { splitNote } from '../../src/notes/note/note';
import { plainNote } from '../support/builders';
import { highlight, merge, tagsTemplate, version, written, type PlainTemplate } from './merge-sides';

const ONE = highlight(1, 'One.');
const WROTE = version([ONE], { template: tagsTemplate(['a', 'b'], [['rating', 1]]) });
const TEXT = written(WROTE);

describe('properties that nobody touched, in a note that the person wrote in', () => {
  it("should be the service's, in its order", () => {
    const template: PlainTemplate = {
      render: (item) => ({
        ...plainNote(item),
        properties: [
          ['rating', 1],
          ['year', 170],
          ['tags', ['a']],
        ],
      }),
    };
    const { text } = merge(`${TEXT}\nMine.\n`, version([ONE], { template }));
    expect(text).toContain('---\nrating: 1\nyear: 170\ntags:\n  - a\nreadwise-id: 1\n---\n');
  });
});

describe('a property that the person changed, and the next template has no longer', () => {
  const without = version([ONE], { template: tagsTemplate(['a', 'b']) });
  const { text } = merge(TEXT.replace('rating: 1', 'rating: 5'), without);

  it('should stay with its base until it is what was written, or is taken out', () => {
    expect(text).toContain('rating: 5\n');
    expect(splitNote(text).trailer?.properties.get('rating')).toBe(
      splitNote(TEXT).trailer?.properties.get('rating'),
    );
    expect(merge(text, without).text).toBe(text);
    for (const value of ['rating: 1\n', '']) {
      const next = merge(text.replace('rating: 5\n', value), without).text;
      expect(next).not.toContain('rating: ');
      expect(splitNote(next).trailer?.properties.has('rating')).toBe(false);
    }
  });

  it('should stay, and be a conflict only when the service has another value, once a template has it again', () => {
    const again = (rating: number) =>
      merge(text, version([ONE], { template: tagsTemplate(['a', 'b'], [['rating', rating]]) }));
    expect(again(1)).toMatchObject({ conflicts: [] });
    expect(again(1).text).toContain('rating: 5\n');
    expect(again(2)).toMatchObject({ conflicts: ['rating'] });
  });
});

describe('properties of which the person took out all', () => {
  it('should stay away but for those that tell whose note it is, and count as theirs from then on (I3)', () => {
    const { text, conflicts } = merge(TEXT.replace(/^---\n[\s\S]*?\n---\n/, ''), WROTE);
    expect(text).toContain('---\nreadwise-id: 1\n---\n# Meditations\n');
    expect([conflicts, splitNote(text).trailer?.frontMatter]).toEqual([[], '']);
    expect(merge(text, version([ONE], { template: tagsTemplate(['c'], [['rating', 2]]) })).text).toContain(
      '---\nreadwise-id: 1\n---\n',
    );
  });
});

describe('a list that both sides changed', () => {
  it('should have the entries of both when what is believed to have been written has none (I2)', () => {
    const edited = TEXT.replace('  - a\n', '  - mine\n  - a\n');
    const { text, conflicts } = merge(edited, version([ONE], { template: tagsTemplate(['c']) }), {
      wrote: version([ONE]),
    });
    expect(conflicts).toEqual([]);
    expect(text).toContain('tags:\n  - mine\n  - a\n  - b\n  - c\n');
  });
});

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
    expect(text).toContain('readwise-id: 1\nrating: 1\nyear: 170\ntags:\n  - a\n---\n');
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

import { composeNote, noteVersion } from '../../../src/notes/note/note';
import { compiled, problemsOf } from '../../model/compiled';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const PART = '\n%% highlight %%\n{{text}}';

const item = sampleItem({
  book: sampleBook({ title: 'T' }),
  highlights: [
    sampleHighlight({ anchor: 'rw1', text: 'One.', color: 'blue', tags: ['a', 'b'] }),
    sampleHighlight({ anchor: 'rw2', text: 'First *part*', note: '.h2', color: 'blue' }),
    sampleHighlight({
      anchor: 'rw3',
      text: 'Two.\n\nMore.',
      tags: ['b'],
      highlightedAt: '2026-02-01T10:00:00.000Z',
    }),
    sampleHighlight({
      anchor: 'rw4',
      text: 'Three.',
      color: 'green',
      highlightedAt: '2026-01-01T10:00:00.000Z',
    }),
    sampleHighlight({ anchor: 'rw5', text: 'Last part', note: '.h2' }),
    sampleHighlight({
      anchor: 'rd6',
      text: 'Four.',
      color: 'blue',
      highlightedAt: '2026-02-01T01:00:00.000Z',
    }),
  ],
});

const headerOf = async (header: string): Promise<string> =>
  (await compiled(header + PART).render(item)).header;

describe('highlights in the header', () => {
  it('should be listed with their fields when a template goes through them', async () => {
    expect(
      await headerOf('{{#each highlights}}\n- {{text}} ({{item.title}}) [[#^{{anchor}}]]\n{{/each}}'),
    ).toBe(
      [
        '- One. (T) [[#^rw1]]',
        '- First *part* (T) [[#^rw2]]',
        '- Two.',
        '',
        '  More. (T) [[#^rw3]]',
        '- Three. (T) [[#^rw4]]',
        '- Last part (T) [[#^rw5]]',
        '- Four. (T) [[#^rd6]]',
      ].join('\n'),
    );
  });

  it.each([
    ['color', 'blue: 1 4; green: 3; : 2; '],
    ['tag', 'a: 1; b: 1 2; : 3 4; '],
    ['chapter', ': 1; First *part*: 2 3; Last part: 4; '],
    ['date', '2026-01-01: 3; 2026-02-01: 2 4; : 1; '],
  ])('should be in their groups when they are grouped by %s', async (by, expected) => {
    const groups = await headerOf(
      `{{#group highlights by="${by}"}}{{key}}:{{#each items}} {{index}}{{/each}}; {{/group}}`,
    );
    expect(groups).toBe(expected.trimEnd());
  });

  it('should link to the anchors that the note uses when one was made before', async () => {
    const rendered = await compiled(`{{#each highlights}}[[#^{{anchor}}]] {{/each}}${PART}`).render(item);
    const note = noteVersion({ item, rendered, anchors: new Map([['rw1', 'rd01hw']]) });
    expect(note.header.text).toBe('[[#^rd01hw]] [[#^rw2]] [[#^rw3]] [[#^rw4]] [[#^rw5]] [[#^rd6]]');
    expect(composeNote(note, 'x')).toContain('One. ^rd01hw');
  });

  it('should count as changed by the service when a listed highlight is, and only where they are listed', async () => {
    const changed = { ...item, highlights: item.highlights.slice(1) };
    const sourceIn = async (header: string, from: typeof item): Promise<string> =>
      noteVersion({ item: from, rendered: await compiled(header + PART).render(from) }).header.base.source;
    const list = '{{#each highlights}}{{text}} {{/each}}';
    expect(await sourceIn(list, item)).not.toBe(await sourceIn(list, changed));
    expect(await sourceIn('{{title}}', item)).toBe(await sourceIn('{{title}}', changed));
  });

  it.each([
    ['{{#each highlights}}{{tex}}{{/each}}', 'There is no field "tex" here. Did you mean "text"?'],
    ['{{#highlights}}{{item.titl}}{{/highlights}}', 'An item has no field "titl". Did you mean "title"?'],
    [
      '{{#each highlights as |one|}}{{one.text}}{{colour}}{{/each}}',
      'There is no field "colour" here. Did you mean "color"?',
    ],
    [
      '{{#group highlights by="tag"}}{{#each item}}x{{/each}}{{/group}}',
      'There is no field "item" here. Did you mean "items"?',
    ],
    [
      '{{#group highlights by="tag"}}{{#each items}}{{txt}}{{/each}}{{/group}}',
      'There is no field "txt" here. Did you mean "text"?',
    ],
    [
      '{{#group highlights by="colour"}}x{{/group}}',
      'Write by="color", by="tag", by="chapter" or by="date". Did you mean "color"?',
    ],
    ['{{#group highlights}}x{{/group}}', 'Write by="color", by="tag", by="chapter" or by="date".'],
    ['{{#group highlights as="tag"}}x{{/group}}', '"group" takes no "as".'],
  ])('should be told before a sync when the template is %j', (header, message) => {
    expect(problemsOf(header + PART)).toContainEqual(expect.objectContaining({ message }));
  });
});

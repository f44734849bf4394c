import { mergeNote } from '../../../src/merge/merge';
import type { Item } from '../../../src/model/model';
import { composeNote, noteVersion } from '../../../src/notes/note/note';
import type { NoteTemplate } from '../../../src/notes/template/template';
import { compiled, problemsOf } from '../../model/compiled';
import { sampleBook, sampleItem } from '../../model/sample-item';

const PART = '\n%% highlight %%\n{{text}}';
const templateOf = (yaml: string): NoteTemplate => compiled(`---\n${yaml}\n---\n# {{title}}\n${PART}`);

const item = sampleItem({ book: sampleBook({ title: 'One', tags: ['x'], author: 'Ada and Bob' }) });
const propertiesOf = (yaml: string) => Object.fromEntries(templateOf(yaml).render(item).properties);

const written = (template: NoteTemplate, from: Item): string =>
  composeNote(noteVersion({ item: from, rendered: template.render(from) }), 'x');

const synced = (text: string, template: NoteTemplate, from: Item) =>
  mergeNote({
    text,
    version: noteVersion({ item: from, rendered: template.render(from) }),
    base: () => null,
    path: null,
    gone: new Set(),
    removed: 'keep',
    deletedMark: 'Gone.',
    conflictMark: '> [!note] New\n> {{text}}',
  });

describe('a list of a template', () => {
  it.each([
    ['a: [book, "{{category}}"]', { a: ['book', 'book'] }],
    ['a: [book, "{{asin}}", "{{authors}}"]', { a: ['book', 'Ada', 'Bob'] }],
    ['a:\n  - "by {{author}}"\n  - 2026', { a: ['by Ada and Bob', '2026'] }],
    ['tags: [books/read, "{{tags}}"]', { tags: ['books/read', 'x'] }],
    ['a: { value: ["{{title}}", b], type: text }', { a: 'One, b' }],
    ['a: ["{{asin}}"]', {}],
  ])('should be a list of what its entries give when it is %j', (yaml, expected) => {
    expect(propertiesOf(yaml)).toEqual(expected);
  });

  it('should be checked entry by entry', () => {
    expect(problemsOf(`---\na: [book, "{{titel}}"]\n---${PART}`)).toEqual([
      expect.objectContaining({ line: 2, column: 14 }),
    ]);
    expect(problemsOf(`---\na: [[b]]\n---${PART}`)).toHaveLength(1);
  });
});

describe('a property that is declared without a value', () => {
  const template = templateOf('title: "{{title}}"\nrating:');
  const next: Item = { ...item, book: sampleBook({ title: 'Two', author: 'Ada and Bob' }) };
  const first = written(template, item);

  it.each(['a:', 'a: ""', 'a: []', 'a: { type: number }', 'a: { value: , type: date }'])(
    'should be made, empty, when it is %j',
    (yaml) => {
      expect(propertiesOf(yaml)).toEqual({ a: null });
      expect(written(templateOf(yaml), item)).toContain('\na:\n');
    },
  );

  it('should stay as it is when nobody fills it', () => {
    expect(first).toContain('title: One\nrating:\n---');
    expect(synced(first, template, next).text).toBe(written(template, next));
  });

  it.each([
    ['fills it', 'rating: 5\n'],
    ['fills it with a list', 'rating:\n  - a\n'],
    ['deletes it', ''],
  ])('should be left alone, also at the sync after next, when the person %s (I2, I3)', (_what, mine) => {
    const edited = first.replace('rating:\n', mine);
    const second = synced(edited, template, next);
    const third = synced(second.text, template, item);
    for (const { text, conflicts } of [second, third]) {
      expect(text).toContain(`\n${mine}---`);
      expect(text.match(/rating/g) ?? []).toHaveLength(mine === '' ? 1 : 2);
      expect(conflicts).toEqual([]);
    }
    expect(third.text).toContain('title: One');
  });

  it("should leave a person's value alone when the template declares it later (I2)", () => {
    const before = written(templateOf('title: "{{title}}"'), item).replace(
      'title: One\n',
      'title: One\nrating: 5\n',
    );
    const after = synced(before, template, item);
    expect(after.text).toContain('title: One\nrating: 5\n---');
    expect(after.conflicts).toEqual([]);
  });

  it('should be added once to a note that was written before, when the template declares it later', () => {
    const before = written(templateOf('title: "{{title}}"'), item);
    expect(synced(before, template, item).text).toContain('title: One\nrating:\n---');
  });
});

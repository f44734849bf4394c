import { mergedNote } from '../../support/merged-note';
import type { Item } from '../../../src/model/model';
import { composeNote, noteVersion } from '../../../src/notes/note/note';
import type { NoteTemplate } from '../../../src/notes/template/template';
import { compiled, problemsOf } from '../../model/compiled';
import { sampleBook, sampleItem } from '../../model/sample-item';

const PART = '\n%% highlight %%\n{{text}}';
const templateOf = (yaml: string): NoteTemplate => compiled(`---\n${yaml}\n---\n# {{title}}\n${PART}`);

const item = sampleItem({ book: sampleBook({ title: 'One', tags: ['x'], author: 'Ada and Bob' }) });
const propertiesOf = async (yaml: string) =>
  Object.fromEntries((await templateOf(yaml).render(item)).properties);

const written = async (template: NoteTemplate, from: Item): Promise<string> =>
  composeNote(noteVersion({ item: from, rendered: await template.render(from) }), 'x');

const synced = async (text: string, template: NoteTemplate, from: Item) =>
  mergedNote(text, noteVersion({ item: from, rendered: await template.render(from) }));

describe('a list of a template', () => {
  it.each([
    ['a: [book, "{{category}}"]', { a: ['book', 'book'] }],
    ['a: [book, "{{asin}}", "{{authors}}"]', { a: ['book', 'Ada', 'Bob'] }],
    ['a:\n  - "by {{author}}"\n  - 2026', { a: ['by Ada and Bob', '2026'] }],
    ['tags: [books/read, "{{tags}}"]', { tags: ['books/read', 'x'] }],
    ['a: { value: ["{{title}}", b], type: text }', { a: 'One, b' }],
    ['a: ["{{asin}}"]', {}],
  ])('should be a list of what its entries give when it is %j', async (yaml, expected) => {
    expect(await propertiesOf(yaml)).toEqual(expected);
  });

  it('should be checked entry by entry', () => {
    expect(problemsOf(`---\na: [book, "{{titel}}"]\n---${PART}`)).toEqual([
      expect.objectContaining({ line: 2, column: 14 }),
    ]);
    expect(problemsOf(`---\na: [[b]]\n---${PART}`)).toHaveLength(1);
  });
});

describe('a property of a template', () => {
  it.each([
    ['read: false', { read: false }],
    ['done: true', { done: true }],
    ['rating: 3', { rating: 3 }],
    ['stars: 4.5', { stars: 4.5 }],
    ['quoted: "5"', { quoted: '5' }],
    ['code: 007', { code: '007' }],
    ['start: 2026-01-01', { start: '2026-01-01' }],
    ['tags: 2024', { tags: ['y2024'] }],
    ['rating: { value: 3, type: text }', { rating: '3' }],
  ])('should be of the type that YAML gives it when it is the constant %j', async (yaml, expected) => {
    expect(await propertiesOf(yaml)).toEqual(expected);
  });

  it('should have an alias once when several expressions give it', async () => {
    expect(await propertiesOf('aliases: ["{{title}}", "{{title}}", "{{noteTitle}}", other]')).toEqual({
      aliases: ['One', 'other'],
    });
  });
});

describe('a text of the service that is a whole property', () => {
  const shown = async (yaml: string, title: string) =>
    Object.fromEntries(
      (await templateOf(yaml).render(sampleItem({ book: sampleBook({ title, author: title }) }))).properties,
    );

  it.each([
    ['[[Home]]', '[ [Home]]'],
    ['[[Home|shown]]', '[ [Home|shown]]'],
    ['https://example.com/a', 'https: //example.com/a'],
    ['obsidian://new?name=a b', 'obsidian: //new?name=a b'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['See [[Home]]', 'See [[Home]]'],
    ['On https://example.com', 'On https://example.com'],
    ['Re:Zero starts again', 'Re:Zero starts again'],
    ['Dune: Messiah', 'Dune: Messiah'],
    ['12:30', '12:30'],
  ])('should be opened by nothing when it is %j', async (given, text) => {
    const yaml = [
      'one: "{{title}}"',
      'list: { value: "{{authors}}", type: list }',
      'joined: \'{{join authors " and "}}\'',
      'lower: "{{trim title}}"',
      'part: "{{title}}{{asin}}"',
      'raw: "{{{title}}}"',
      'aliases: "{{title}}"',
    ].join('\n');
    expect(await shown(yaml, given)).toEqual({
      one: text,
      list: [text],
      joined: text,
      lower: text,
      part: text,
      raw: text,
      aliases: [text],
    });
  });

  it.each([
    ['a: "[[{{title}}]]"', '[[Home]]'],
    ['a: "{{wikilink title}}"', '[[Home]]'],
    ['a: "{{#if title}}{{wikilink title}}{{/if}}"', '[[Home]]'],
    ['a: "[[Books]]"', '[[Books]]'],
    ['a: \'{{default asin "[[Unknown]]"}}\'', '[[Unknown]]'],
    ['a: "https://example.com/?q={{title}}"', 'https://example.com/?q=Home'],
    ['a: "{{serviceUrl}}"', 'https://readwise.io/bookreview/1'],
    ['a: "{{#if serviceUrl}}{{serviceUrl}}{{/if}}"', 'https://readwise.io/bookreview/1'],
    ["a: '{{link title serviceUrl}}'", '[Home](https://readwise.io/bookreview/1)'],
  ])('should stay a link when the template makes it one by %j', async (yaml, link) => {
    expect(await shown(yaml, 'Home')).toEqual({ a: link });
  });
});

describe('a property that is declared without a value', () => {
  const template = templateOf('title: "{{title}}"\nrating:');
  const next: Item = { ...item, book: sampleBook({ title: 'Two', author: 'Ada and Bob' }) };

  it.each(['a:', 'a: ""', 'a: []', 'a: { type: number }', 'a: { value: , type: date }'])(
    'should be made, empty, when it is %j',
    async (yaml) => {
      expect(await propertiesOf(yaml)).toEqual({ a: null });
      expect(await written(templateOf(yaml), item)).toContain('\na:\n');
    },
  );

  it('should stay as it is when nobody fills it', async () => {
    const first = await written(template, item);
    expect(first).toContain('title: One\nrating:\nreadwise-id: 1\n---');
    expect((await synced(first, template, next)).text).toBe(await written(template, next));
  });

  it.each([
    ['fills it', 'rating: 5\n'],
    ['fills it with a list', 'rating:\n  - a\n'],
    ['deletes it', ''],
  ])(
    'should be left alone, also at the sync after next, when the person %s (I2, I3)',
    async (_what, mine) => {
      const edited = (await written(template, item)).replace('rating:\n', mine);
      const second = await synced(edited, template, next);
      const third = await synced(second.text, template, item);
      for (const { text, conflicts } of [second, third]) {
        expect(text).toContain(`\n${mine}readwise-id: 1\n---`);
        expect(text.match(/rating/g) ?? []).toHaveLength(mine === '' ? 1 : 2);
        expect(conflicts).toEqual([]);
      }
      expect(third.text).toContain('title: One');
    },
  );

  it("should leave a person's value alone when the template declares it later (I2)", async () => {
    const before = (await written(templateOf('title: "{{title}}"'), item)).replace(
      'title: One\n',
      'title: One\nrating: 5\n',
    );
    const after = await synced(before, template, item);
    expect(after.text).toContain('title: One\nrating: 5\nreadwise-id: 1\n---');
    expect(after.conflicts).toEqual([]);
  });

  it('should be added once to a note that was written before, when the template declares it later', async () => {
    const before = await written(templateOf('title: "{{title}}"'), item);
    expect((await synced(before, template, item)).text).toContain('title: One\nrating:\nreadwise-id: 1\n---');
  });
});

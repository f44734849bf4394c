import { SEED } from '../property/runs';
import fc from 'fast-check';
import { parse } from 'yaml';
import { markOf, type PropertyValue } from '../../src/notes/front-matter/front-matter';
import { mergeFrontMatter, type MergedFrontMatter } from '../../src/merge/merge-front-matter';
import { merge as mergeNotes, highlight, tagsTemplate, version, written } from './merge-sides';

type Values = Readonly<Record<string, PropertyValue>>;

const mergeYaml = (
  yaml: string,
  base: Values,
  properties: Values,
  options: { readonly owned?: readonly string[]; readonly isBaseKnown?: boolean } = {},
): MergedFrontMatter =>
  mergeFrontMatter({
    yaml,
    base: new Map(Object.entries(base).map(([name, value]) => [name, markOf(value)])),
    baseValue: (name) => (options.isBaseKnown === false ? null : (base[name] ?? null)),
    owned: new Set(options.owned),
    properties: Object.entries(properties),
  });

const BASE: Values = { title: 'Old', tags: ['a', 'b'], pages: 3 };
const NEXT: Values = { title: 'New', tags: ['a', 'c'], pages: 4 };

describe('mergeFrontMatter', () => {
  const yaml = 'title: Old\ntags:\n  - a\n  - b\npages: 3\n';

  it.each([
    [
      'comments',
      '# mine\ntitle: Old\n# between\n\n# more\ntags:\n  - a\n  - b\npages: 3\n# end\n',
      '# mine\ntitle: New\n# between\n\n# more\ntags:\n  - a\n  - c\npages: 4\n# end\n',
    ],
    [
      'comments on our lines',
      'title: Old   # why\ntags: # my own\n  - a # first\n  - b # second\npages: 3 # three\n',
      'title: New # why\ntags:\n  # my own\n  - a # first\n  - c\n# second\npages: 4 # three\n',
    ],
    [
      'keys of all kinds',
      'a-b: {x: 1,  y: "2"}\ntitle: Old\n"q k": \'it\'\'s\'\nlong: |+\n  # no comment\n\n  two\n\nfolded: >-\n   one\n   two\ntags:\n  - a\n  - b\npages: 3\n1984: [ 1,2 ]\n? odd\n: yes\n',
      null,
    ],
    ['anchors and aliases', 'mine: &m [x, y]\ntitle: Old\nagain: *m\ntags:\n  - a\n  - b\npages: 3\n', null],
    [
      'another order and quotes',
      'pages: 3\nmine: 1\ntags: [ a, "b" ]\ntitle: \'Old\'\n',
      'pages: 4\nmine: 1\ntags:\n  - a\n  - c\ntitle: New\n',
    ],
    [
      'an indentation of its own',
      '  title: Old\n  mine:\n      deep: 1\n  tags:\n  - a\n  - b\n  pages: 3\n',
      '  title: New\n  mine:\n      deep: 1\n  tags:\n    - a\n    - c\n  pages: 4\n',
    ],
    [
      'lists that are not indented',
      'title: Old\nmine:\n- x\n-   y\ntags:\n- a\n- b\npages: 3\n',
      'title: New\nmine:\n- x\n-   y\ntags:\n  - a\n  - c\npages: 4\n',
    ],
    [
      'empty values and unusual names',
      'title: Old\nempty:\nüber: ja\nприклад: "так"\n"": none\ntags:\n  - a\n  - b\npages: 3\n',
      null,
    ],
  ])("should keep the person's %s byte for byte (I2)", (_case, before, after) => {
    const expected =
      after ??
      before
        .replace('title: Old', 'title: New')
        .replace('  - b\n', '  - c\n')
        .replace('pages: 3', 'pages: 4');
    expect(mergeYaml(before, BASE, NEXT)).toEqual({ yaml: expected, conflicts: [] });
  });

  it('should name no conflict when the person changed what the service left as it was, whatever is known of it', () => {
    const changed = 'title: Mine\ntags: [mine]\npages: 3\n';
    for (const isBaseKnown of [true, false])
      expect(mergeYaml(changed, BASE, { ...BASE, pages: 4 }, { isBaseKnown })).toEqual({
        yaml: changed.replace('3', '4'),
        conflicts: [],
      });
  });

  it('should keep a comment when the service has the property no longer (I2)', () => {
    expect(mergeYaml('title: Old # mine\ntags: [a, b] # "x" # y\npages: 3\n', BASE, { pages: 3 }).yaml).toBe(
      '# mine\n# "x" # y\npages: 3\n',
    );
  });

  it('should keep a value that the person changed when the service has the property no longer (I2)', () => {
    expect(mergeYaml('title: Mine\n', BASE, {}).yaml).toBe('title: Mine\n');
  });

  it('should not take a text with a number sign for a comment', () => {
    expect(mergeYaml('title: "Old # 1"\n', { title: 'Old # 1' }, { title: 'New' }).yaml).toBe('title: New\n');
    expect(mergeYaml('title: >-\n  # Old\n', { title: '# Old' }, { title: 'New' }).yaml).toBe('title: New\n');
  });

  it('should leave all properties alone, and say so, when others refer to a value that would change', () => {
    const shared = 'title: &t Old\nagain: *t\npages: 3\n';
    expect(mergeYaml(shared, BASE, NEXT)).toEqual({ yaml: shared, conflicts: ['properties'] });
  });

  it.each([
    ['added and removed', 'tags:\n  - mine\n  - b\n', 'tags:\n  - mine\n  - c\n'],
    ['put in another order', 'tags:\n  - b\n  - a\n  - mine\n', 'tags:\n  - a\n  - mine\n  - c\n'],
    [
      'quoted and commented',
      'tags:   # all\n- "mine"  # my own\n- a\n\n# about b\n- b # gone?\n',
      'tags:\n  # all\n  - "mine" # my own\n  - a\n  - c\n# about b\n# gone?\n',
    ],
    ['written on one line', "tags: [ mine,'b',  a ] # x\n", 'tags: [mine, a, c] # x\n'],
    ['emptied', 'tags: []\n', 'tags: [c]\n'],
    ['made the same', 'tags: [c, a]\n', 'tags: [c, a]\n'],
    ['filled with lists', 'tags: [mine, [a]]\n', 'tags: [mine, [a], c]\n'],
    ['made of nothing but what the service took out', 'tags: [b]\n', 'tags: [c]\n'],
  ])('should bring the changes of both sides into a list that the person %s (I2)', (_case, before, after) => {
    expect(mergeYaml(before, { tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toEqual({
      yaml: after,
      conflicts: [],
    });
  });

  it.each([
    ['added to', 'tags: [mine, a, b]\n', 'tags: [mine, a, b, c]\n'],
    ['took from', 'tags: [a]\n', 'tags: [a, c]\n'],
    ['emptied', 'tags: []\n', 'tags: [a, c]\n'],
    ['wrote in another case', 'tags: [C, b]\n', 'tags: [C, b, a]\n'],
    ['made the same', 'tags: [c, a]\n', 'tags: [c, a]\n'],
    ['commented', 'tags:\n  - mine # own\n  - b\n', 'tags:\n  - mine # own\n  - b\n  - a\n  - c\n'],
  ])(
    'should join both lists when what was written is not known and the person %s (I2)',
    (_case, before, after) => {
      const next: Values = { tags: ['a', 'c'] };
      const result = mergeYaml(before, { tags: ['a', 'b'] }, next, { isBaseKnown: false });
      expect(result).toEqual({ yaml: after, conflicts: [] });
      expect(mergeYaml(after, next, next, { isBaseKnown: false })).toEqual(result);
    },
  );

  it.each([
    ['it is no list any more', 'tags: mine\n', {}],
    ['it is no list any more, and the base is not known', 'tags: mine\n', { isBaseKnown: false }],
    ['an entry is an alias', 'mine: &m x\ntags: [*m]\n', {}],
  ])('should leave a list alone, and name the conflict, when %s', (_case, before, options) => {
    expect(mergeYaml(before, { tags: ['a', 'b'] }, { tags: ['a', 'c'] }, options)).toEqual({
      yaml: before,
      conflicts: ['tags'],
    });
  });

  it('should not take the mark of another value for the base, and then remove no entry', () => {
    const result = mergeFrontMatter({
      yaml: 'tags: [mine]\n',
      base: new Map([['tags', markOf(['x'])]]),
      baseValue: () => ['mine'],
      owned: new Set(),
      properties: [['tags', ['c']]],
    });
    expect(result).toEqual({ yaml: 'tags: [mine, c]\n', conflicts: [] });
  });

  it('should take a decomposed value for the same', () => {
    expect(mergeYaml('title: Méd\n'.normalize('NFD'), { title: 'Méd' }, { title: 'New' })).toEqual({
      yaml: 'title: New\n',
      conflicts: [],
    });
  });

  it('should put new properties behind ours', () => {
    expect(mergeYaml(yaml.replace('pages', 'mine: 1\npages'), BASE, { ...BASE, year: 1 }).yaml).toBe(
      `${yaml.replace('pages', 'mine: 1\npages')}year: 1\n`,
    );
    expect(mergeYaml('  mine: 1\n', {}, { year: 1 }).yaml).toBe('  year: 1\n  mine: 1\n');
  });

  it.each([
    [
      'ids are last',
      'title: Old\nmine: 1\nreadwise-id: 1\n',
      'title: Old\nyear: 1\nmine: 1\nreadwise-id: 1\nreader-id: 2\n',
    ],
    ['ids are first', 'readwise-id: 1\nmine: 1\n', 'year: 1\nreadwise-id: 1\nreader-id: 2\nmine: 1\n'],
    [
      'the person wrote behind ids',
      'title: Old\nreadwise-id: 1\nmine: 1 # x\n',
      'title: Old\nyear: 1\nreadwise-id: 1\nreader-id: 2\nmine: 1 # x\n',
    ],
    [
      'nothing is ours',
      '# a\n\n  mine: 1\n# b\n',
      '  year: 1\n# a\n\n  mine: 1\n  readwise-id: 1\n  reader-id: 2\n# b\n',
    ],
    ['there is nothing', '', 'year: 1\nreadwise-id: 1\nreader-id: 2\n'],
  ])(
    'should leave the order, put new properties before ids and new ids behind ids, or last, when %s',
    (_case, before, after) => {
      const ids: Values = { 'readwise-id': 1, 'reader-id': 2 };
      const owned = Object.keys(ids);
      const title: Values = before.includes('title') ? { title: 'Old' } : {};
      expect(mergeYaml(before, title, { ...title, year: 1, ...ids }, { owned }).yaml).toBe(after);
    },
  );

  it('should set what nobody else may change, whoever changed it', () => {
    expect(mergeYaml('id: 2\nstatus: x\n', {}, { id: 1 }, { owned: ['id', 'status'] })).toEqual({
      yaml: 'id: 1\n',
      conflicts: [],
    });
    expect(mergeYaml('title: Old\n', BASE, { id: 1, title: 'Old' }, { owned: ['id'] }).yaml).toBe(
      'title: Old\nid: 1\n',
    );
  });

  it('should leave YAML alone that cannot be read, and say so', () => {
    expect(mergeYaml('mine: [\n', {}, NEXT)).toEqual({ yaml: 'mine: [\n', conflicts: ['properties'] });
  });

  it('should leave all alone, and say so, when another value would change or the outcome could not be read (I2)', () => {
    const kept = 'mine: |+\n  text\ntitle: Old\n\n\nlast: 1\n';
    expect(mergeYaml(kept, BASE, {})).toEqual({ yaml: kept, conflicts: ['properties'] });
  });

  it('should end a last line that has no end before it adds to it', () => {
    expect(mergeYaml('mine: 1', {}, { year: 1 }).yaml).toBe('year: 1\nmine: 1\n');
    expect(mergeYaml('title: Old', BASE, { title: 'Old', year: 1 }).yaml).toBe('title: Old\nyear: 1\n');
  });

  it('should keep the notation of a value that the service did not change', () => {
    expect(mergeYaml("title: 'Old'\ntags: [a,  b]\n", BASE, BASE).yaml).toBe("title: 'Old'\ntags: [a,  b]\n");
  });

  it('should leave a property that the person made before the service had it, and name it as kept', () => {
    expect(mergeYaml('rating: 9\n', {}, { rating: 1 })).toEqual({
      yaml: 'rating: 9\n',
      conflicts: [],
      kept: ['rating'],
    });
  });

  it.each([
    ['a list', 'tags:\n  - mine # own\n  - A\n', 'tags:\n  - mine # own\n  - A\n  - b\n'],
    ['a list on one line', 'tags: [mine]\n', 'tags: [mine, a, b]\n'],
    ['one word', 'tags: mine\n', 'tags:\n  - mine\n  - a\n  - b\n'],
    ['nothing', 'tags:\n', 'tags:\n  - a\n  - b\n'],
  ])('should join both lists without a base when the person made %s (I2)', (_case, before, after) => {
    expect(mergeYaml(before, {}, { tags: ['a', 'b'] })).toEqual({ yaml: after, conflicts: [] });
  });

  it('should leave a text of several words alone, and name it as kept, when the service has a list', () => {
    expect(mergeYaml('tags: my own\n', {}, { tags: ['a'] })).toEqual({
      yaml: 'tags: my own\n',
      conflicts: [],
      kept: ['tags'],
    });
  });

  it('should keep all comments of a list that becomes a text, or goes', () => {
    const list = 'tags: # all\n  - a # first\n  - b # second\n';
    expect(mergeYaml(list, BASE, { tags: 'one' }).yaml).toBe('tags: one # all # first # second\n');
    expect(mergeYaml('tags: [a, b] # all\n', BASE, { tags: 'one' }).yaml).toBe('tags: one # all\n');
    expect(mergeYaml(list, BASE, {}).yaml).toBe('# all\n# first\n# second\n');
  });

  it('should leave every other value as it was, whatever stands there (I2)', () => {
    const line = fc.constantFrom(
      'mine: 1',
      'list: [a, "b"]',
      '# note',
      '',
      'deep:\n   x: 1\n   y: [2]',
      'text: |\n  # a\n\n  b',
      'quoted: "a # b: c" # d',
      'date: 2024-01-02',
      'none:',
      "it: 'it''s'",
      'anchor: &q w',
      'seq:\n- 1\n-   2 # two',
    );
    const ours = fc.constantFrom(
      'title: Old',
      'title: "Old" # t',
      'title: Mine',
      'tags: [a, b]',
      'tags:\n- a # x\n- b',
      'tags:\n    - mine\n    - b',
      'pages: 3',
      'pages: 5 # five',
    );
    const document = fc.uniqueArray(fc.oneof(line, ours), {
      maxLength: 9,
      selector: (text) => /^[a-z]+/.exec(text)?.[0] ?? `${text}${String(Math.random())}`,
    });
    fc.assert(
      fc.property(document, (lines) => {
        const before = `${lines.join('\n')}\n`;
        const { yaml: after } = mergeYaml(before, BASE, NEXT);
        const [was, is] = [parse(before) ?? {}, parse(after) ?? {}] as [
          Record<string, unknown>,
          Record<string, unknown>,
        ];
        for (const [name, value] of Object.entries(was)) if (!(name in BASE)) expect(is[name]).toEqual(value);
        for (const text of lines) if (!/^(title|tags|pages)/.test(text)) expect(after).toContain(`${text}\n`);
        for (const comment of before.match(/# (?:t|x|five|two|d|note)$/gm) ?? [])
          expect(after).toContain(comment);
        expect(mergeYaml(after, NEXT, NEXT).yaml).toBe(after);
      }),
      { numRuns: 500, seed: SEED },
    );
  });
});

describe('the properties of a note', () => {
  const ONE = highlight(1, 'One.');
  const wrote = version([ONE], { template: tagsTemplate(['a', 'b'], [['rating', 1]]) });
  const next = version([ONE], { template: tagsTemplate(['a', 'c'], [['rating', 2]]) });

  it('should have the tags of both sides, and the change is made once (I5)', () => {
    const edited = written(wrote).replace('  - a\n', '  - mine\n  - a\n');
    const { text, conflicts } = mergeNotes(edited, next, { wrote });
    expect(text).toContain('tags:\n  - mine\n  - a\n  - c\nrating: 2\n');
    expect(conflicts).toEqual([]);
    expect(mergeNotes(text, next, { wrote: next })).toEqual({ text, conflicts: [] });
    const later = version([ONE], { template: tagsTemplate(['c', 'd'], [['rating', 2]]) });
    expect(mergeNotes(text, later, { wrote: next }).text).toContain('tags:\n  - mine\n  - c\n  - d\n');
  });

  it('should follow the service from then on when what was written is not known', () => {
    const edited = written(wrote).replace('  - a\n', '  - mine\n  - a\n');
    const { text, conflicts } = mergeNotes(edited, next);
    expect(text).toContain('tags:\n  - mine\n  - a\n  - b\n  - c\n');
    expect(conflicts).toEqual([]);
    expect(mergeNotes(text, next)).toEqual({ text, conflicts: [] });
    const later = version([ONE], { template: tagsTemplate(['a', 'c', 'd'], [['rating', 2]]) });
    expect(mergeNotes(text, later, { wrote: next }).text).toContain(
      'tags:\n  - mine\n  - a\n  - b\n  - c\n  - d\n',
    );
  });

  it('should name a value that both sides changed once, and show the other one until the person takes it', () => {
    const edited = written(wrote).replace('rating: 1', 'rating: 9');
    const once = mergeNotes(edited, next, { wrote });
    expect(once.conflicts).toEqual(['rating']);
    expect(once.text).toMatch(/rating: 9[^]*> rating: 2\n/);
    expect(mergeNotes(once.text, next)).toEqual({ text: once.text, conflicts: [] });
    expect(mergeNotes(once.text.replace('rating: 9', 'rating: 2'), next).text).toBe(written(next));
  });

  it('should show an open conflict as the template has it now when only that changed', () => {
    const { text } = mergeNotes(written(wrote).replace('rating: 1', 'rating: 9'), next, { wrote });
    const later = version([ONE], { template: tagsTemplate(['a', 'c'], [['rating', '2 of 5']]) });
    const again = mergeNotes(text, later, { wrote: next, isOnlyTemplate: true });
    expect(again.conflicts).toEqual([]);
    expect(again.text).toMatch(/rating: 9[^]*> rating: "2 of 5"\n/);
  });

  it('should keep their Windows line ends', () => {
    const edited = written(wrote)
      .replace('rating: 1', 'mine: |\n  one\n  two\nrating: 1')
      .replace(/\n/g, '\r\n');
    expect(mergeNotes(edited, next, { wrote }).text).toContain(
      'tags:\r\n  - a\r\n  - c\r\nmine: |\r\n  one\r\n  two\r\nrating: 2\r\n',
    );
  });
});

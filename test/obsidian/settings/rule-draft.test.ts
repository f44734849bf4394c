import { RULE_KEYS } from '../../../src/model/rule-schema';
import { CONDITIONS, problemAt, readDraft, thenFields } from '../../../src/obsidian/ui/settings/rule-draft';

const FULL = {
  name: 'All of it',
  enabled: false,
  when: {
    kinds: ['book'],
    categories: ['book'],
    locations: ['later'],
    sources: ['kindle'],
    tags: { any: ['a'], all: ['b'], none: ['c'] },
    author: ['x', 'w*'],
    title: 'y*',
    site: 'z',
    highlights: { min: 0, max: 3 },
    favorites: false,
    age: { olderThanDays: 0, newerThanDays: 9, of: 'published' },
  },
  then: {
    leaveOut: true,
    folder: '{{author}}',
    fileName: '{{title}}',
    template: 'built-in:callouts',
    fullText: 'off',
    notePerHighlight: false,
    highlights: {
      any: { favorites: true, withNote: true, tags: ['d'], colors: ['blue'] },
      none: { tags: ['e'], texts: ['f', 'g*'] },
    },
  },
};

const problemsOf = (draft: unknown): ReadonlyMap<string, string> => {
  const read = readDraft(draft);
  return read.ok ? new Map() : read.problems;
};

/** The keys of all that is no object of others. */
function leaves(value: object, path: string): readonly string[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? leaves(each, `${path}${key}.`)
      : [`${path}${key}`],
  );
}

describe('a rule that is being edited', () => {
  it('should be the rule that it was when nothing was changed', () => {
    expect(readDraft(FULL)).toEqual({ ok: true, rule: FULL });
    expect(readDraft({ ...FULL, fromTomorrow: { x: 1 } })).toMatchObject({
      rule: { fromTomorrow: { x: 1 } },
    });
  });

  it('should have a field for everything that a rule may hold', () => {
    const fields = [...Object.values(CONDITIONS).flat(), ...thenFields({})].map(({ key }) => key);
    for (const part of ['when', 'then']) {
      const names = RULE_KEYS[part] ?? [];
      expect(names).not.toEqual([]);
      for (const name of names)
        expect(fields.some((key) => key === `${part}.${name}` || key.startsWith(`${part}.${name}.`))).toBe(
          true,
        );
    }
    expect([...leaves({ when: FULL.when, then: FULL.then }, '')].sort()).toEqual([...fields].sort());
  });

  it('should have all highlights where the file says so', () => {
    const rule = { enabled: true, when: {}, then: { highlights: {} } };
    expect(readDraft(rule)).toEqual({ ok: true, rule });
  });

  it('should hold nothing that says nothing', () => {
    const draft = {
      name: '  ',
      enabled: true,
      when: { kinds: [], author: '', tags: { any: [], none: [] }, highlights: { min: undefined } },
      then: { folder: '', leaveOut: undefined, highlights: { any: { favorites: undefined, tags: [] } } },
    };
    expect(readDraft(draft)).toEqual({ ok: true, rule: { enabled: true, when: {}, then: {} } });
  });

  it('should name each field that has a mistake, all at once, whatever the rule is called', () => {
    const problems = problemsOf({
      name: 'Rule 1: when.title: x',
      when: { author: '/(/', highlights: { min: 5, max: 2 }, age: { newerThanDays: 1.5 } },
      then: { folder: '{{titel}}', fullText: 'everywhere' },
    });
    expect(problemAt(problems, 'when.author')).toMatch(/Regular expressions do not work here/);
    expect(problemAt(problems, 'when.highlights.min')).toMatch(/min is more than max/);
    expect(problemAt(problems, 'when.highlights.max')).toMatch(/min is more than max/);
    expect(problemAt(problems, 'when.age.newerThanDays')).toMatch(/whole number/);
    expect(problemAt(problems, 'then.folder')).toMatch(/^Line 1, column 3: There is no field "titel" here/);
    expect(problemAt(problems, 'then.fullText')).toMatch(/"off" or "note" or "file"/);
    expect(problemAt(problems, 'when.title')).toBeNull();
  });

  it('should not pass for a rule that matches everything when a condition is not known', () => {
    expect([...problemsOf({ when: { taggs: ['x'] }, then: {} }).values()].join()).toContain(
      '"taggs" is not known here',
    );
  });
});

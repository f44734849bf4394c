import { isGroup } from '../../../src/model/collections';
import { parseSettings } from '../../../src/model/settings';
import { CHOICES, ROWS, SETTINGS } from '../../../src/obsidian/strings/settings-strings';
import { valueAt } from '../../../src/obsidian/ui/settings/setting-keys';
import { projectPage } from '../../../src/obsidian/ui/components/project-page';

/** Keys without a row of their own name: the rows *Style* and *Server address* stand for them. */
const ELSEWHERE = [
  'version',
  'tokenSecret',
  'rules',
  ...['book', 'article', 'tweet', 'podcast', 'video'].map((kind) => `templates.${kind}`),
];

function defaults(): object {
  const parsed = parseSettings({});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.settings;
}

const leaves = (value: unknown, key = ''): readonly string[] =>
  isGroup(value)
    ? Object.entries(value).flatMap(([name, part]) => leaves(part, key === '' ? name : `${key}.${name}`))
    : [key];

describe('the rows of the settings', () => {
  it('should cover every setting that is not chosen elsewhere', () => {
    const rows = Object.keys(ROWS);
    const uncovered = leaves(defaults()).filter(
      (leaf) => !rows.some((row) => leaf === row || leaf.startsWith(`${row}.`)),
    );
    expect(uncovered.sort()).toEqual([...ELSEWHERE].sort());
  });

  it('should offer the value that a setting has by itself', () => {
    for (const [key, choices] of Object.entries(CHOICES)) {
      const value = valueAt(defaults(), key);
      const members = isGroup(value) ? Object.keys(value) : [value].flat();
      const offered = Object.keys(choices);
      if (key !== 'attachments') expect(offered).toEqual(expect.arrayContaining(members));
    }
  });

  it('should keep a number of minutes that only the file has among the choices', () => {
    expect(Object.keys(SETTINGS.intervals(60))).toEqual(['0', '15', '60', '360', '1440']);
    expect(Object.keys(SETTINGS.intervals(45))).toEqual(['0', '15', '45', '60', '360', '1440']);
  });
});

describe('a page of the project', () => {
  it('should be at the address of the repository, and nowhere without one', () => {
    const url = 'git+https://example.org/florilegium.git';
    expect(projectPage('issues/new', { url })).toBe('https://example.org/florilegium/issues/new');
    expect(projectPage('issues/new', { url: '' })).toBeNull();
  });
});

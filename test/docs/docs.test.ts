import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSettings } from '../../src/model/settings';
import { createProgram } from '../../pkg/commands/program';

const ROOT = join(__dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const inDocs = pagesIn('docs');
const pages = ['README.md', 'CHANGELOG.md', ...inDocs, ...pagesIn('docs/development')];

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** Anchors of headings as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [
    ...read(page)
      .replace(/^```[^]*?^```/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Links of a page to files of ours, and pictures. */
const linksOf = (page: string): readonly string[] => {
  const text = withoutCode(read(page));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/ src="([^"]+)"/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
};

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
}

describe('the documentation', () => {
  it.each(pages)('should have no link that leads nowhere when the page is %s', (page) => {
    expect(linksOf(page).filter((link) => leadsNowhere(page, link))).toEqual([]);
  });

  it('should name every page for people, and no other, in the list at the end of the README', () => {
    const [, list = ''] = /\n## More\n([^]*?)\n\n[^-\n]/.exec(read('README.md')) ?? [];
    expect(inDocs.filter((page) => !list.includes(`](${page})`))).toEqual([]);
    expect(list).not.toContain('docs/development');
  });

  const program = createProgram(new AbortController().signal).commands;
  const commands = program.map((command) => command.name());
  const options = program.flatMap((command) => command.options.map(({ long }) => long ?? ''));

  it('should name every command and option of the terminal program', () => {
    const told = read('docs/terminal.md');
    expect(commands.length).toBeGreaterThan(5);
    expect(options.length).toBeGreaterThan(10);
    expect([
      ...commands.filter((name) => !new RegExp(`(?:\`|florilegium )${name}\\b`).test(told)),
      ...options.filter((name) => !told.includes(name)),
    ]).toEqual([]);
  });

  it('should name no command and no option of the terminal program that does not exist', () => {
    const told = ['README.md', ...inDocs].map(read).join('\n').replaceAll('npm start -- --serve', '');
    const named = [
      ...told.matchAll(/[`\s](--[a-z][a-z-]*)/g),
      ...told.matchAll(/(?:cli\.mjs|^florilegium|`florilegium) ([a-z-]+)/gm),
    ].map(([, name = '']) => name);
    const known = [...commands, ...options, 'help', '--help', '--version'];
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(['README.md', ...inDocs])('should use the words of the app when the page is %s', (page) => {
    const told = withoutCode(read(page)).replace(/\]\([^)]*\)/g, ']');
    const others =
      /\b(?:anchors?|trailers?|adopt\w*|sync marks|categor(?:y|ies)|colours?|favourites?|at Readwise)\b/gi;
    expect([...told.matchAll(others)].map(([word]) => word)).toEqual([]);
  });

  it('should name no file of the source that does not exist', () => {
    const files = ['src', 'pkg'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `/${folder}/${file.replaceAll('\\', '/')}`,
      ),
    );
    const named = [...read('docs/development/architecture.md').matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`/g)].map(
      ([, name = '']) => name,
    );
    const isThere = (name: string): boolean => files.some((file) => file.endsWith(`/${name}`));
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  it('should tell every setting and its default', () => {
    const rows = [
      ...read('docs/settings.md').matchAll(/^\| (`[a-z][\w.]*`(?:, `\.\w+`)*) \| ([^|]+) \| (.+) \|$/gim),
    ];
    const told = rows
      .slice(0, rows.findIndex(([, key]) => key === '`attachments.maxMegabytes`') + 1)
      .flatMap(([, keys = '', value = '', may = '']) => {
        const [first = '', ...others] = [...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key);
        const names = [first, ...others.map((other) => first.replace(/\.\w+$/, other))];
        const words = [...may.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
        const shown: unknown = value.startsWith('all')
          ? words.filter((word) => !value.includes(`\`${word}\``))
          : JSON.parse(value.replace(/^`|`$/g, ''));
        return names.map((name) => [name, shown] as const);
      });
    const parsed = parseSettings({});
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(leavesOf(parsed.ok ? parsed.settings : {})));
  });
});

/** Every value that stands in no group of others, by the path to it. */
function leavesOf(group: object, path = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? leavesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value] as const],
  );
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './run-script';

const ROOT = join(__dirname, '../..');

/** Folders that the store's scanner leaves out, and those that git does. */
const NOT_SCANNED = ['build', 'pkg', 'docs', 'test', 'node_modules', 'dist', 'coverage', 'demo-vault'];

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);

interface Differences {
  readonly file: string;
  /** Rules of the store that ours replace or change. */
  readonly rules: readonly string[];
  /** Names that the store does not know. */
  readonly globals: readonly string[];
  readonly ignoresComments: boolean;
}

/** The rules by which `npm run lint` checks files, beside those of the store alone. */
const compare = (files: readonly string[]): Promise<readonly Differences[]> =>
  runScript(`
    import { ESLint } from 'eslint';
    import obsidianmd from 'eslint-plugin-obsidianmd';
    const ours = new ESLint();
    const store = new ESLint({ overrideConfigFile: true, baseConfig: obsidianmd.configs.recommended });
    const isOff = ([severity]) => severity === 0;
    const compared = [];
    for (const file of ${JSON.stringify(files)}) {
      const own = await ours.calculateConfigForFile(file);
      const theirs = await store.calculateConfigForFile(file);
      const rules = Object.entries(theirs.rules).filter(([name, rule]) => !isOff(rule) && JSON.stringify(own.rules[name]) !== JSON.stringify(rule));
      const known = theirs.languageOptions?.globals ?? {};
      compared.push({
        file,
        rules: rules.map(([name]) => name),
        globals: Object.keys(own.languageOptions?.globals ?? {}).filter((name) => !(name in known)),
        ignoresComments: own.linterOptions.noInlineConfig === true,
      });
    }
    console.log(JSON.stringify(compared));
  `);

describe('the check of the sources', () => {
  it('should apply every rule of the store as it is when a file is the plugin’s', async () => {
    const files = filesIn('src');
    expect(files.length).toBeGreaterThan(100);
    const compared = await compare(files);
    expect(
      compared.filter(
        ({ rules, globals, ignoresComments }) => rules.length + globals.length > 0 || !ignoresComments,
      ),
    ).toEqual([]);
  });

  it('should allow no dependency that the store bans', async () => {
    const [found] = await compare(['package.json']);
    expect(found?.rules).toEqual([]);
  });

  it('should have all other code in folders that the store leaves out', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
    const scanned = folders.filter((name) => !NOT_SCANNED.includes(name));
    expect(scanned).toContain('src');
    expect(scanned.flatMap(filesIn).filter((file) => !file.startsWith('src/'))).toEqual([]);
  });
});

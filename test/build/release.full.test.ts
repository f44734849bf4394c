import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtPlugin } from '../support/built-programs';
import { runScript } from './run-script';

const ROOT = join(__dirname, '../..');
const MINUTES = 600_000;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const json = <Value>(path: string): Value => JSON.parse(read(path)) as Value;

interface Versioned {
  readonly version: string;
}

/** The folders of the libraries of which a bundle contains anything. */
const librariesIn = (bundle: string): Promise<readonly string[]> =>
  runScript(`
    import * as esbuild from 'esbuild';
    import { ${bundle} } from './build/bundles.mjs';
    const { metafile } = await esbuild.build({ ...${bundle}(true), write: false, metafile: true });
    const folders = Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\\/(?:@[^/]+\\/)?[^/]+(?=\\/)/.exec(path) ?? []);
    console.log(JSON.stringify([...new Set(folders)]));
  `);

describe('a release', () => {
  const { version } = json<Versioned>('package.json');

  it('should have one version wherever it is named, and notes in the changelog', async () => {
    const { minAppVersion, ...manifest } = json<Versioned & { readonly minAppVersion: string }>(
      'manifest.json',
    );
    expect(manifest.version).toBe(version);
    expect(json<Readonly<Record<string, string>>>('versions.json')[version]).toBe(minAppVersion);
    expect(json<Versioned>('package-lock.json').version).toBe(version);
    const notes = await runScript<string>(
      `import { releaseNotes } from './build/release-notes.mjs'; console.log(JSON.stringify(releaseNotes(${JSON.stringify(version)})));`,
    );
    expect(notes).toMatch(/^The first version\.\n/);
  });

  it('should pack the terminal program with its notices, and nothing else', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      timeout: MINUTES,
    });
    const [{ files = [] } = {}] = JSON.parse(stdout) as readonly {
      readonly files?: readonly { readonly path: string }[];
    }[];
    const parts = readdirSync(join(ROOT, 'dist/cli')).map((name) => `dist/cli/${name}`);
    expect(files.map(({ path }) => path).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/cli.mjs',
      ...parts.sort(),
      'package.json',
    ]);
    expect(read('dist/cli.mjs')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('should carry the whole license of every library that is in it, for the plugin and for the terminal', async () => {
    const plugin = await builtPlugin(ROOT);
    const [opening = ''] = /^\/\*[^]*?\*\//.exec(plugin) ?? [];
    const notices = { pluginBundle: opening, terminalBundle: read('dist/THIRD-PARTY-NOTICES.txt') };
    for (const [bundle, notice] of Object.entries(notices)) {
      const folders = await librariesIn(bundle);
      expect(folders.length).toBeGreaterThan(4);
      for (const folder of folders) {
        const { name, version } = json<Versioned & { readonly name: string }>(`${folder}/package.json`);
        const [license = ''] = readdirSync(join(ROOT, folder)).filter((entry) => /^license/i.test(entry));
        expect(notice).toContain(`\n${name} ${version} (`);
        expect(notice).toContain(read(`${folder}/${license}`).replaceAll('\r\n', '\n').trim());
      }
    }
  });

  it('should test, then check everything, then attest the plugin’s three files, then publish', () => {
    const workflow = read('.github/workflows/release.yml');
    const steps = ['npm test', 'build/release.mjs --check', 'actions/attest@', 'build/release.mjs\n'];
    const places = steps.map((step) => workflow.indexOf(step));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    for (const file of ['main.js', 'manifest.json', 'styles.css']) expect(workflow).toContain(`${file}\n`);
  });

  it('should use actions by their commits', () => {
    for (const name of readdirSync(join(ROOT, '.github/workflows')))
      for (const [, action = ''] of read(`.github/workflows/${name}`).matchAll(/uses: (\S+)/g))
        expect(action).toMatch(/@[0-9a-f]{40}$/);
  });
});

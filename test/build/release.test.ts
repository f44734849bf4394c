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

  it('should publish nothing that was not tested, to npm first, and attest the plugin’s three files', () => {
    const workflow = read('.github/workflows/release.yml');
    expect(workflow.indexOf('npm test')).toBeLessThan(workflow.indexOf('build/release.mjs'));
    for (const file of ['main.js', 'manifest.json', 'styles.css']) expect(workflow).toContain(`${file}\n`);
    const steps = read('build/release.mjs');
    expect(steps.indexOf('  publish();')).toBeLessThan(steps.indexOf('  releasePlugin('));
  });

  it('should stop before anything is published when the tag is another, or the package has no public address', async () => {
    const { repository } = json<{ readonly repository: { readonly url: string } }>('package.json');
    const env = { ...process.env, GITHUB_REF_NAME: '9.9.9' };
    const released = promisify(execFile)(process.execPath, ['build/release.mjs'], { cwd: ROOT, env });
    const { code, stdout } = (await released.catch((error: unknown) => error)) as Record<string, unknown>;
    expect(code).toBe(1);
    expect(stdout).toContain('Stopped: The tag is 9.9.9.\n');
    expect(String(stdout).includes('repository.url')).toBe(repository.url === '');
  });

  it('should use actions by their commits', () => {
    for (const name of readdirSync(join(ROOT, '.github/workflows')))
      for (const [, action = ''] of read(`.github/workflows/${name}`).matchAll(/uses: (\S+)/g))
        expect(action).toMatch(/@[0-9a-f]{40}$/);
  });
});

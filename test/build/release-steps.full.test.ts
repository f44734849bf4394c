import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const ROOT = join(__dirname, '../..');

interface Services {
  readonly npm: { readonly gitHead?: string } | null;
  readonly forge: {
    readonly isDraft: boolean;
    readonly assets: readonly { readonly name: string; readonly state: string }[];
    readonly notes: string;
  } | null;
  readonly isLoggedOut?: boolean;
}

interface Obstacle {
  readonly why: string;
  readonly tag?: string;
  readonly spoil?: () => void;
  readonly said: string;
}

/** A small project that can be released, with an npm and a forge of its own. */
class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'florilegium-released-'));
  private readonly services = `${this.folder}-services`;

  constructor() {
    mkdirSync(this.services);
    for (const name of ['npm', 'gh']) {
      const call = `exec "${process.execPath}" "${join(__dirname, 'fake-services.cjs')}" ${name} "$@"`;
      writeFileSync(join(this.services, name), `#!/bin/sh\n${call}\n`, { mode: 0o755 });
    }
    this.hold({ npm: null, forge: null });
    cpSync(join(ROOT, 'build'), join(this.folder, 'build'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
    this.write('.gitignore', 'node_modules\nmain.js\ndist\n');
    this.write('package.json', '{"name":"flowers","version":"1.2.0","repository":{"url":"https://a.b/c"}}');
    this.write('package-lock.json', '{"version":"1.2.0"}');
    this.write('manifest.json', '{"version":"1.2.0","minAppVersion":"1.13.0"}');
    this.write('versions.json', '{"1.2.0":"1.13.0"}');
    this.write(
      'CHANGELOG.md',
      '# Changelog\n\n## 1.2.0 (2026-11-29)\n\n- More flowers.\n\n## 1.1.0\n\n- Some.\n',
    );
    for (const path of ['main.js', 'styles.css', 'dist/cli.mjs', 'dist/THIRD-PARTY-NOTICES.txt'])
      this.write(path, 'built');
    this.git('init', '--quiet');
    this.commit();
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.folder, path, '..'), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  commit(): void {
    this.git('add', '--all');
    this.git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'All');
  }

  hold(held: Services): void {
    writeFileSync(join(this.services, 'held.json'), JSON.stringify(held));
  }

  held(): Services {
    return JSON.parse(readFileSync(join(this.services, 'held.json'), 'utf8')) as Services;
  }

  release({ tag = '1.2.0', stop = '', option = '' } = {}): { readonly code: number; readonly said: string } {
    const options = option === '' ? [] : [option];
    const { status, stdout } = spawnSync(process.execPath, ['build/release.mjs', ...options], {
      cwd: this.folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${this.services}${delimiter}${process.env['PATH'] ?? ''}`,
        SERVICES: join(this.services, 'held.json'),
        GITHUB_REF_NAME: tag,
        STOP: stop,
      },
    });
    return { code: status ?? -1, said: stdout };
  }

  end(): void {
    for (const folder of [this.folder, this.services]) rmSync(folder, { recursive: true });
  }

  private git(...args: readonly string[]): void {
    execFileSync('git', args, { cwd: this.folder });
  }
}

const uploaded = (name: string) => ({ name, state: 'uploaded' });
const FILES = ['main.js', 'manifest.json', 'styles.css'].map(uploaded);

describe('the steps of a release', () => {
  let project: Project;
  beforeEach(() => {
    project = new Project();
  });
  afterEach(() => project.end());

  const expectReleased = (): void => {
    const { npm, forge } = project.held();
    expect(npm).toEqual({ gitHead: expect.stringMatching(/^[0-9a-f]{40}$/) as string });
    expect(forge).toMatchObject({ isDraft: false, notes: '- More flowers.' });
    expect(forge?.assets).toHaveLength(3);
    expect(forge?.assets).toEqual(expect.arrayContaining(FILES));
  };

  it('should publish the package, and the plugin’s files with what the changelog says', () => {
    expect(project.release().code).toBe(0);
    expectReleased();
  });

  it.each(['publish', 'create', 'upload', 'edit'])(
    'should be finished by the next run, and nothing be done twice, when the step %s failed',
    (stop) => {
      expect(project.release({ stop }).code).not.toBe(0);
      expect(project.release().code).toBe(0);
      expectReleased();
    },
  );

  it('should do nothing when all is released', () => {
    project.release();
    const { code, said } = project.release();
    expect(code).toBe(0);
    expect(said).not.toContain('> ');
    expectReleased();
  });

  it.each(['--check', '--dry-run'])('should publish nothing when it is run with %s', (option) => {
    expect(project.release({ option }).code).toBe(0);
    expect(project.held()).toEqual({ npm: null, forge: null });
  });

  const changed = (path: string, text: string) => (): void => {
    project.write(path, text);
    project.commit();
  };

  it.each<Obstacle>([
    { why: 'the tag is another', tag: '1.3.0', said: 'The tag is 1.3.0.' },
    {
      why: 'a change is not committed',
      spoil: () => project.write('new.md', 'a'),
      said: 'Some changes are not committed.',
    },
    {
      why: 'the manifest has another version',
      spoil: changed('manifest.json', '{"version":"1.1.0","minAppVersion":"1.13.0"}'),
      said: 'manifest.json has version 1.1.0.',
    },
    {
      why: 'the oldest app is not named',
      spoil: changed('versions.json', '{}'),
      said: 'versions.json does not say that 1.2.0 needs Obsidian 1.13.0.',
    },
    {
      why: 'the changelog says nothing',
      spoil: changed('CHANGELOG.md', '# Changelog\n'),
      said: 'CHANGELOG.md says nothing of 1.2.0.',
    },
    {
      why: 'the changelog is not finished',
      spoil: changed('CHANGELOG.md', '## 1.2.0 (unreleased)\n\n- More.\n'),
      said: 'CHANGELOG.md says that 1.2.0 is unreleased.',
    },
    {
      why: 'nothing is built',
      spoil: () => rmSync(join(project.folder, 'main.js')),
      said: 'main.js is not built.',
    },
    {
      why: 'nobody is logged in',
      spoil: () => project.hold({ npm: null, forge: null, isLoggedOut: true }),
      said: 'npm refuses: You need to log in',
    },
    {
      why: 'npm has the version of another commit',
      spoil: () => project.hold({ npm: { gitHead: 'b' }, forge: null }),
      said: 'npm has 1.2.0 already, of the commit b.',
    },
  ])('should stop before the first step when $why', ({ said, spoil, tag = '1.2.0' }) => {
    spoil?.();
    const before = project.held();
    expect(project.release({ tag })).toEqual({ code: 1, said: `Stopped: ${said}\n` });
    expect(project.held()).toEqual(before);
  });

  it('should tell before anything else is done that it would stop when it is only to check', () => {
    expect(project.release({ option: '--check', tag: 'main' })).toMatchObject({
      code: 1,
      said: 'Stopped: The tag is main.\n',
    });
  });
});

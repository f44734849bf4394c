import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './bundles.mjs';
import { releaseNotes } from './release-notes.mjs';

/**
 * Releases the version in package.json: the terminal program to npm, then the plugin's three files to the forge.
 * npm comes first, because a version there can never be replaced. Everything is checked before the first step, and
 * what is released already is left out: after a step that failed, the same is run again.
 *
 * With `--check`, it ends before the first step; with `--dry-run`, it shows the steps, whatever keeps them back.
 */
const isDryRun = process.argv.includes('--dry-run');
const isCheck = process.argv.includes('--check');
const PLUGIN_FILES = ['main.js', 'manifest.json', 'styles.css'];
const BUILT_FILES = ['main.js', 'dist/cli.mjs', 'dist/THIRD-PARTY-NOTICES.txt'];

const text = (path) => readFileSync(join(root, path), 'utf8');
const json = (path) => JSON.parse(text(path));
const { name, version, repository } = json('package.json');

/** What a program prints. */
const read = (program, ...args) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

/** This version as npm has it; null when it does not. */
function onNpm() {
  try {
    return JSON.parse(read('npm', 'view', `${name}@${version}`, '--json'));
  } catch (error) {
    if (String(error.stdout).includes('"E404"')) return null;
    throw error;
  }
}

/** This version's release on the forge, also one that is not public yet; null when there is none. */
function onForge() {
  try {
    return JSON.parse(read('gh', 'release', 'view', version, '--json', 'isDraft,assets'));
  } catch (error) {
    if (String(error.stderr).includes('release not found')) return null;
    throw error;
  }
}

/** What is wrong with the files. */
function mistakes() {
  const { version: ofManifest, minAppVersion } = json('manifest.json');
  const heading = text('CHANGELOG.md')
    .split('\n')
    .find((line) => line.startsWith('## ') && line.split(' ')[1] === version);
  const found = BUILT_FILES.filter((path) => !existsSync(join(root, path))).map(
    (path) => `${path} is not built.`,
  );
  if (repository.url === '') found.push('package.json names no address in repository.url.');
  if (ofManifest !== version) found.push(`manifest.json has version ${ofManifest}.`);
  if (json('package-lock.json').version !== version) found.push('package-lock.json has another version.');
  if (json('versions.json')[version] !== minAppVersion)
    found.push(`versions.json does not say that ${version} needs Obsidian ${minAppVersion}.`);
  if (heading === undefined) found.push(`CHANGELOG.md says nothing of ${version}.`);
  else if (heading.includes('unreleased')) found.push(`CHANGELOG.md says that ${version} is unreleased.`);
  const tag = process.env.GITHUB_REF_NAME;
  if (tag !== version) found.push(`The tag is ${String(tag)}.`);
  if (read('git', 'status', '--porcelain') !== '') found.push('Some changes are not committed.');
  return found;
}

/** What is released already, and what keeps the rest from being released. */
function look() {
  const obstacles = mistakes();
  const ask = (service, question) => {
    try {
      return question();
    } catch (error) {
      obstacles.push(`${service} refuses: ${String(error.stderr ?? error.message).trim()}`);
      return null;
    }
  };
  const npm = ask('npm', onNpm);
  if (npm === null) ask('npm', () => read('npm', 'whoami'));
  const commit = npm?.gitHead ?? null;
  if (commit !== null && commit !== read('git', 'rev-parse', 'HEAD').trim())
    obstacles.push(`npm has ${version} already, of the commit ${commit}.`);
  return { obstacles, npm, forge: ask('The forge', onForge) };
}

/** What is left to do. The release becomes public when all its files are there. */
function stepsAfter({ npm, forge }, notes) {
  const { isDraft, assets } = forge ?? { isDraft: true, assets: [] };
  const there = assets.filter(({ state }) => state === 'uploaded').map((asset) => asset.name);
  const missing = PLUGIN_FILES.filter((file) => !there.includes(file));
  const steps = [];
  // As it was tested, not built again.
  if (npm === null) steps.push(['npm', 'publish', '--ignore-scripts']);
  if (forge === null)
    steps.push(['gh', 'release', 'create', version, '--draft', '--verify-tag', '--title', version, ...notes]);
  if (missing.length > 0) steps.push(['gh', 'release', 'upload', version, '--clobber', ...missing]);
  if (isDraft) steps.push(['gh', 'release', 'edit', version, '--draft=false']);
  return steps;
}

function run([program, ...args]) {
  console.log(`> ${[program, ...args].join(' ')}`);
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}

function release(state) {
  const folder = mkdtempSync(join(tmpdir(), 'florilegium-release-'));
  try {
    const notes = join(folder, 'notes.md');
    writeFileSync(notes, releaseNotes(version));
    console.log(`${version}:\n\n${readFileSync(notes, 'utf8')}\n`);
    const steps = stepsAfter(state, ['--notes-file', notes]);
    if (!isDryRun) return steps.forEach(run);
    for (const step of steps) console.log(`Not run: ${step.join(' ')}`);
    run(['npm', 'publish', '--ignore-scripts', '--dry-run', '--provenance=false']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const state = look();
for (const obstacle of state.obstacles) console.log(`${isDryRun ? 'Would stop' : 'Stopped'}: ${obstacle}`);
if (state.obstacles.length > 0 && !isDryRun) process.exit(1);
if (!isCheck) release(state);

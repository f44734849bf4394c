import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './bundles.mjs';
import { releaseNotes } from './release-notes.mjs';

/**
 * Releases the version in package.json: the terminal program to npm, then the plugin's three files to the forge.
 * npm comes first, because a version there can never be replaced. With `--dry-run`, nothing is published.
 */
const isDryRun = process.argv.includes('--dry-run');
const PLUGIN_FILES = ['main.js', 'manifest.json', 'styles.css'];

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { version, repository } = json('package.json');

/** What keeps the version from being released. */
function obstacles() {
  const { version: ofManifest, minAppVersion } = json('manifest.json');
  const found = [];
  if (repository.url === '') found.push('package.json names no address in repository.url.');
  if (ofManifest !== version) found.push(`manifest.json has version ${ofManifest}.`);
  if (json('versions.json')[version] !== minAppVersion)
    found.push(`versions.json does not say that ${version} needs Obsidian ${minAppVersion}.`);
  const tag = process.env.GITHUB_REF_NAME;
  if (!isDryRun && tag !== version) found.push(`The tag is ${String(tag)}.`);
  return found;
}

function run(program, args) {
  console.log(`> ${[program, ...args].join(' ')}`);
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}

function publish() {
  run('npm', isDryRun ? ['publish', '--dry-run', '--provenance=false'] : ['publish']);
}

function releasePlugin(notes) {
  const args = ['release', 'create', version, ...PLUGIN_FILES, '--title', version, '--notes-file', notes];
  if (isDryRun) console.log(`Not run: gh ${args.join(' ')}`);
  else run('gh', args);
}

const found = obstacles();
for (const obstacle of found) console.log(`${isDryRun ? 'Would stop' : 'Stopped'}: ${obstacle}`);
if (found.length > 0 && !isDryRun) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'florilegium-release-'));
try {
  const notes = join(folder, 'notes.md');
  writeFileSync(notes, releaseNotes(version));
  console.log(`${version}:\n\n${readFileSync(notes, 'utf8')}\n`);
  publish();
  releasePlugin(notes);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the plugin is made of. */
const SOURCES = ['src', 'templates', 'build', 'esbuild.config.mjs', 'package-lock.json'];

/**
 * The very file that people get, which `npm test` builds first. Throws when it is missing or older than its
 * sources: tests of it would prove nothing.
 */
export async function builtPlugin(root: string): Promise<string> {
  const path = join(root, 'main.js');
  const built = await stat(path).catch(() => null);
  if (built === null) throw new Error('main.js is not there: run `npm run build` before these tests');
  const changes = await Promise.all(SOURCES.map((source) => lastChange(join(root, source))));
  const newer = changes.find(({ time }) => time > built.mtimeMs);
  if (newer !== undefined)
    throw new Error(`main.js is older than ${newer.path}: run \`npm run build\` before these tests`);
  return readFile(path, 'utf8');
}

interface Change {
  readonly path: string;
  readonly time: number;
}

/**
 * The newest change of a file, or of anything in a folder; a folder itself changes when a file in it comes or
 * goes.
 */
async function lastChange(path: string): Promise<Change> {
  const stats = await stat(path);
  const own = { path, time: stats.mtimeMs };
  if (!stats.isDirectory()) return own;
  const within = await Promise.all((await readdir(path)).map((name) => lastChange(join(path, name))));
  return within.reduce((newest, each) => (each.time > newest.time ? each : newest), own);
}

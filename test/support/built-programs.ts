import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What both programs are made of. */
const SOURCES = ['src', 'templates', 'build', 'esbuild.config.mjs', 'package-lock.json'];

/** The text of the plugin that people get. */
export async function builtPlugin(root: string): Promise<string> {
  return readFile(await built(root, 'main.js', SOURCES), 'utf8');
}

/** The path of the terminal program that people get. */
export function builtTerminal(): Promise<string> {
  return built(join(__dirname, '../..'), 'dist/cli.mjs', [...SOURCES, 'pkg']);
}

/**
 * The path of a file that `npm test` builds first. Throws when it is missing or older than its sources: tests
 * of it would prove nothing.
 */
async function built(root: string, name: string, sources: readonly string[]): Promise<string> {
  const path = join(root, name);
  const found = await stat(path).catch(() => null);
  if (found === null) throw new Error(`${name} is not there: run \`npm run build\` before these tests`);
  const changes = await Promise.all(sources.map((source) => lastChange(join(root, source))));
  const newer = changes.find(({ time }) => time > found.mtimeMs);
  if (newer !== undefined)
    throw new Error(`${name} is older than ${newer.path}: run \`npm run build\` before these tests`);
  return path;
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

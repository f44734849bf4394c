import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a file is from. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENSE_FILE = /^licen[cs]e\b/i;
const LINE = '-'.repeat(80);

/**
 * The libraries that a bundle contains, each with its license, which every copy must carry.
 * @param root The folder that the bundle was built in.
 * @param metafile What esbuild says of the bundle.
 */
export function noticesOf(root, { outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const notices = [...folders].sort().map((folder) => noticeOf(join(root, folder)));
  return `Florilegium, under the MIT license, contains these libraries:\n\n${notices.join('\n')}`;
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => LICENSE_FILE.test(entry));
  if (file === undefined) throw new Error(`${name} has no license file to take along.`);
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${LINE}\n${name} ${version} (${license})\n\n${text}\n`;
}

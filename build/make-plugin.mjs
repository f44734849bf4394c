import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { onThread } from './on-thread.mjs';
import { pluginOptions, root, TEXT_FOLDERS } from './plugin-options.mjs';
import { shorten } from './short-names/shorten.mjs';

/** Where types say what is data: stored, sent, reported, shown to templates, or read from a file that a person may write. */
const DATA = new RegExp(
  `/src/(${[
    'sync/state/stored',
    'sync/history/stored-history',
    'core/(report|settings|setting-shapes|settings-transfer)',
    'core/library/(model|record)',
    'core/rules/rule-schema',
    'core/template/context',
    'core/history/(run-record|run-end|before-image|note-history|text-patch)',
    'readwise/(schema|outgoing)/.*',
    'platform/obsidian/start/start-memory',
  ].join('|')})\\.ts$`,
);

/** The plugin as it ships: bundled, squeezed, and with short names for what is its own. `report`: what each step made of it. */
export async function makePlugin() {
  const { outputFiles, metafile } = await esbuild.build({
    ...pluginOptions(true),
    write: false,
    metafile: true,
  });
  const bundled = outputFiles[0].text;
  const [squeezed, { own }] = await Promise.all([
    onThread('squeeze.mjs', { code: bundled }),
    onThread('short-names/find-own-names.mjs', {
      root,
      entry: 'src/main.ts',
      data: DATA,
      texts: await templateFiles(),
      libraries: libraryFiles(metafile),
    }),
  ]);
  const { code, names } = shorten(squeezed, own);
  return { code, names, report: reportOf({ bundled, squeezed, code, names }) };
}

/** They ask for fields by name. JSON files that are imported are part of the program; other texts are only shown. */
async function templateFiles() {
  const names = await Promise.all(
    TEXT_FOLDERS.map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  return names.flat().filter((path) => path.endsWith('.hbs'));
}

/** The code in the bundle that is not in src/. */
const libraryFiles = ({ outputs }) =>
  Object.values(outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((path) => /\.[cm]?js$/.test(path));

function reportOf({ bundled, squeezed, code, names }) {
  const [first, second, last] = [bundled, squeezed, code].map(
    (text) => `${Buffer.byteLength(text).toLocaleString('en')} bytes`,
  );
  return `main.js: ${first} bundled, ${second} squeezed, ${last} with ${String(names.size)} names shortened`;
}

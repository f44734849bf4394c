import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedTexts } from './packed-texts.mjs';
import { writingLocale } from './writing-locale.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** What all bundles have in common. */
export const shared = (production) => ({
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'inline',
  logLevel: 'warning',
  legalComments: 'none',
  loader: { '.hbs': 'text' },
  define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  absWorkingDir: root,
});

/** The folders of texts that the plugin holds packed. */
export const TEXT_FOLDERS = ['templates', 'samples'];

/** The plugin: no Node built-in is external, so one that slips in breaks the build (the plugin runs on phones). */
export const pluginOptions = (production) => ({
  ...shared(production),
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  format: 'cjs',
  platform: 'browser',
  // What the oldest iOS that the app runs on (16.4) can do.
  target: 'es2022',
  charset: 'utf8',
  mainFields: ['browser', 'module', 'main'],
  plugins: [writingLocale, packedTexts({ folders: TEXT_FOLDERS.map((folder) => join(root, folder)) })],
  external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*'],
});

import { rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { noticesOf } from './notices.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** What all bundles have in common. */
const common = (production) => ({
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'inline',
  legalComments: 'none',
  logLevel: 'warning',
  // Characters that cannot be seen are written as escapes, so that a reviewer can see them.
  charset: 'ascii',
  loader: { '.hbs': 'text' },
  alias: { 'source-map': './build/no-source-map.cjs' },
  define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
});

/**
 * The plugin. No Node module is external, so one that slips in breaks the build: the plugin runs on phones.
 */
export const pluginBundle = (production) => ({
  ...common(production),
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  format: 'cjs',
  platform: 'browser',
  // What iOS 16.4, the oldest that the app runs on, understands.
  target: 'es2022',
  mainFields: ['browser', 'module', 'main'],
  external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*'],
});

/**
 * Writes `main.js` so that the app opens fast: what is loaded later is one function in it, which the engine skims
 * until it is called.
 *
 * 1. The sources become modules, split where `import()` loads them.
 * 2. The modules become one file again, each a function of its own.
 * 3. That file is minified. Minified at once, they would be arrow functions, which the engine reads in full.
 *
 * It is downloaded alone, so it begins with the licenses of the libraries in it.
 */
export async function writePlugin() {
  const { entryPoints, outfile, ...plugin } = pluginBundle(true);
  const modules = join(root, 'dist/plugin');
  const { metafile } = await esbuild.build({
    ...plugin,
    entryPoints,
    outdir: modules,
    format: 'esm',
    splitting: true,
    minify: false,
    metafile: true,
  });
  const joined = await esbuild.build({
    ...plugin,
    entryPoints: [join(modules, 'main.js')],
    outfile,
    minify: false,
    minifySyntax: true,
    write: false,
  });
  const { charset, format, legalComments, target } = plugin;
  const { code } = await esbuild.transform(joined.outputFiles[0].text, {
    minify: true,
    charset,
    format,
    legalComments,
    target,
  });
  writeFileSync(join(root, outfile), `/*\n${noticesOf(root, metafile)}*/\n${code}`);
  rmSync(modules, { recursive: true });
}

/**
 * The terminal program: `dist/cli.mjs` and, in `dist/cli/`, the parts that are loaded when they are used. A run
 * of it is short, and loading all would be most of its work.
 */
export const terminalBundle = (production) => ({
  ...nodeBundle(production, 'pkg/commands/cli.ts'),
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  splitting: true,
  chunkNames: 'cli/[name]-[hash]',
});

/** Writes the terminal program, and for its package the licenses of the libraries in it. */
export async function writeTerminal() {
  const { metafile } = await esbuild.build({ ...terminalBundle(true), metafile: true });
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), noticesOf(root, metafile));
}

/**
 * A program for Node. `obsidian` is not external, so an import of the app's in the engine breaks the build.
 */
export const nodeBundle = (production, entryPoint, outfile, external = []) => ({
  ...common(production),
  entryPoints: [entryPoint],
  outfile,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: [
    'classic-level',
    ...builtinModules,
    ...builtinModules.map((name) => `node:${name}`),
    ...external,
  ],
  // Libraries in CommonJS call `require`, which an ES module does not have.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});

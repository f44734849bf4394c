import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';

const production = process.argv[2] === 'production';

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'inline',
  logLevel: 'warning',
  legalComments: 'none',
  loader: { '.hbs': 'text' },
  define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
};

/** Notes are written in English, and no date is read: of the default locale of date-fns only what writes is needed. */
const writingLocale = {
  name: 'writing-locale',
  setup: (build) =>
    build.onLoad({ filter: /date-fns[\\/]_lib[\\/]defaultLocale\.js$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `
        import { formatLong } from '../locale/en-US/_lib/formatLong.js';
        import { localize } from '../locale/en-US/_lib/localize.js';
        export const defaultLocale = { code: 'en-US', formatLong, localize, options: { weekStartsOn: 0, firstWeekContainsDate: 1 } };`,
    })),
};

/** The plugin: no Node built-in is external, so one that slips in breaks the build (the plugin runs on phones). */
const plugin = {
  ...shared,
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  format: 'cjs',
  platform: 'browser',
  // What the oldest iOS that the app runs on (16.4) can do.
  target: 'es2022',
  charset: 'utf8',
  mainFields: ['browser', 'module', 'main'],
  plugins: [writingLocale],
  external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*'],
};

/** Programs on Node: `obsidian` is not external here, so a leak of the app into the engine breaks the build. */
const node = (entryPoint, outfile, external = []) => ({
  ...shared,
  entryPoints: [entryPoint],
  outfile,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['classic-level', ...builtinModules, ...builtinModules.map((name) => `node:${name}`), ...external],
  banner: { js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});

const builds = [
  plugin,
  node('src/cli.ts', 'dist/cli.mjs'),
  node('test/server/main.ts', 'dist/server.mjs', ['fastify', '@fastify/cors']),
  node('test/demo/main.ts', 'dist/demo.mjs', ['fastify', '@fastify/cors']),
  node('test/soak/main.ts', 'dist/soak.mjs'),
  node('test/bench/main.ts', 'dist/bench.mjs', ['fastify', '@fastify/cors']),
];

if (production) {
  await Promise.all(builds.map((build) => esbuild.build(build)));
} else {
  for (const build of builds) await (await esbuild.context(build)).watch();
}

import { writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { makePlugin } from './build/make-plugin.mjs';
import { pluginOptions, shared } from './build/plugin-options.mjs';
import { reportTypes } from './build/report-types.mjs';

const production = process.argv[2] === 'production';

const plugin = pluginOptions(production);

/** Programs on Node: `obsidian` is not external here, so a leak of the app into the engine breaks the build. */
const node = (entryPoint, outfile, external = []) => ({
  ...shared(production),
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
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});

const programs = [
  node('src/cli.ts', 'dist/cli.mjs'),
  node('test/server/main.ts', 'dist/server.mjs', ['fastify', '@fastify/cors']),
  node('test/demo/main.ts', 'dist/demo.mjs', ['fastify', '@fastify/cors']),
  node('test/soak/main.ts', 'dist/soak.mjs'),
  node('test/bench/main.ts', 'dist/bench.mjs', ['fastify', '@fastify/cors', 'esbuild', 'playwright-core']),
];

if (production) {
  const [{ code, report }, types] = await Promise.all([
    makePlugin(),
    reportTypes(),
    ...programs.map((build) => esbuild.build(build)),
  ]);
  await writeFile('dist/report.d.ts', types);
  // Last: a build that failed leaves none that looks new.
  await writeFile(plugin.outfile, code);
  console.log(report);
} else {
  for (const build of [plugin, ...programs]) await (await esbuild.context(build)).watch();
}

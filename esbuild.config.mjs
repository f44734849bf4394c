import { rmSync } from 'node:fs';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { nodeBundle, pluginBundle, terminalBundle, writePlugin, writeTerminal } from './build/bundles.mjs';

const production = process.argv[2] === 'production';

const helpers = [
  nodeBundle(production, 'test/server/main.ts', 'dist/server.mjs', ['fastify', '@fastify/cors']),
  nodeBundle(production, 'test/demo/main.ts', 'dist/demo.mjs', ['fastify', '@fastify/cors']),
  nodeBundle(production, 'test/bench/main.ts', 'dist/bench.mjs', [
    'fastify',
    '@fastify/cors',
    'esbuild',
    'playwright-core',
  ]),
];

// Their names change with their content.
rmSync('dist/cli', { recursive: true, force: true });

if (production) {
  await Promise.all([writePlugin(), writeTerminal(), ...helpers.map((bundle) => esbuild.build(bundle))]);
} else {
  for (const bundle of [pluginBundle(false), terminalBundle(false), ...helpers]) {
    const context = await esbuild.context(bundle);
    await context.watch();
  }
}

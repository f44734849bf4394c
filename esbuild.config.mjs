import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { nodeBundle, pluginBundle } from './build/bundles.mjs';

const production = process.argv[2] === 'production';

const bundles = [
  pluginBundle(production),
  nodeBundle(production, 'src/cli.ts', 'dist/cli.mjs'),
  nodeBundle(production, 'test/server/main.ts', 'dist/server.mjs', ['fastify', '@fastify/cors']),
  nodeBundle(production, 'test/demo/main.ts', 'dist/demo.mjs', ['fastify', '@fastify/cors']),
  nodeBundle(production, 'test/bench/main.ts', 'dist/bench.mjs', [
    'fastify',
    '@fastify/cors',
    'esbuild',
    'playwright-core',
  ]),
];

/** The types of what `--json` prints, for programs that read it. The file stands alone. */
async function writeReportTypes(fileName) {
  const source = await readFile(fileName, 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0 || /\bfrom ['"]/.test(outputText)) {
    throw new Error(`${fileName} must not need types of other files.`);
  }
  await writeFile('dist/report.d.ts', outputText);
}

if (production) {
  await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
  await writeReportTypes('src/model/report.ts');
} else {
  for (const bundle of bundles) {
    const context = await esbuild.context(bundle);
    await context.watch();
  }
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** Builds the terminal program alone, below the project's folder so that its own dependencies are found. */
export async function buildTerminalProgram(): Promise<{
  readonly file: string;
  readonly remove: () => void;
}> {
  const root = resolve(__dirname, '../..');
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist', 'test-'));
  const file = join(folder, 'cli.mjs');
  await build({
    entryPoints: [join(root, 'pkg/commands/cli.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    loader: { '.hbs': 'text' },
    external: ['classic-level', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

import { spawnSync } from 'node:child_process';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

const PROGRAMS = ['service', 'floor', 'ideal', 'engine', 'plugin-start'] as const;

/** One measured program; each run of it is a process of its own. */
export type Program = (typeof PROGRAMS)[number];

const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Bundles the measured programs from their sources as they are now, each alone, so that none carries what
 * only another needs.
 */
export function buildPrograms(root: string): void {
  const external = [
    'classic-level',
    'fastify',
    '@fastify/cors',
    ...builtinModules,
    ...builtinModules.map((name) => `node:${name}`),
  ];
  const built = spawnSync(
    join(root, 'node_modules', '.bin', 'esbuild'),
    [
      ...PROGRAMS.map((name) => join(root, 'test/bench/programs', `${name}.ts`)),
      `--outdir=${join(root, 'dist/bench')}`,
      '--out-extension:.js=.mjs',
      '--bundle',
      '--format=esm',
      '--platform=node',
      '--target=node20',
      '--log-level=warning',
      '--loader:.hbs=text',
      `--banner:js=${REQUIRE}`,
      ...external.map((name) => `--external:${name}`),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (built.status !== 0) throw new Error('The measured programs could not be built');
}

export const programFile = (root: string, program: Program): string =>
  join(root, 'dist/bench', `${program}.mjs`);

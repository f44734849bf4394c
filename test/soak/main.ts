import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { LAYERS, type Layer } from './layers';

/** Runs the random tests with new seeds, layer after layer and round after round, until the minutes are over or a test fails. */
function main(argument: string | undefined): number {
  const minutes = Number(argument ?? '10');
  if (!Number.isFinite(minutes) || minutes <= 0) {
    console.error('Usage: npm run soak -- <minutes>');
    return 2;
  }
  const end = Date.now() + minutes * 60_000;
  const done = new Map<Layer, number>();
  let failed: string | null = null;
  for (let round = 0; failed === null && Date.now() < end; round += 1) {
    const layer = LAYERS[round % LAYERS.length];
    if (layer === undefined) break;
    const seed = Date.now() % 2 ** 31;
    if (runs(layer, seed)) done.set(layer, (done.get(layer) ?? 0) + layer.cases);
    else failed = `${layer.name}, seed ${String(seed)}`;
  }
  for (const [layer, count] of done)
    console.log(`${String(count).padStart(10)} ${layer.unit}: ${layer.name}`);
  console.log(failed === null ? 'All held.' : `Failed: ${failed}`);
  return failed === null ? 0 : 1;
}

function runs(layer: Layer, seed: number): boolean {
  console.log(`${layer.name}: ${String(layer.cases)} ${layer.unit}, seed ${String(seed)}`);
  const jest = join(process.cwd(), 'node_modules/jest/bin/jest.js');
  const environment = layer.environment({ cases: layer.cases, seed });
  const { status } = spawnSync(process.execPath, [jest, '--ci', '--silent', ...layer.tests], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}

process.exitCode = main(process.argv[2]);

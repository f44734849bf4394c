import process from 'node:process';
import { parseArgs } from 'node:util';
import { demoLibrary } from './demo-library';
import { generateLibrary, LIBRARY_SIZES } from './generate-library';
import type { Library } from './library';
import { startReferenceServer } from './reference-server';

const USAGE = 'Usage: node dist/server.mjs [--port N] [--library demo|S|M|L] [--token T] [--no-limits]';
const SEED = 1580;

function libraryNamed(name: string): Library | null {
  switch (name) {
    case 'demo':
      return demoLibrary();
    case 'S':
    case 'M':
    case 'L':
      return generateLibrary({ ...LIBRARY_SIZES[name], seed: SEED });
    default:
      return null;
  }
}

/** Null when the arguments are not as the usage says. */
function readArguments(): {
  readonly library: string;
  readonly token: string;
  readonly port: number;
  readonly limits: 'on' | 'off';
} | null {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        library: { type: 'string', default: 'demo' },
        token: { type: 'string', default: 'demo-token' },
        'no-limits': { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.port)) return null;
    return {
      library: values.library,
      token: values.token,
      port: Number(values.port),
      limits: values['no-limits'] ? 'off' : 'on',
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Serves a library until it is told to end (SIGTERM, SIGINT); prints one line of JSON with the address and
 * the token once it listens.
 */
async function main(): Promise<void> {
  const given = readArguments();
  const library = given === null ? null : libraryNamed(given.library);
  if (given === null || library === null) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const { token, port, limits } = given;
  const server = await startReferenceServer({
    library,
    token,
    port,
    ...(limits === 'off' ? { rateLimits: 'off' } : {}),
  });
  const end = (): void => void server.close();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  console.log(JSON.stringify({ url: server.url, token }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

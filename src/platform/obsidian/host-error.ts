/** The app, its disk or its database refused something: no mistake of the plugin's, and another day it may work. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

/** The app has no types for what goes wrong outside: a bare `Error` out of its own calls is that. */
export async function hosted<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && error.name === 'Error' ? new HostError(error.message, { cause: error }) : error;
  }
}

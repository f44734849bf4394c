/**
 * The app, its disk or its database refused something: no mistake of the plugin's, and another day it may
 * work.
 */
export class HostError extends Error {
  override readonly name = 'HostError';
}

/**
 * The app has no types for what goes wrong outside: a bare `Error` out of its own calls is that. The
 * database's own names mean other things elsewhere.
 */
export async function hosted<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DOMException)
      throw new HostError(`${error.name}: ${error.message}`, { cause: error });
    throw error instanceof Error && error.name === 'Error'
      ? new HostError(error.message, { cause: error })
      : error;
  }
}

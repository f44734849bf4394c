/** Obsidian, the disk or the database refused an operation: no bug of the plugin, and it may work later. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

/** Turns the bare `Error`s of Obsidian's calls and `DOMException`s into `HostError`. */
export async function hostCall<Result>(work: Promise<Result>): Promise<Result> {
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

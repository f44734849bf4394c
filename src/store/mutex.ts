/** Runs tasks one after the other, in the order in which they were handed in. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    // The next task waits for this one whether or not it fails; whoever asked for it gets the error.
    this.last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}

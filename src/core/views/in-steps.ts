/** Work cut into short steps, so that whoever does it can let others have their turn in between. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

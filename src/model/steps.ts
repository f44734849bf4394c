/** Long work in steps, between which the app can do something else. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

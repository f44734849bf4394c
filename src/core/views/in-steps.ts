/** Work cut into short steps, so that whoever does it can let others have their turn in between. */
export type Steps<Result> = Generator<void, Result, void>;

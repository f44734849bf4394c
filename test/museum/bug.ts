/** A bug that another sync engine had, as a change of ours. */
export interface MuseumBug {
  /** What goes wrong, as the rest of "should be caught when ...". */
  readonly when: string;
  readonly file: string;
  /** The right code; it must stand in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** A test file that has to fail. */
  readonly caughtBy: string;
}

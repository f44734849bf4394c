import type { Hold } from '../../model/report';

/** What a person wants done of all that they saw in a dry run's plan. */
export interface Choice {
  /** Keys of the items whose notes are written; undefined: all that is due. */
  readonly items?: ReadonlySet<string> | undefined;
  /** Where all is: keys of the items that they saw. Once settings or templates have changed, no others are written. */
  readonly seen?: ReadonlySet<string> | undefined;
  /** Keys of the notes that may leave their places. The person saw each of them by name. */
  readonly remove: ReadonlySet<string>;
  /** What the guard held back in that plan. */
  readonly hold?: Hold | undefined;
}

import { namedAlike } from '../support/named-alike';
import type { Device } from '../property/world';
import { anchorsIn, identitiesIn } from '../property/person';
import type { Situation } from '../support/scenarios';

/** What a device has in the end, as far as it must be the same however it came there. */
export interface Outcome {
  readonly notes: readonly (readonly [path: string, text: string])[];
  /** By identity: a note may have been brought up to date or not before it went to the trash. */
  readonly trash: readonly string[];
}

/** Of two items with one title it does not matter which has the plain file name. */
export const outcomeOf = ({ vault }: Device): Outcome => ({
  notes: namedAlike(vault.entries()).map(
    ([path, text]) => [`${path} of ${lastIdentity(text)}`, text] as const,
  ),
  trash: vault
    .trashEntries()
    .map(([, text]) => lastIdentity(text))
    .sort(),
});

/** The document's id, which a note has from the first; else the book's. */
const lastIdentity = (text: string): string => identitiesIn(text).at(-1) ?? text;

export const isSame = (left: Outcome, right: Outcome): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** What is wrong with a vault whatever the sync was about; empty when nothing is. */
export function wrongs({ vault }: Device, { words }: Pick<Situation, 'words'>): readonly string[] {
  const notes = vault.entries();
  const problems: string[] = [];
  for (const word of words) {
    const times = notes.reduce((sum, [, text]) => sum + text.split(word).length - 1, 0);
    if (times !== 1) problems.push(`“${word}” stands ${String(times)} times in the vault`);
  }
  const identities = notes.flatMap(([, text]) => identitiesIn(text));
  for (const twice of repeated(identities)) problems.push(`${twice} has two notes`);
  for (const twice of repeated(notes.flatMap(([, text]) => anchorsIn(text))))
    problems.push(`${twice} has two blocks`);
  return problems;
}

const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

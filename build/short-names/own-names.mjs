import { declaredNames } from './declared-names.mjs';
import { foreignNames } from './foreign-names.mjs';
import { leavingNames } from './leaving-names.mjs';
import { namesBesideHosts } from './names-beside-hosts.mjs';
import { spokenNames } from './spoken-names.mjs';
import { undeclaredNames } from './undeclared-names.mjs';

/** Names of one or two letters gain nothing. */
const SHORTEST = 3;

/** Why a name stays, and which names do for that reason; those that need the types come last, for they take longest. */
const RULES = [
  ['too short', ({ own }) => new Set([...own].filter((name) => name.length < SHORTEST))],
  ['known to a library or host', ({ program, libraries }) => foreignNames(program, libraries)],
  ['said in a text', ({ program, texts }) => spokenNames(program, texts)],
  ['declared with data', ({ program, isData }) => declaredNames(program, isData)],
  ['beside those of a host, in one object', ({ program }) => namesBesideHosts(program)],
  ['asked for by a name that no type declares', ({ program, own }) => undeclaredNames(program, own)],
  ['leaves the program', ({ program }) => leavingNames(program)],
];

/**
 * The property names that are the program's alone: each is declared in its sources, and no one else can ask for it. Why the others
 * keep their names is in `kept`, by the first rule that holds.
 */
export function ownNames({ program, isData, texts, libraries }) {
  // Binds the files: nodes know their parents from here on.
  program.getTypeChecker();
  const own = declaredNames(program);
  const kept = new Map();
  for (const [reason, ruleOut] of RULES) {
    const names = ruleOut({ program, isData, texts, libraries, own });
    for (const name of own) {
      if (!names.has(name)) continue;
      kept.set(name, reason);
      own.delete(name);
    }
  }
  return { own: [...own].sort(), kept };
}

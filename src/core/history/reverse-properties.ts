import { parseFrontMatter, type Entry } from '../properties/front-matter';

export interface ThreeYamls {
  /** As a run left it; null: there were no properties. */
  readonly base: string | null;
  /** As it is now. */
  readonly local: string | null;
  /** As it was before the run. */
  readonly remote: string | null;
}

/** Takes a run's changes out of properties that a person changed since, property by property; null where both changed one. */
export function reverseProperties({
  base,
  local,
  remote,
}: ThreeYamls): { readonly yaml: string | null } | null {
  if (base === remote) return { yaml: local };
  if (local === base || local === remote) return { yaml: remote };
  if (base === null || local === null || remote === null) return null;
  const [was, is, before] = [entriesOf(base), entriesOf(local), entriesOf(remote)];
  if (was === null || is === null || before === null) return null;
  const pieces: string[] = [];
  let position = 0;
  for (const { name, start, end } of is.entries) {
    const [mine, ours, theirs] = [is.lines(name), was.lines(name), before.lines(name)];
    const isOurs = ours !== theirs;
    if (isOurs && mine !== ours && mine !== theirs) return null;
    pieces.push(local.slice(position, start), isOurs ? (theirs ?? '') : (mine ?? ''));
    position = end;
  }
  const gone = was.entries.filter(
    ({ name }) =>
      is.lines(name) === null && before.lines(name) !== was.lines(name) && before.lines(name) !== null,
  );
  if (gone.length > 0) return null;
  const missing = before.entries.flatMap(({ name }) =>
    is.lines(name) === null && was.lines(name) === null ? (before.lines(name) ?? []) : [],
  );
  const text = [...pieces, ...missing, local.slice(position)].join('');
  return entriesOf(text) === null ? null : { yaml: text };
}

interface Entries {
  readonly entries: readonly Entry[];
  readonly lines: (name: string) => string | null;
}

function entriesOf(yaml: string): Entries | null {
  const parsed = parseFrontMatter(yaml);
  // What one refers to in another cannot be changed by itself.
  if (!parsed.ok || parsed.entries.some(({ isShared }) => isShared)) return null;
  const lines = new Map(parsed.entries.map(({ name, start, end }) => [name, ended(yaml.slice(start, end))]));
  return { entries: parsed.entries, lines: (name) => lines.get(name) ?? null };
}

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

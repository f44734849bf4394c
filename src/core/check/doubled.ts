import { OWNED_PROPERTIES } from '../note/note';
import type { Trailer } from '../note/trailer';
import { parseFrontMatter } from '../properties/front-matter';
import { withoutDoubles } from '../properties/merge-front-matter';
import { cutRaw } from './raw-note';

/** Names of properties that stand in a note twice and of which the next sync takes out one. */
export function doubledIn(text: string, trailer: Trailer): readonly string[] {
  const { yaml } = cutRaw(text.replace(/\r\n/g, '\n'));
  const marksOf = (name: string): readonly string[] | null =>
    OWNED_PROPERTIES.has(name) ? null : [trailer.properties.get(name) ?? ''];
  const [before, after] = [namesIn(yaml), namesIn(withoutDoubles(yaml, marksOf))];
  return [...new Set(before)].filter((name) => countOf(before, name) > countOf(after, name));
}

const countOf = (names: readonly string[], name: string): number =>
  names.filter((one) => one === name).length;

function namesIn(yaml: string): readonly string[] {
  const parsed = parseFrontMatter(yaml, { doubles: 'allowed' });
  return parsed.ok ? parsed.entries.map(({ name }) => name) : [];
}

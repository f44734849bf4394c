import { stutterIn } from '../merge/stutter';
import { OWNED_PROPERTIES } from '../note/note';
import { textMark } from '../note/text-mark';
import type { Trailer } from '../note/trailer';
import { withoutDoubles } from '../properties/file-sync-traces';
import { yamlEntries, type ReadYaml } from '../properties/yaml-entries';
import { bodyOf } from './block-copies';
import { cutRaw } from './raw-note';

export interface DoubledIn {
  readonly trailer: Trailer;
  readonly readYaml: ReadYaml;
}

/** Names of properties, and what of the header, that a file sync doubled: only what the next sync's merge takes out. */
export function doubledIn(text: string, { trailer, readYaml }: DoubledIn): readonly string[] {
  const { yaml, lines } = cutRaw(text.replace(/\r\n/g, '\n'));
  const marksOf = (name: string): readonly string[] | null =>
    OWNED_PROPERTIES.has(name) ? null : [trailer.properties.get(name) ?? ''];
  const [before, after] = [keysIn(yaml), keysIn(withoutDoubles(yaml, { readYaml, marksOf }))];
  const properties = [...new Set(before)].filter((key) => countOf(before, key) > countOf(after, key));
  return [...properties, ...doubledStretch(lines, trailer)];
}

const countOf = (keys: readonly string[], key: string): number => keys.filter((each) => each === key).length;

function keysIn(yaml: string): readonly string[] {
  const found = yamlEntries(yaml);
  return found.ok ? found.entries.flatMap(({ key }) => key ?? []) : [];
}

function doubledStretch(lines: readonly string[], trailer: Trailer): readonly string[] {
  if (trailer.header === null) return [];
  const { header, state } = bodyOf(lines, { header: trailer.header, blocks: trailer.blocks }).head;
  const base = trailer.header.text;
  const twice =
    state === 'changed' ? stutterIn(header.join('\n').trim(), (once) => textMark(once) === base) : null;
  return twice === null ? [] : [twice.trim()];
}

import { isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { dumpScalar } from './front-matter';

/** Brings the changes of both sides into one list: the person's order, less what the service took out, and behind it what it added. */
export function mergeLists({ base, local, remote }: { readonly base: readonly unknown[]; readonly local: readonly unknown[]; readonly remote: readonly string[] }): readonly unknown[] {
  const before = new Set(base);
  const now = new Set<unknown>(remote);
  const mine = new Set(local);
  return [...local.filter((entry) => now.has(entry) || !before.has(entry)), ...remote.filter((entry) => !before.has(entry) && !mine.has(entry))];
}

/**
 * Rewrites the lines of one property so that its list is `wanted`, and leaves alone all that can stay: notation, quotes, blanks,
 * comments. Null where that cannot be done with certainty.
 */
export function rewriteList(yaml: string, wanted: readonly unknown[]): string | null {
  const list = listIn(yaml);
  if (list === null) return null;
  const values = list.items.map((item) => (isScalar(item) ? item.value : undefined));
  const added = wanted.filter((entry): entry is string => typeof entry === 'string' && !values.includes(entry));
  const removed = values.map((value) => !wanted.includes(value));
  const rewritten = list.flow === true ? rewriteFlow(yaml, { list, removed, added }) : rewriteBlock(yaml, { list, removed, added });
  return rewritten !== null && isList(rewritten, wanted) ? rewritten : null;
}

interface Rewriting {
  readonly list: YAMLSeq;
  /** For each entry. */
  readonly removed: readonly boolean[];
  readonly added: readonly string[];
}

/** The one list in the lines of a property, when it is plain: no anchors, tags, aliases or lists in it. */
function listIn(yaml: string): YAMLSeq | null {
  const document = parseDocument(yaml);
  const value = isMap(document.contents) && document.contents.items.length === 1 ? document.contents.items[0]?.value : null;
  if (document.errors.length > 0 || !isSeq(value) || value.anchor !== undefined || value.tag !== undefined) return null;
  return value.items.every((item) => isScalar(item) && item.anchor === undefined && item.tag === undefined) ? value : null;
}

function isList(yaml: string, wanted: readonly unknown[]): boolean {
  const list = listIn(yaml);
  return list !== null && JSON.stringify(list.toJSON()) === JSON.stringify(wanted);
}

const rangeOf = (item: unknown): readonly [number, number] | null => (isScalar(item) && item.range !== null && item.range !== undefined ? [item.range[0], item.range[1]] : null);

/** `[a, "b"]` */
function rewriteFlow(yaml: string, { list, removed, added }: Rewriting): string | null {
  const close = list.range === null || list.range === undefined ? -1 : list.range[1] - 1;
  if (yaml[close] !== ']' || yaml.slice(list.range?.[0] ?? 0, close).includes('#')) return null;
  const entries = list.items.flatMap((item, index) => {
    const range = rangeOf(item);
    return range === null || removed[index] === true ? [] : [yaml.slice(...range)];
  });
  const open = list.range?.[0] ?? 0;
  return `${yaml.slice(0, open)}[${[...entries, ...added.map(dumpScalar)].join(', ')}]${yaml.slice(close + 1)}`;
}

/** One entry on each line, behind a dash. */
function rewriteBlock(yaml: string, { list, removed, added }: Rewriting): string | null {
  let out = '';
  let position = 0;
  let dash = '';
  for (const [index, item] of list.items.entries()) {
    const range = rangeOf(item);
    if (range === null) return null;
    const lineStart = yaml.lastIndexOf('\n', range[0] - 1) + 1;
    const lineEnd = yaml.indexOf('\n', range[1]) + 1;
    const match = /^([ \t]*)-[ \t]+$/.exec(yaml.slice(lineStart, range[0]));
    if (match === null || lineEnd === 0) return null;
    dash = match[0];
    const comment = yaml.slice(range[1], lineEnd).trim();
    out += yaml.slice(position, lineStart) + (removed[index] === true ? (comment === '' ? '' : `${match[1] ?? ''}${comment}\n`) : yaml.slice(lineStart, lineEnd));
    position = lineEnd;
  }
  return dash === '' ? null : out + added.map((entry) => `${dash}${dumpScalar(entry)}\n`).join('') + yaml.slice(position);
}

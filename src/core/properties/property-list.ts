import { commentsIn, isSaid } from './front-matter';
import type { ReadYaml } from './yaml-entries';
import { dumpScalar } from './yaml-scalar';

/** Brings the changes of both sides into one list: the person's order, less what the service took out, and behind it what it added. */
export function mergeLists({
  base,
  local,
  remote,
}: {
  readonly base: readonly unknown[];
  readonly local: readonly unknown[];
  readonly remote: readonly string[];
}): readonly unknown[] {
  const before = new Set(base);
  const now = new Set<unknown>(remote);
  const mine = new Set(local);
  return [
    ...local.filter((entry) => now.has(entry) || !before.has(entry)),
    ...remote.filter((entry) => !before.has(entry) && !mine.has(entry)),
  ];
}

interface Rewriting {
  /** The lines of one property. */
  readonly lines: string;
  readonly name: string;
  /** What the list holds. */
  readonly current: readonly unknown[];
  readonly wanted: readonly unknown[];
  readonly readYaml: ReadYaml;
}

/**
 * Rewrites the lines of one property so that its list is `wanted`, and leaves alone all that can stay: notation, quotes, blanks,
 * comments. Null where that cannot be done with certainty.
 */
export function rewriteList(rewriting: Rewriting): string | null {
  const rewritten = rewriteFlow(rewriting) ?? rewriteBlock(rewriting);
  const { name, wanted, readYaml } = rewriting;
  return rewritten !== null && isSaid(readYaml(rewritten), { [name]: wanted }) ? rewritten : null;
}

const addedTo = ({ current, wanted }: Rewriting): readonly string[] =>
  wanted
    .filter((entry): entry is string => typeof entry === 'string' && !current.includes(entry))
    .map(dumpScalar);

const FLOW = /^([^[#]*:[ \t]*\[)([^\]#]*)(\][ \t]*(?:#[^\n]*)?\n?)$/;
const FLOW_ENTRY = /\s*("(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'|[^\s,"'][^,]*?)\s*(?:,|$)/gy;

/** `[a, "b"]` */
function rewriteFlow(rewriting: Rewriting): string | null {
  const { lines, current, wanted } = rewriting;
  const [, open = '', inside = '', close = ''] = FLOW.exec(lines) ?? [];
  if (open === '') return null;
  const entries = [...inside.matchAll(FLOW_ENTRY)].map(([, entry = '']) => entry);
  if (entries.length !== current.length) return null;
  return `${open}${[...entries.filter((_, index) => wanted.includes(current[index])), ...addedTo(rewriting).map(onOneLine)].join(', ')}${close}`;
}

/** Between brackets a comma ends an entry, unless that stands in quotes. */
const onOneLine = (entry: string): string => (/^[^"].*,/.test(entry) ? JSON.stringify(entry) : entry);

const DASH = /^[ \t]*-[ \t]+/;

/** One entry on each line, behind a dash. */
function rewriteBlock(rewriting: Rewriting): string | null {
  const { lines, current, wanted, readYaml } = rewriting;
  const [head = '', ...rest] = lines.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const kept: string[] = [];
  let dash: string | null = null;
  let index = 0;
  for (const line of rest) {
    const own = DASH.exec(line)?.[0];
    if (own === undefined && !/^\s*(?:#|$)/.test(line)) return null;
    if (own === undefined) {
      kept.push(line);
      continue;
    }
    dash = own;
    const entry = current[index];
    if (!isSaid(readYaml(line), [entry])) return null;
    const comment = commentsIn(line, readYaml).map((text) => `${own.replace(/-.*$/, '')}${text}\n`);
    kept.push(...(wanted.includes(entry) ? [line] : comment));
    index += 1;
  }
  return dash === null
    ? null
    : [head, ...kept, ...addedTo(rewriting).map((entry) => `${dash ?? ''}${entry}\n`)].join('');
}

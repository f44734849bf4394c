import { splitNote } from '../note/note';
import type { Trailer } from '../note/trailer';

/** By which runs a note's parts came to be what they are. What is not named is as the run wrote it that made the note. */
export interface NoteHistory {
  /** The run that made the note; null where that was before the device remembered. */
  readonly made: number | null;
  readonly header: number | null;
  /** By anchor. */
  readonly blocks: Readonly<Record<string, number>>;
  /** By name. */
  readonly properties: Readonly<Record<string, number>>;
}

export const newHistory = (made: number | null): NoteHistory => ({
  made,
  header: null,
  blocks: {},
  properties: {},
});

/** The history with one run more, by what the trailers say was written; null where nothing was. */
export function historyAfter(
  history: NoteHistory,
  { before, after, run }: { readonly before: string; readonly after: string; readonly run: number },
): NoteHistory | null {
  const [was, is] = [splitNote(before).trailer, splitNote(after).trailer];
  if (is === null) return null;
  const blocks = changed(textsOf(was), textsOf(is));
  const properties = changed(was?.properties ?? new Map(), is.properties);
  const hasHeader = is.header?.text !== was?.header?.text;
  if (blocks.length + properties.length === 0 && !hasHeader && was !== null) return null;
  return {
    made: history.made,
    header: hasHeader ? run : history.header,
    blocks: { ...only(history.blocks, is.blocks), ...byRun(blocks, run) },
    properties: { ...only(history.properties, is.properties), ...byRun(properties, run) },
  };
}

const textsOf = (trailer: Trailer | null): ReadonlyMap<string, string> =>
  new Map([...(trailer?.blocks ?? [])].map(([anchor, { text }]) => [anchor, text]));

const changed = (was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): readonly string[] =>
  [...is].flatMap(([name, mark]) => (was.get(name) === mark ? [] : [name]));

const byRun = (names: readonly string[], run: number): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, run]));

const only = (
  runs: Readonly<Record<string, number>>,
  kept: ReadonlyMap<string, unknown>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(runs).filter(([name]) => kept.has(name)));

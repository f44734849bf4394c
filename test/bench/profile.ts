import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a program spent its time. */
export interface ProgramProfile {
  readonly functions: readonly HotSpot[];
  readonly parts: readonly PartShare[];
}

interface TimeSpent {
  readonly selfMs: number;
  /** Of all time that was not idle. */
  readonly share: number;
}

/** A library, a folder of the sources, or a part of Node, by the self time of its functions. */
export interface PartShare extends TimeSpent {
  readonly part: string;
}

/** A function by its self time. */
export interface HotSpot extends TimeSpent {
  readonly name: string;
  /** Source file; for what is built into the language or Node, the function that called it. */
  readonly where: string;
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly name: string;
  readonly where: string;
}

const SHOWN = 10;
const SHOWN_PARTS = 14;
const IDLE = '(idle)';

/** The one profile in `folder`. `program` is the bundle that ran. */
export function readProfile(folder: string, program: string): ProgramProfile {
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('Node wrote no profile');
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
  const frames = framesOf(profile, sourcesOf(program));
  const spots = new Map<string, Frame & { selfMs: number }>();
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    if (frame === undefined || frame.name === IDLE) return;
    const key = `${frame.name} ${frame.where}`;
    const spot = spots.get(key) ?? { ...frame, selfMs: 0 };
    spot.selfMs += (profile.timeDeltas[index] ?? 0) / 1000;
    spots.set(key, spot);
  });
  const all = [...spots.values()];
  const busyMs = all.reduce((sum, { selfMs }) => sum + selfMs, 0);
  const withShare = <Spent extends { readonly selfMs: number }>(spent: Spent): Spent & { share: number } => ({
    ...spent,
    share: spent.selfMs / busyMs,
  });
  return {
    functions: byTime(all).slice(0, SHOWN).map(withShare),
    parts: byTime(partsOf(all)).slice(0, SHOWN_PARTS).map(withShare),
  };
}

const byTime = <Spent extends { readonly selfMs: number }>(all: readonly Spent[]): readonly Spent[] =>
  [...all].sort((left, right) => right.selfMs - left.selfMs);

function partsOf(
  spots: readonly (Frame & { readonly selfMs: number })[],
): readonly Omit<PartShare, 'share'>[] {
  const parts = new Map<string, number>();
  for (const { name, where, selfMs } of spots) {
    const part = partOf(name, where);
    parts.set(part, (parts.get(part) ?? 0) + selfMs);
  }
  return [...parts].map(([part, selfMs]) => ({ part, selfMs }));
}

/** `zod`, `src/notes/template`, `node:fs`, `garbage`. */
function partOf(name: string, where: string): string {
  if (name === '(garbage collector)') return 'garbage';
  const place = where.replace(/^called by .*, /, '');
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1];
  if (library !== undefined) return library;
  const folders = place.split('/').slice(0, -1);
  if (place.startsWith('node:')) return place.split('/')[0] ?? place;
  if (folders.length > 0) return folders.slice(0, 3).join('/');
  return place === '' ? 'the engine that runs it' : place;
}

/** A profile's nodes are a tree with callers above; parents come before their children. */
function framesOf({ nodes }: CpuProfile, sourceAt: (line: number) => string): ReadonlyMap<number, Frame> {
  const callers = new Map(
    nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id] as const)),
  );
  const frames = new Map<number, Frame>();
  for (const { id, callFrame } of nodes) {
    const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName;
    const caller = frames.get(callers.get(id) ?? -1);
    frames.set(id, {
      name,
      where: isOurs(callFrame) ? sourceAt(callFrame.lineNumber) : whereOf(callFrame, caller),
    });
  }
  return frames;
}

const isOurs = ({ url }: CallFrame): boolean => url.endsWith('/engine.mjs');

function whereOf({ url, functionName }: CallFrame, caller: Frame | undefined): string {
  if (url.startsWith('node:')) return url;
  if (url !== '') return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? '';
  const isOfTheEngine = functionName.startsWith('(');
  return isOfTheEngine || caller === undefined || caller.name === '(root)'
    ? ''
    : `called by ${caller.name}, ${caller.where}`;
}

/** The source file of a line of the bundle: esbuild puts its name in a comment above what came from it. */
function sourcesOf(program: string): (line: number) => string {
  let current = '';
  const sources = readFileSync(program, 'utf8')
    .split('\n')
    .map((line) => (current = sourceNamedIn(line) ?? current));
  return (line) => sources[line] ?? '';
}

/** A library may be outside the folder of the project: `// ../../elsewhere/node_modules/zod/index.js`. */
const SOURCE_COMMENT = /^(?: {2,4})?\/\/ (?:(?:\S*\/)?(node_modules\/\S+)|((?:src|test|templates)\/\S+))$/;

function sourceNamedIn(line: string): string | undefined {
  const [, library, own] = SOURCE_COMMENT.exec(line) ?? [];
  return library ?? own;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function by its self time. */
export interface HotSpot {
  readonly name: string;
  /** Source file; for what is built into the language or Node, the function that called it. */
  readonly where: string;
  readonly selfMs: number;
  /** Of all time that was not idle. */
  readonly share: number;
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
const IDLE = '(idle)';

/** The functions with the most self time of the one profile in `folder`. `program` is the bundle that ran. */
export function readProfile(folder: string, program: string): readonly HotSpot[] {
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
  const busyMs = [...spots.values()].reduce((sum, { selfMs }) => sum + selfMs, 0);
  const sorted = [...spots.values()].sort((left, right) => right.selfMs - left.selfMs);
  return sorted.slice(0, SHOWN).map((spot) => ({ ...spot, share: spot.selfMs / busyMs }));
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
    .map(
      (line) =>
        (current = /^(?: {2,4})?\/\/ ((?:src|test|templates|node_modules)\/\S+)$/.exec(line)?.[1] ?? current),
    );
  return (line) => sources[line] ?? '';
}

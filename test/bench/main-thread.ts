import type { CDPSession, Page } from 'playwright-core';

/** One turn of the window's main thread. */
export interface Task {
  /** What the thread worked: what other programs of the machine took of the time meanwhile does not count. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Of the work, the collecting of garbage. */
  readonly gcMs: number;
}

/** As the browser writes them; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The fewest that tell of tasks and collections: to trace is work, too. */
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'v8'];
const BUFFER_KB = 1_500_000;
const READ_BYTES = 4_000_000;
const COLLECTING = new Set(['MinorGC', 'MajorGC']);
/** Of millions of lines, those that are worth reading. */
const TOLD = /"name":"(?:RunTask|thread_name|MinorGC|MajorGC)"/;

/**
 * The tasks of the page's main thread while `act` was done, as the browser's own trace tells them. The
 * browser has one page.
 */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<readonly Task[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Tracing.start', {
      transferMode: 'ReturnAsStream',
      traceConfig: {
        recordMode: 'recordAsMuchAsPossible',
        traceBufferSizeInKb: BUFFER_KB,
        includedCategories: CATEGORIES,
        excludedCategories: ['*'],
      },
    });
    await act();
    return tasksOf(await endTrace(session));
  } finally {
    await session.detach();
  }
}

async function endTrace(session: CDPSession): Promise<readonly TraceEvent[]> {
  const complete = new Promise<string>((resolve, reject) => {
    session.once('Tracing.tracingComplete', ({ stream, dataLossOccurred }) => {
      if (stream === undefined || dataLossOccurred) reject(new Error('The browser lost a part of its trace'));
      else resolve(stream);
    });
  });
  await session.send('Tracing.end');
  const handle = await complete;
  const events: TraceEvent[] = [];
  let rest = '';
  for (let isThrough = false; !isThrough;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: READ_BYTES });
    const lines = (
      rest + (base64Encoded === true ? Buffer.from(data, 'base64').toString('utf8') : data)
    ).split('\n');
    rest = eof ? '' : (lines.pop() ?? '');
    for (const line of lines) events.push(...eventsIn(line));
    isThrough = eof;
  }
  await session.send('IO.close', { handle });
  return events;
}

/** A line holds an event, with what begins or ends the list around it. */
function eventsIn(line: string): readonly TraceEvent[] {
  const text = line
    .replace(/^\{"traceEvents":\[/, '')
    .replace(/,$/, '')
    .replace(/\],.*$/, '');
  return text.startsWith('{') && TOLD.test(text) ? [JSON.parse(text) as TraceEvent] : [];
}

function tasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${String(pid)}:${String(tid)}`;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const byThread = new Map<string, TraceEvent[]>([...mains].map((thread) => [thread, []]));
  for (const event of events) byThread.get(threadOf(event))?.push(event);
  // The browser keeps empty pages in reserve.
  const [busiest = []] = [...byThread.values()]
    .map(tasksOfThread)
    .sort((one, other) => cpuOf(other) - cpuOf(one));
  return busiest;
}

const cpuOf = (tasks: readonly Task[]): number => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

function tasksOfThread(events: readonly TraceEvent[]): readonly Task[] {
  const collections = events
    .filter(({ name }) => COLLECTING.has(name))
    .sort((one, other) => one.ts - other.ts);
  const runs = events.filter(({ name }) => name === 'RunTask').sort((one, other) => one.ts - other.ts);
  let next = 0;
  return runs.map(({ ts, dur = 0, tdur = 0 }) => {
    let gc = 0;
    for (
      let collection = collections[next];
      collection !== undefined && collection.ts < ts + dur;
      collection = collections[(next += 1)]
    ) {
      if (collection.ts >= ts) gc += collection.tdur ?? collection.dur ?? 0;
    }
    // The thread's clock lags: what it reports late is not the work of a task that took less by the clock.
    return { cpuMs: Math.min(tdur, dur) / 1000, wallMs: dur / 1000, gcMs: gc / 1000 };
  });
}

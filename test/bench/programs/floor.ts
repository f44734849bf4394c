import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { watchMemory, type MemorySample } from './memory';
import { cpuMs, processCost, type ProcessCost } from './process-cost';

export interface FloorTask {
  readonly baseUrl: string;
  readonly token: string;
  /** An empty folder. */
  readonly vault: string;
  /** JSON: the notes to write. */
  readonly notesFile: string;
  readonly work: FloorWork;
}

export type FloorWork =
  /** The pages; `updatedAfter` in ISO 8601, null for everything. */
  | { readonly kind: 'pages'; readonly updatedAfter: string | null; readonly of: 'both' | 'highlights' }
  /** Every note is read, and written with another text. */
  | { readonly kind: 'rewrite' }
  /** One request for each of the notes, with the text of a document. */
  | { readonly kind: 'texts' };

export interface FloorNote {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FloorResult extends ProcessCost {
  readonly highlightPages: number;
  readonly documentPages: number;
  readonly bytesReceived: number;
  readonly wallMs: number;
  readonly memory: readonly MemorySample[];
}

interface Page {
  readonly nextPageCursor: string | null;
  readonly results: readonly unknown[];
}

const HIGHLIGHTS = '/api/v2/export/?includeDeleted=true';
const DOCUMENTS = '/api/v3/list/?';

let bytesReceived = 0;

/**
 * The least that anything can do: fetch the pages, parse them, and write as many notes of the same size under
 * the same names.
 */
async function main(task: FloorTask): Promise<FloorResult> {
  const memory = watchMemory();
  const started = cpuMs();
  const { notes, write } = await prepare(task);
  if (task.work.kind === 'rewrite') await write(notes.length);
  const preparedMs = cpuMs() - started;
  const began = performance.now();
  const { highlightPages, documentPages } = await doWork(task, { notes, write });
  const { cpuMs: wholeMs, peakMb } = processCost();
  return {
    cpuMs: wholeMs - preparedMs,
    peakMb,
    highlightPages,
    documentPages,
    bytesReceived,
    wallMs: performance.now() - began,
    memory: memory(),
  };
}

interface Ready {
  readonly notes: readonly FloorNote[];
  readonly write: (count: number) => Promise<void>;
}

async function doWork(
  task: FloorTask,
  { notes, write }: Ready,
): Promise<Pick<FloorResult, 'highlightPages' | 'documentPages'>> {
  switch (task.work.kind) {
    case 'pages': {
      const since =
        task.work.updatedAfter === null ? '' : `&updatedAfter=${encodeURIComponent(task.work.updatedAfter)}`;
      const [highlightPages, documentPages] = await Promise.all([
        fetchAll(task, { path: `${HIGHLIGHTS}${since}`, write }),
        task.work.of === 'both' ? fetchAll(task, { path: `${DOCUMENTS}${since}`, write }) : 0,
      ]);
      await write(Number.POSITIVE_INFINITY);
      return { highlightPages, documentPages };
    }
    case 'rewrite': {
      for (const { path } of notes) {
        const text = await readFile(join(task.vault, path), 'utf8');
        await writeFile(join(task.vault, path), `y${text.slice(1)}`);
      }
      return { highlightPages: 0, documentPages: 0 };
    }
    case 'texts': {
      const documentPages = await fetchAll(task, { path: `${DOCUMENTS}withHtmlContent=true`, write });
      await write(Number.POSITIVE_INFINITY);
      return { highlightPages: 0, documentPages };
    }
  }
}

/**
 * Gets ready, which does not count: texts of the right size to hand and the folders made. The result writes
 * the next so many notes.
 */
async function prepare({ notesFile, vault }: FloorTask): Promise<Ready> {
  const notes = JSON.parse(readFileSync(notesFile, 'utf8')) as readonly FloorNote[];
  const filler = 'x'.repeat(notes.reduce((largest, { size }) => Math.max(largest, size), 0));
  for (const folder of new Set(notes.map(({ path }) => dirname(path))))
    await mkdir(join(vault, folder), { recursive: true });
  const left = notes.values();
  const write = async (count: number): Promise<void> => {
    for (let written = 0; written < count; written += 1) {
      const next = left.next();
      if (next.done === true) return;
      await writeFile(join(vault, next.value.path), filler.slice(0, next.value.size));
    }
  };
  return { notes, write };
}

/** Returns how many pages there were. */
async function fetchAll(
  task: FloorTask,
  { path, write }: { readonly path: string; readonly write: (count: number) => Promise<void> },
): Promise<number> {
  let fetched = 0;
  for (let cursor: string | null = ''; cursor !== null; fetched += 1) {
    const page: Page = await fetchPage(task, `${path}${cursor === '' ? '' : `&pageCursor=${cursor}`}`);
    cursor = page.nextPageCursor;
    await write(page.results.length);
  }
  return fetched;
}

async function fetchPage({ baseUrl, token }: FloorTask, path: string): Promise<Page> {
  const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Token ${token}` } });
  const body = await response.text();
  bytesReceived += body.length;
  return JSON.parse(body) as Page;
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as FloorTask)));

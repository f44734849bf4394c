import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { cpuMs, peakMb } from './process-cost';

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
  | { readonly kind: 'pages'; readonly updatedAfter: string | null }
  /** Every note is read, and written with another text. */
  | { readonly kind: 'rewrite' };

export interface FloorNote {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FloorResult {
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly pages: number;
}

interface Page {
  readonly nextPageCursor: string | null;
  readonly results: readonly unknown[];
}

const HIGHLIGHTS = '/api/v2/export/?includeDeleted=true';
const DOCUMENTS = '/api/v3/list/?';

/**
 * The least that anything can do: fetch the pages, parse them, and write as many notes of the same size under
 * the same names.
 */
async function main(task: FloorTask): Promise<FloorResult> {
  const started = cpuMs();
  const { notes, write } = await prepare(task);
  if (task.work.kind === 'rewrite') await write(notes.length);
  const preparedMs = cpuMs() - started;
  const pages = await doWork(task, { notes, write });
  return { cpuMs: cpuMs() - preparedMs, peakMb: peakMb(), pages };
}

interface Ready {
  readonly notes: readonly FloorNote[];
  readonly write: (count: number) => Promise<void>;
}

/** Returns how many pages there were. */
async function doWork(task: FloorTask, { notes, write }: Ready): Promise<number> {
  switch (task.work.kind) {
    case 'pages': {
      const since =
        task.work.updatedAfter === null ? '' : `&updatedAfter=${encodeURIComponent(task.work.updatedAfter)}`;
      const [highlightPages, documentPages] = await Promise.all([
        fetchAll(task, { path: `${HIGHLIGHTS}${since}`, write }),
        fetchAll(task, { path: `${DOCUMENTS}${since}`, write }),
      ]);
      await write(Number.POSITIVE_INFINITY);
      return highlightPages + documentPages;
    }
    case 'rewrite': {
      for (const { path } of notes) {
        const text = await readFile(join(task.vault, path), 'utf8');
        await writeFile(join(task.vault, path), `y${text.slice(1)}`);
      }
      return 0;
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
  return JSON.parse(await response.text()) as Page;
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as FloorTask)));

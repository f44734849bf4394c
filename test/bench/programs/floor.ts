import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { cpuMs, processCost, type ProcessCost } from './process-cost';

export interface FloorTask {
  readonly baseUrl: string;
  readonly token: string;
  /** An empty folder. */
  readonly vault: string;
  /** JSON: the notes to write. */
  readonly notesFile: string;
  /** ISO 8601; null fetches everything. */
  readonly updatedAfter: string | null;
}

export interface FloorNote {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FloorResult extends ProcessCost {
  readonly highlightPages: number;
  readonly documentPages: number;
  readonly wallMs: number;
}

interface Page {
  readonly nextPageCursor: string | null;
  readonly results: readonly unknown[];
}

const HIGHLIGHTS = '/api/v2/export/?includeDeleted=true';
const DOCUMENTS = '/api/v3/list/?';

/** The least that anything can do: fetch the pages, parse them, and write as many notes of the same size under the same names. */
async function main(task: FloorTask): Promise<FloorResult> {
  const started = cpuMs();
  const write = await prepare(task);
  const preparedMs = cpuMs() - started;
  const began = performance.now();
  const [highlightPages, documentPages] = await Promise.all([fetchAll(task, { path: HIGHLIGHTS, write }), fetchAll(task, { path: DOCUMENTS, write })]);
  await write(Number.POSITIVE_INFINITY);
  const { cpuMs: wholeMs, peakMb } = processCost();
  return { cpuMs: wholeMs - preparedMs, peakMb, highlightPages, documentPages, wallMs: performance.now() - began };
}

/** Gets ready, which does not count: texts of the right size to hand and the folders made. The result writes the next so many notes. */
async function prepare({ notesFile, vault }: FloorTask): Promise<(count: number) => Promise<void>> {
  const notes = JSON.parse(readFileSync(notesFile, 'utf8')) as readonly FloorNote[];
  const filler = 'x'.repeat(notes.reduce((largest, { size }) => Math.max(largest, size), 0));
  for (const folder of new Set(notes.map(({ path }) => dirname(path)))) await mkdir(join(vault, folder), { recursive: true });
  const left = notes.values();
  return async (count) => {
    for (let written = 0; written < count; written += 1) {
      const next = left.next();
      if (next.done === true) return;
      await writeFile(join(vault, next.value.path), filler.slice(0, next.value.size));
    }
  };
}

/** Returns how many pages there were. */
async function fetchAll(task: FloorTask, { path, write }: { readonly path: string; readonly write: (count: number) => Promise<void> }): Promise<number> {
  let fetched = 0;
  for (let cursor: string | null = ''; cursor !== null; fetched += 1) {
    const page: Page = await fetchPage(task, `${path}${cursor === '' ? '' : `&pageCursor=${cursor}`}`);
    cursor = page.nextPageCursor;
    await write(page.results.length);
  }
  return fetched;
}

async function fetchPage({ baseUrl, token, updatedAfter }: FloorTask, path: string): Promise<Page> {
  const since = updatedAfter === null ? '' : `&updatedAfter=${encodeURIComponent(updatedAfter)}`;
  const response = await fetch(`${baseUrl}${path}${since}`, { headers: { authorization: `Token ${token}` } });
  return JSON.parse(await response.text()) as Page;
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as FloorTask)));

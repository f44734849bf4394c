import process from 'node:process';
import { createInterface } from 'node:readline';
import { generateLibrary, LIBRARY_SIZES } from '../../server/generate-library';
import type { Library } from '../../server/library';
import { startReferenceServer } from '../../server/reference-server';

export interface ServiceTask {
  readonly size: keyof typeof LIBRARY_SIZES;
  readonly token: string;
}

/** Printed, one line each: first where it listens, then after each line of input what was changed. */
export interface Listening {
  readonly url: string;
}

export interface Changed {
  /** ISO 8601: a moment after everything before and ahead of the change. */
  readonly after: string;
  /** Notes that this must change. */
  readonly notes: number;
}

const SEED = 1580;
const EVERY = 100;
const HALF_AN_HOUR_MS = 30 * 60_000;

/**
 * The reference server with a generated library and no rate limits. The line `one` on its input changes one
 * highlight, every other line a hundredth of its items.
 */
async function main({ size, token }: ServiceTask): Promise<void> {
  const library = generateLibrary({ ...LIBRARY_SIZES[size], seed: SEED });
  let ahead = 0;
  library.now = () => Date.now() + ahead;
  // Whoever started it is gone: nothing stays behind.
  process.once('disconnect', () => process.exit());
  const server = await startReferenceServer({ library, token, rateLimits: 'off' });
  say({ url: server.url });
  let round = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    ahead += HALF_AN_HOUR_MS;
    const after = new Date(library.now() - 1000).toISOString();
    const notes = line === 'one' ? changeOne(library, round) : changeAHundredth(library, round);
    round += 1;
    say({ after, notes });
  }
}

/**
 * In every hundredth book a highlight gets a note, every hundredth document a summary; another hundredth in
 * each round.
 */
function changeAHundredth(library: Library, round: number): number {
  const changed = new Set<string>();
  [...library.books.books()].forEach((book, index) => {
    const [highlight] = library.books.liveHighlightsOf(book.id);
    if (index % EVERY !== round % EVERY || highlight === undefined) return;
    library.editHighlight(highlight.id, { note: `Read once more, round ${String(round)}` });
    changed.add(book.externalId ?? String(book.id));
  });
  [...library.documents.all()]
    .filter((document) => document.parentId === null && document.location !== 'feed')
    .forEach((document, index) => {
      if (index % EVERY !== round % EVERY) return;
      library.editDocument(document.id, { summary: `Summed up once more, round ${String(round)}` });
      changed.add(document.id);
    });
  return changed.size;
}

/** One highlight gets a note. */
function changeOne(library: Library, round: number): number {
  for (const book of library.books.books()) {
    const [highlight] = library.books.liveHighlightsOf(book.id);
    if (highlight === undefined) continue;
    library.editHighlight(highlight.id, { note: `Read alone, round ${String(round)}` });
    return 1;
  }
  return 0;
}

function say(line: Listening | Changed): void {
  console.log(JSON.stringify(line));
}

await main(JSON.parse(process.argv[2] ?? '') as ServiceTask);

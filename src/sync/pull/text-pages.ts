import { documentCalls } from '../../readwise/document-calls';
import { addToList } from '../../model/collections';
import type { StateChange, StateStore } from '../../model/ports';
import { pagesOf } from '../../readwise/page-walk';
import { hasNoAnswer } from '../../readwise/readwise-error';
import { idsOnPage } from '../../readwise/fetch-pages';
import type { DocumentListPage } from '../../readwise/pages';
import { documentCategory } from '../../readwise/requests';
import { keys } from '../../store/keys';
import type { Wanted } from '../../store/queue';
import { readOne } from '../../store/read-state';
import { countListed, type ListFilter } from '../../store/register';
import { readDocumentId, readTextWalk, type TextWalk } from '../../store/stored';
import { perItem } from '../context/contained';
import type { SyncRun } from '../run';
import { textChanges, textsToFetch } from './full-texts';

/** The texts that are wanted, by document. */
type WantedTexts = Map<string, Wanted>;

/**
 * Fetches texts by pages of the list if that takes fewer requests than one by one, and writes their notes before
 * the next request. What is left has to be fetched one by one.
 */
export async function walkTexts(run: SyncRun): Promise<void> {
  const { state } = run.deps;
  const wanted: WantedTexts = new Map((await textsToFetch(run)).map((text) => [text.id, text]));
  const open = await readOne(state, keys.textWalk, readTextWalk);
  if (open !== null && (await follow(run, open, wanted)) === 'stuck') return;
  const walks = await cheapestWalks(state, wanted);
  for (const walk of walks) if ((await follow(run, walk, wanted)) === 'stuck') return;
  if (open !== null || walks.length > 0) await state.commit([{ remove: keys.textWalk }]);
}

/**
 * Follows the pages of a walk as long as that pays off. If the service does not answer, the next sync continues.
 * `stuck`: it does not answer for this page, so the wanted texts have to be fetched one by one.
 */
async function follow(run: SyncRun, walk: TextWalk, wanted: WantedTexts): Promise<'ended' | 'stuck'> {
  const { state } = run.deps;
  if (!isWorthIt(walk, wanted)) return 'ended';
  await state.commit([{ put: keys.textWalk, value: walk }]);
  const result = await perItem(() => followPages(run, walk, wanted));
  if (result.ok) return 'ended';
  const { error } = result;
  // Any other failure shows up again when the text that causes it is fetched by itself.
  if (!hasNoAnswer(error)) return 'ended';
  // A pause that the service demands affects all texts.
  if (error.kind === 'rate-limited') throw error;
  const reached = (await readOne(state, keys.textWalk, readTextWalk)) ?? walk;
  if (error.kind === 'not-the-api' || reached.isUnanswered === true) return 'stuck';
  await state.commit([{ put: keys.textWalk, value: { ...reached, isUnanswered: true } satisfies TextWalk }]);
  throw error;
}

async function followPages(run: SyncRun, walk: TextWalk, wanted: WantedTexts): Promise<void> {
  const { client, deps, options } = run;
  const { category, updatedAfter, cursor } = walk;
  const total = wanted.size;
  const filter = {
    updatedAfter: updatedAfter ?? undefined,
    category: documentCategory.parse(category ?? undefined),
    withHtmlContent: true,
  };
  let { left } = walk;
  let pageSize = 1;
  deps.reporter.progress({ step: 'texts', done: 0, total });
  for await (const page of pagesOf(client, documentCalls.list(filter), cursor)) {
    options.signal?.throwIfAborted();
    const onPage = idsOnPage(page).length;
    left = Math.max(0, left - onPage);
    pageSize = Math.max(pageSize, onPage);
    const next: TextWalk = { category, updatedAfter, cursor: page.nextCursor, left };
    await takePage(run, page, { wanted, next });
    deps.reporter.progress({ step: 'texts', done: total - wanted.size, total });
    if (!isWorthIt(next, wanted, pageSize)) return;
  }
}

/** Stores the wanted texts of a page together with the progress of the walk. */
async function takePage(
  run: SyncRun,
  page: DocumentListPage,
  { wanted, next }: { readonly wanted: WantedTexts; readonly next: TextWalk },
): Promise<void> {
  const changes: StateChange[] = [];
  const itemKeys: string[] = [];
  for (const { id, html } of page.contents) {
    const text = wanted.get(id);
    if (text === undefined) continue;
    wanted.delete(id);
    const taken = await textChanges(run, text, html);
    changes.push(...taken.changes);
    if (taken.itemKey !== null) itemKeys.push(taken.itemKey);
  }
  changes.push(next.cursor === null ? { remove: keys.textWalk } : { put: keys.textWalk, value: next });
  await run.writer.write(await run.replica.makeDue(itemKeys, changes));
}

/** Records on a page of the live service. */
const USUAL_PAGE = 100;

const pagesFor = (records: number, pageSize = USUAL_PAGE): number =>
  Math.max(1, Math.ceil(records / pageSize));

/** Whether the rest of a walk takes fewer requests than fetching what it can bring one by one. */
const isWorthIt = (walk: TextWalk, wanted: WantedTexts, pageSize?: number): boolean =>
  pagesFor(walk.left, pageSize) < textsOf(walk, wanted).length;

const textsOf = ({ category }: TextWalk, wanted: WantedTexts): readonly Wanted[] =>
  [...wanted.values()].filter(({ source }) => category === null || source === category);

/** The walks that take the fewest requests: one through everything, or those of categories that are worth it. */
async function cheapestWalks(state: StateStore, wanted: WantedTexts): Promise<readonly TextWalk[]> {
  if (wanted.size < 2) return [];
  const texts = [...wanted.values()];
  const byCategory = new Map<string, Wanted[]>();
  for (const text of texts) addToList(byCategory, text.source ?? '', text);
  const several = [...byCategory].filter(([category, { length }]) => length > 1 && isCategory(category));
  const filters: ListFilter[] = [{ category: null, updatedAfter: await beforeUpdates(state, texts) }];
  for (const [category, ofCategory] of several)
    filters.push({ category, updatedAfter: await beforeUpdates(state, ofCategory) });
  const counts = await countListed(state, filters);
  const walks = filters.map((filter, index): TextWalk => ({
    ...filter,
    cursor: null,
    left: counts[index] ?? 0,
  }));
  const [all, ...others] = walks;
  const ofCategories = others.filter((walk) => isWorthIt(walk, wanted));
  const saved = ofCategories.map((walk) => textsOf(walk, wanted).length - pagesFor(walk.left));
  const requests = saved.reduce((rest, each) => rest - each, wanted.size);
  return all !== undefined && pagesFor(all.left) < requests ? [all] : ofCategories;
}

const isCategory = (word: string): boolean => documentCategory.safeParse(word).success;

/** It is not known whether `updatedAfter` includes its own moment. */
const BEFORE_MS = 1000;

/** A moment before the last update of every document; null if one has no known update. */
async function beforeUpdates(state: StateStore, texts: readonly Wanted[]): Promise<string | null> {
  const records = await state.getMany(texts.map(({ id }) => keys.documentId(id)));
  const updates = records.map((record) => readDocumentId(record)?.updatedAt ?? null);
  if (updates.includes(null)) return null;
  const first = Math.min(...updates.map((update) => Date.parse(update ?? '')));
  return new Date(first - BEFORE_MS).toISOString();
}

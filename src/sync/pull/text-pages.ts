import { documentCalls } from '../../readwise/document-calls';
import type { StateChange } from '../../model/ports';
import { pagesOf } from '../../readwise/page-walk';
import { isReadwiseError } from '../../readwise/errors';
import type { DocumentListPage } from '../../readwise/pages';
import { documentCategory } from '../../readwise/requests';
import { keys } from '../../store/keys';
import { queueOf, type Wanted } from '../../store/queue';
import { readOne } from '../../store/read-state';
import { readTextWalk, type TextWalk } from '../../store/stored';
import { perItem } from '../context/contained';
import { textChanges, type FetchOptions } from './full-texts';

/** From so many texts of one category on, they come by pages of the list. */
const WORTH_A_WALK = 20;
/** Texts are large; a phone easily holds so many. The service may ignore this. */
const TEXTS_ON_A_PAGE = 20;
/** Two minutes at the rate of the service. */
const PAGES_PER_SYNC = 40;
/** A walk that brings less than a text a page costs more than to ask one by one. This many pages show it. */
const PAGES_TO_JUDGE = 3;

/** The texts that are wanted of a category, by document. */
type WantedTexts = Map<string, Wanted>;

/**
 * Fetches the texts of the category of which most are wanted, a page of the list at a time, and writes their notes
 * before the next request. Returns whether the next sync goes on with it; what else is left is to be asked for one
 * by one.
 */
export async function walkTexts(options: FetchOptions): Promise<boolean> {
  const { state, now } = options;
  const open = await readOne(state, keys.textWalk, readTextWalk);
  const waiting = (await queueOf(state, 'text')).filter(
    ({ source, notBefore }) => notBefore <= now && documentCategory.safeParse(source).success,
  );
  const category = open?.category ?? mostWanted(waiting);
  const ofCategory = waiting.filter(({ source }) => source === category);
  if (ofCategory.length >= WORTH_A_WALK) {
    const texts = new Map(ofCategory.map((text) => [text.id, text]));
    const walk = { category, cursor: open?.cursor ?? null };
    const result = await perItem(() => followPages(texts, walk, options));
    if (result.ok && result.value) return true;
    if (!result.ok && isReadwiseError(result.error, 'rate-limited')) throw result.error;
    // Any other failure shows again with the text that is in the way.
  }
  if (open !== null || ofCategory.length >= WORTH_A_WALK) await state.commit([{ remove: keys.textWalk }]);
  return false;
}

function mostWanted(waiting: readonly Wanted[]): string {
  const counts = new Map<string, number>();
  for (const { source = '' } of waiting) counts.set(source, (counts.get(source) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? '';
}

/** Returns whether there are more pages for the next sync. */
async function followPages(
  wanted: WantedTexts,
  { category, cursor }: TextWalk,
  options: FetchOptions,
): Promise<boolean> {
  const { client, signal, reporter } = options;
  const total = wanted.size;
  let pages = 0;
  const filter = {
    category: documentCategory.parse(category),
    withHtmlContent: true,
    limit: TEXTS_ON_A_PAGE,
  };
  for await (const page of pagesOf(client, documentCalls.list(filter), cursor)) {
    signal?.throwIfAborted();
    await takePage(page, { wanted, category }, options);
    pages += 1;
    const done = total - wanted.size;
    reporter.progress({ step: 'texts', done, total });
    const isWorthIt = pages < PAGES_TO_JUDGE || done >= pages;
    if (page.nextCursor === null || wanted.size === 0 || !isWorthIt) return false;
    if (pages >= PAGES_PER_SYNC) return true;
  }
  return false;
}

/** Stores the wanted texts of a page together with how far the walk has come. */
async function takePage(
  page: DocumentListPage,
  { wanted, category }: { readonly wanted: WantedTexts; readonly category: string },
  options: FetchOptions,
): Promise<void> {
  const { replica, write } = options;
  const changes: StateChange[] = [];
  const itemKeys: string[] = [];
  for (const { id, html } of page.contents) {
    const text = wanted.get(id);
    if (text === undefined) continue;
    wanted.delete(id);
    const taken = await textChanges(text, html, options);
    changes.push(...taken.changes);
    if (taken.itemKey !== null) itemKeys.push(taken.itemKey);
  }
  const next: TextWalk = { category, cursor: page.nextCursor };
  await write(await replica.makeDue(itemKeys, [...changes, { put: keys.textWalk, value: next }]));
}

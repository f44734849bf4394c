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
/** A walk that brings less than a text a page costs more than to ask one by one. This many pages show it. */
const PAGES_TO_JUDGE = 3;

/** The texts that are wanted of a category, by document. */
type WantedTexts = Map<string, Wanted>;

/**
 * Fetches the texts of each category of which many are wanted, a page of the list at a time, and writes their notes
 * before the next request. What is left is to be asked for one by one.
 */
export async function walkTexts(options: FetchOptions): Promise<void> {
  const { state, now } = options;
  const open = await readOne(state, keys.textWalk, readTextWalk);
  const waiting = await queueOf(state, 'text');
  const byCategory = new Map<string, WantedTexts>();
  for (const text of waiting) {
    const { id, source = '', notBefore } = text;
    if (notBefore <= now)
      byCategory.set(source, (byCategory.get(source) ?? new Map<string, Wanted>()).set(id, text));
  }
  const many = [...byCategory].filter(
    ([category, texts]) => texts.size >= WORTH_A_WALK && isCategory(category),
  );
  for (const [category, texts] of many) {
    const cursor = open?.category === category ? open.cursor : null;
    const result = await perItem(() => followPages(texts, { category, cursor }, options));
    // Any other failure shows again with the text that is in the way.
    if (!result.ok && isReadwiseError(result.error, 'rate-limited')) throw result.error;
  }
  if (open !== null || many.length > 0) await state.commit([{ remove: keys.textWalk }]);
}

const isCategory = (word: string): boolean => documentCategory.safeParse(word).success;

async function followPages(
  wanted: WantedTexts,
  { category, cursor }: TextWalk,
  options: FetchOptions,
): Promise<void> {
  const { client, signal, reporter } = options;
  const total = wanted.size;
  let pages = 0;
  const filter = { category: documentCategory.parse(category), withHtmlContent: true };
  for await (const page of pagesOf(client, documentCalls.list(filter), cursor)) {
    signal?.throwIfAborted();
    await takePage(page, { wanted, category }, options);
    pages += 1;
    const done = total - wanted.size;
    reporter.progress({ step: 'texts', done, total });
    const isWorthIt = pages < PAGES_TO_JUDGE || done >= pages;
    if (wanted.size === 0 || !isWorthIt) return;
  }
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

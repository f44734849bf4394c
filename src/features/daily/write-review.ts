import { reviewSection } from './daily-sections';
import type { HighlightRef } from './highlight-embed';
import type { SectionResult } from './view-result';
import { ReadwiseClient } from '../../readwise/client';
import { ServicePauses } from '../../sync/open-client';
import type { SyncDependencies } from '../../sync/sync-options';
import { dayNotes, ownDayNote } from './day-notes';
import { libraryItems, Places } from './places';
import { todayIn, type ViewContext } from './view-context';
import { writeSection } from './write-section';

export type ServiceAccess = Pick<SyncDependencies, 'http' | 'random' | 'budgets'> & {
  readonly token: string;
};

/** Writes the service's review of today into a note, as embeds, once a day. Throws a `ReadwiseError` when the service gives none. */
export async function writeReview(
  context: ViewContext,
  { http, random, budgets, token }: ServiceAccess,
): Promise<SectionResult> {
  const { clock, settings, signal } = context;
  const { baseUrl } = settings;
  const client = new ReadwiseClient({
    http,
    random,
    budgets,
    token,
    clock,
    signal,
    baseUrl,
    pauses: await ServicePauses.read(context, { baseUrl, token }),
  });
  const review = await client.highlights.dailyReview();
  const day = todayIn(context);
  const note =
    settings.daily.reviewPlace === 'daily-note' ? (await dayNotes(context))(day) : ownDayNote(context, day);
  const wanted = [...new Set(review.highlights.map(({ id }) => `rw${id}`))];
  const known = await withAnchors(context, new Set(wanted));
  const entries = await new Places(context).placed(wanted.flatMap((anchor) => known.get(anchor) ?? []));
  const result = await writeSection(context, {
    ...note,
    section: (current) => reviewSection({ day, entries, current }),
  });
  return {
    view: 'review',
    path: note.path,
    result,
    highlights: entries.length,
    missing: wanted.length - entries.length,
  };
}

async function withAnchors(
  context: ViewContext,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, HighlightRef>> {
  const found = new Map<string, HighlightRef>();
  if (wanted.size === 0) return found;
  for await (const { key, highlights } of libraryItems(context)) {
    for (const { anchor, otherAnchor } of highlights)
      if (wanted.has(anchor)) found.set(anchor, { itemKey: key, anchor, otherAnchor });
    if (found.size === wanted.size) break;
  }
  return found;
}

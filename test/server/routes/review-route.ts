import type { FastifyInstance } from 'fastify';
import { isoTimeOrNull } from '../highlight-views';
import type { HighlightRecord } from '../records';
import type { Service } from '../service';

const HIGHLIGHTS_IN_REVIEW = 5;
const DAY = 86_400_000;

/** v2-highlights.md, "Daily Review LIST": a handful of live, kept highlights that changes once a day. */
export function registerReview(app: FastifyInstance, service: Service): void {
  app.get('/api/v2/review/', () => {
    const day = Math.floor(service.library.now() / DAY);
    return {
      review_id: day,
      review_url: `https://readwise.io/reviews/${day}`,
      review_completed: service.library.reviewCompleted,
      highlights: highlightsOfDay(service, day).map((highlight) => showReviewHighlight(highlight, service)),
    };
  });
}

function highlightsOfDay(service: Service, day: number): readonly HighlightRecord[] {
  const { books, ledger } = service.library;
  const kept = ledger.view('review', () =>
    [...books.highlights()].filter((highlight) => highlight.deletedAt === null && !highlight.discarded),
  );
  const size = Math.min(HIGHLIGHTS_IN_REVIEW, kept.length);
  return Array.from({ length: size }, (_, index) => kept[(day * size + index) % kept.length]).filter(
    (highlight) => highlight !== undefined,
  );
}

/** A highlight made in Reader names its addresses there and no category. */
function showReviewHighlight(highlight: HighlightRecord, service: Service): object {
  const book = service.library.books.book(highlight.bookId);
  const inReader = book.externalId !== null;
  return {
    id: highlight.id,
    text: highlight.text,
    title: book.title,
    author: book.author,
    url: highlight.url,
    source_url: inReader ? book.uniqueUrl : book.sourceUrl,
    source_type: book.source,
    category: inReader ? null : book.category,
    location_type: highlight.locationType,
    location: highlight.location,
    note: highlight.note,
    highlighted_at: isoTimeOrNull(highlight.highlightedAt),
    highlight_url: highlight.url,
    image_url: book.coverImageUrl,
    api_source: null,
  };
}

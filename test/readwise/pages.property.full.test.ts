import fc from 'fast-check';
import { Pace } from '../../src/model/pace';
import { parseDocumentPage, parseHighlightPage } from '../../src/readwise/pages';
import { FakeClock } from '../support/fake-clock';
import {
  goldenBook,
  goldenDocument,
  goldenDocumentHighlight,
  goldenDocumentNote,
  goldenHighlight,
} from './support/golden-records';

const answer = (results: readonly unknown[]) => ({
  status: 200,
  serverDate: null,
  json: { count: results.length, nextPageCursor: null, results },
});

const pace = new Pace(new FakeClock());

/** Every place in a JSON value, that of the whole last. */
function placesIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [
    ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner).map((place) => [key, ...place])),
    [],
  ];
}

function withChange(value: unknown, place: readonly string[], change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return change(value);
  const next = withChange((value as Record<string, unknown>)[key], rest, change);
  const entries = Object.entries(value as object).flatMap(([name, old]) =>
    name !== key ? [[name, old]] : next === undefined ? [] : [[name, next]],
  );
  return Array.isArray(value) ? entries.map(([, entry]) => entry as unknown) : Object.fromEntries(entries);
}

const mutation = fc.oneof(
  fc.jsonValue().map((value) => (): unknown => value),
  fc.constantFrom<(old: unknown) => unknown>(
    () => undefined,
    () => null,
    () => '',
    () => Number.MAX_VALUE,
    () => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
    (old) => String(old),
    (old) => Number(old),
    (old) => [old],
    (old) => ({ value: old }),
  ),
);

// So many that no damage to one list makes most of the page bad.
const goodIds = Array.from({ length: 60 }, (_, index) => index + 1);
const goodHighlights = goodIds.map((id) => ({ ...goldenHighlight, id }));

describe('parsing pages with one damaged record', () => {
  it('should quarantine the damaged highlight or book, never lose it, and keep the others', async () => {
    const damaged = { ...goldenBook, user_book_id: 99, highlights: [{ ...goldenHighlight, id: 77 }] };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...placesIn(damaged)), mutation, async (place, change) => {
        const result = withChange(damaged, place, change);
        const page = await parseHighlightPage(
          answer([{ ...goldenBook, highlights: goodHighlights }, ...(result === undefined ? [] : [result])]),
          pace,
        );
        expect(page.books[0]?.highlights.map(({ id }) => id)).toEqual(goodIds.map(String));
        const mapped = page.books.length - 1;
        const bookIsQuarantined = mapped === 0 && page.quarantined.length === 1;
        expect(mapped === 1 || bookIsQuarantined || result === undefined).toBe(true);
        const sent =
          mapped === 1 ? ((result as { highlights?: unknown[] | null }).highlights ?? []).length : 0;
        expect(mapped === 0 ? sent : (page.books[1]?.highlights.length ?? 0) + page.quarantined.length).toBe(
          sent,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each([goldenDocument, goldenDocumentHighlight, goldenDocumentNote])(
    'should map or quarantine the damaged record of v3 (%#), and keep the others',
    async (golden) => {
      const others = ['a1', 'a2', 'a3', 'a4'].map((id) => ({ ...goldenDocument, id }));
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...placesIn(golden)), mutation, async (place, change) => {
          const result = withChange(golden, place, change);
          const page = await parseDocumentPage(answer([...others, result ?? null]), pace);
          expect(page.documents.slice(0, 4).map(({ id }) => id)).toEqual(['a1', 'a2', 'a3', 'a4']);
          expect(
            page.documents.length + page.highlights.length + page.notes.length + page.quarantined.length,
          ).toBe(5);
          expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('should never throw for any page of up to four records, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 4 }), async (results) => {
        const page = await parseDocumentPage(answer(results), pace);
        expect(
          page.documents.length + page.highlights.length + page.notes.length + page.quarantined.length,
        ).toBe(results.length);
      }),
    );
  });
});

import { forecastSeconds } from '../../../src/core/estimate/forecast';
import { parseSettings, type Settings } from '../../../src/core/settings';
import { ReadwiseClient } from '../../../src/readwise/client';
import { countLibrary } from '../../../src/sync/estimate/estimate-library';
import { createInProcessClient } from '../../property/in-process-client';
import { World } from '../../property/world';
import { CANARY_TOKEN as token } from '../../support/canary';
import { FakeClock } from '../../support/fake-clock';

describe('countLibrary', () => {
  it('should tell books and documents apart from highlights and notes in Reader, in four requests', async () => {
    const world = await World.create();
    for (let number = 1; number <= 3; number += 1)
      world.library.addHighlight(world.library.addBook({ title: `Book ${String(number)}` }).id, {
        text: 'Passage',
      });
    const document = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocument({ title: 'Civil Disobedience', category: 'pdf', location: 'new' });
    world.library.addDocumentHighlight(document.id, { text: 'I wish to speak a word for Nature.' });
    const clock = new FakeClock({ startsAt: world.now });
    const client = new ReadwiseClient({
      http: createInProcessClient(world.server, clock),
      clock,
      random: () => 0.5,
      baseUrl: 'http://127.0.0.1',
      token,
    });
    expect(await countLibrary(client)).toEqual({ books: 3, documents: 2, records: 3 });
    expect(client.requests).toBe(4);
    await world.close();
  });
});

function chosen(settings: object): Settings {
  const parsed = parseSettings(settings);
  if (!parsed.ok) throw new Error(parsed.problems.join(' '));
  return parsed.settings;
}

describe('forecastSeconds', () => {
  it.each([
    ['a small library', { books: 50, documents: 100, records: 500 }, 5],
    [
      'a library of many documents, by the rate',
      { books: 1204, documents: 3911, records: 9000 },
      4 * 60 + 10,
    ],
    ['many books, by the writing', { books: 20_000, documents: 0, records: 0 }, 200],
  ])('should forecast %s', (_case, counts, seconds) => {
    expect(forecastSeconds(counts, chosen({}))).toBe(seconds);
  });

  it.each([
    ['full texts', { fullText: { place: 'note' } }, 14 * 60 + 10],
    [
      'full texts that a rule asks for',
      { rules: [{ when: { kinds: ['article'] }, then: { fullText: 'file' } }] },
      14 * 60 + 10,
    ],
    [
      'no full text where the rule that asks for some is off',
      { rules: [{ enabled: false, when: {}, then: { fullText: 'file' } }] },
      4 * 60 + 10,
    ],
    ['attachments', { attachments: { covers: true } }, 4 * 60 + 10 + 200],
  ])('should count %s in, as many as the first sync fetches', (_case, settings, seconds) => {
    expect(forecastSeconds({ books: 1204, documents: 3911, records: 9000 }, chosen(settings))).toBe(seconds);
  });

  it('should count no more texts in than there are documents', () => {
    expect(
      forecastSeconds({ books: 1, documents: 2, records: 3 }, chosen({ fullText: { place: 'note' } })),
    ).toBe(3);
  });

  it('should say nothing when a count is not known', () => {
    expect(forecastSeconds({ books: null, documents: 3, records: 3 }, chosen({}))).toBeNull();
  });
});

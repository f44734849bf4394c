import { GeneratedText } from '../../server/generated-text';
import { Library } from '../../server/library';
import { SeededRandom } from '../../server/seeded-random';

/** Books that are all alike, and no documents. */
export interface EvenSize {
  readonly books: number;
  readonly highlightsEach: number;
}

const BEGIN = Date.UTC(2018, 0, 1);
const BETWEEN_MS = 6_000;

/** The same library for the same size. */
export function evenLibrary({ books, highlightsEach }: EvenSize, seed: number): Library {
  const random = new SeededRandom(seed);
  const text = new GeneratedText(random);
  const library = new Library({ seed });
  let now = BEGIN;
  library.now = () => (now += BETWEEN_MS);
  for (let made = 0; made < books; made += 1) {
    const book = library.addBook({
      // No two books want the same name, of which a large library would have more.
      title: `${text.title()} ${String(made + 1)}`,
      author: text.name(),
      category: 'books',
      source: 'kindle',
    });
    for (let location = 1; location <= highlightsEach; location += 1)
      library.addHighlight(book.id, {
        text: text.passage(),
        note: random.chance(0.15) ? text.note() : '',
        location,
        locationType: 'location',
      });
  }
  library.now = Date.now;
  return library;
}

import { NO_OWN_NOTES } from '../../../src/notes/note/own-links';
import fc from 'fast-check';
import { noteBlock, splitNote, withTrailer } from '../../../src/notes/note/note';
import { writeTrailer, type BlockBase, type Trailer } from '../../../src/notes/note/trailer';

const trailerOf = (blocks: ReadonlyMap<string, BlockBase>): Trailer => ({
  note: '26cxmdoyfpn',
  path: 'c6xvrtd',
  frontMatter: '0ycag4y7snq',
  style: '',
  categories: '',
  own: NO_OWN_NOTES,
  properties: new Map(),
  header: noteBlock('# Walden', 'header').base,
  blocks,
  removed: new Set(['rw512000017']),
  released: new Set(),
});

describe('the trailer', () => {
  it('should cost at most 24 characters a highlight', () => {
    const highlights = 500;
    const text = Array.from({ length: 100 }, (_, line) => `Line ${String(line)}`).join('\n');
    const blocks = new Map(
      Array.from({ length: highlights }, (_, index) => [
        `rw${String(999_999_000 + index)}`,
        noteBlock(index === 0 ? text : 'A passage.\n\n^rw1', 'record').base,
      ]),
    );
    const size = writeTrailer(trailerOf(blocks)).length - writeTrailer(trailerOf(new Map())).length;
    expect(size / highlights).toBeLessThanOrEqual(24);
  });

  it('should be read as it was written', () => {
    const anchor = fc.oneof(
      fc.bigInt({ min: 1n, max: 10n ** 17n }).map((id) => `rw${String(id)}`),
      fc.stringMatching(/^rd01[0-9a-hjkmnp-tv-z]{24}$/),
      fc.stringMatching(/^rw0\d{3}$/),
    );
    const base = fc
      .tuple(fc.string(), fc.string(), fc.integer({ min: 0, max: 9999 }))
      .map(([text, source, lines]) => ({ ...noteBlock(text, source).base, lines }));
    fc.assert(
      fc.property(fc.array(fc.tuple(anchor, base)), (blocks) => {
        const trailer = trailerOf(new Map(blocks));
        expect(splitNote(withTrailer('A note.', trailer)).trailer).toEqual(trailer);
      }),
    );
  });
});

import fc from 'fast-check';
import { parse } from 'yaml';
import {
  identityOf,
  identityOfBrokenYaml,
  identityOfPlainLines,
} from '../../../src/obsidian/vault/identity-index';
import { HISTORIES } from '../../property/runs';

const DOCUMENT = '01hw3k2z9q8x7v6b5n4m3c2x1z';
const NOBODYS = { bookId: null, documentId: null, partId: null };

const byYaml = (frontMatter: string): unknown => {
  try {
    return identityOf(parse(frontMatter));
  } catch {
    return identityOfBrokenYaml(frontMatter);
  }
};

describe('the identity in plain lines', () => {
  it('should be told without YAML when the lines are those of a sync', () => {
    expect(identityOfPlainLines(`readwise-id: 512\nreader-id: ${DOCUMENT}\ntitle: "A: b"\n`)).toEqual({
      bookId: '512',
      documentId: DOCUMENT,
      partId: null,
    });
    expect(identityOfPlainLines('title: Walden\n')).toEqual(NOBODYS);
  });

  it.each([
    'readwise-id: "512"',
    'readwise-id: 512 # mine',
    'readwise-id:  512',
    ' readwise-id: 512',
    'readwise-id: 0512',
    'readwise-id: 5\nreadwise-id: 6',
    '"readwise\\u002did": 5',
    'reader-id: 01234567890123456789e12345',
    'readwise-part: rw512',
    'title: |\n  about\n  readwise-id: 5',
    'readwise-id: 5\n  more',
    'readwise-id: 5\n\n  more',
    'title: what is a readwise-id\nreadwise-id: 5',
    '  more\nreadwise-id: 5',
    '# about\n\n  title: Walden\nreadwise-id: 5',
  ])('should be left to YAML when it is written as %j', (frontMatter) => {
    expect(identityOfPlainLines(frontMatter)).toBeNull();
  });

  it('should be what YAML says whenever it is told', () => {
    const value = fc.oneof(
      fc.nat().map(String),
      fc.constantFrom(
        DOCUMENT,
        '"5"',
        '0x1f',
        '1e5',
        '07',
        '~',
        '',
        '[5]',
        '|',
        '>-',
        '&a 5',
        '!!str 5',
        '01234567890123456789e12345',
        `"${DOCUMENT}"`,
      ),
    );
    const key = fc.constantFrom(
      'readwise-id',
      'reader-id',
      'readwise-part',
      'title',
      '"readwise-id"',
      '  readwise-id',
      '- reader-id',
      '# readwise-id',
      '? reader-id',
    );
    const line = fc.oneof(
      fc
        .tuple(key, fc.constantFrom(': ', ':', ' : ', ':  '), value, fc.constantFrom('', '', ' ', ' # why'))
        .map((parts) => parts.join('')),
      fc.constantFrom('---', '...', '{', '}', '  more', '"', 'a: "', '\\'),
    );
    let told = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const frontMatter = lines.join('\n');
        const identity = identityOfPlainLines(frontMatter);
        if (identity === null || !isMapping(frontMatter)) return;
        told += 1;
        expect(identity).toEqual(byYaml(frontMatter));
      }),
      { ...HISTORIES, numRuns: 20 * HISTORIES.numRuns },
    );
    expect(told).toBeGreaterThan(0);
  });
});

/** Properties are a mapping: the app shows nothing of what is not. */
function isMapping(frontMatter: string): boolean {
  try {
    const read: unknown = parse(frontMatter);
    return typeof read === 'object' && read !== null && !Array.isArray(read);
  } catch {
    return true;
  }
}

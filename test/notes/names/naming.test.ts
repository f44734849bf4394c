import fc from 'fast-check';
import { foldedPath, plainName, safeFileName, suffixedPath } from '../../../src/notes/names/naming';

const NASTY = fc.constantFrom(
  '/',
  '\\',
  ':',
  '..',
  'CON',
  'nul.txt',
  '#',
  '^',
  '[',
  ']',
  '|',
  '%%',
  '\u202e',
  '\u0000',
  '\n',
  ' ',
  '.',
  '~',
  'é',
  'e\u0301',
  '書',
  '👩‍👩‍👧',
  '\ud83d',
  '\udc00',
  '🇩🇪',
  '‘',
  '"',
  '<',
  '>',
  '?',
  '*',
);
const TITLE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.oneof(NASTY, fc.string({ maxLength: 20 })), { maxLength: 60 }).map((parts) => parts.join('')),
);

describe('safeFileName', () => {
  it('should be legal on every system when the title is anything at all (I9)', () => {
    fc.assert(
      fc.property(TITLE, (title) => {
        const name = safeFileName(title, 120);
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}<>:"/\\|?*#^[\]]|%%/u);
        expect(name).not.toMatch(/^[\s.]|[\s.]$|^$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(name.length).toBeLessThanOrEqual(124);
        expect(Buffer.byteLength(`${name}.md`)).toBeLessThanOrEqual(200);
        expect(name).toBe(name.normalize('NFC'));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['Meditations', 'Meditations'],
    ['One <\u0338 two', 'One \u226e two'],
    ['Zen: The Art / of "Nothing"?', 'Zen - The Art - of Nothing'],
    ['../../etc/passwd', 'etc - passwd'],
    ['  .hidden  ', 'hidden'],
    ['C#: A Love Story', 'C - A Love Story'],
    ['CON', 'CON -'],
    ['con.txt', 'con txt -'],
    ['NUL .md', 'NUL  md -'],
    ['conin$', 'conin$ -'],
    ['', 'Untitled'],
    ['???', 'Untitled'],
    ['line\nbreak\tand tab', 'line break and tab'],
    ['奥の細道', '奥の細道'],
  ])('should make %j into %j', (title, name) => {
    expect(safeFileName(title, 120)).toBe(name);
  });

  it('should cut between whole characters when the title is too long', () => {
    expect(safeFileName('👩‍👩‍👧'.repeat(40), 120)).toMatch(/^(👩‍👩‍👧)+$/u);
    expect(safeFileName('書'.repeat(300), 120)).toBe('書'.repeat(65));
  });

  it.each([
    ['x', 120],
    ['é', 98],
    ['\u07fe', 98],
    ['\u0800', 65],
    ['\ufffd', 65],
    ['\u{10000}', 49],
  ])('should have as many of %j as every system takes, and not one less', (sign, most) => {
    expect(safeFileName(sign.repeat(most), 120)).toBe(sign.repeat(most));
    expect(safeFileName(sign.repeat(most + 1), 120)).toBe(sign.repeat(most));
  });

  it.each(['e\u0301', '👍🏽', '👩\u200d👧'])('should not cut %j in two', (sign) => {
    for (let room = 1; room <= 12; room += 1)
      expect(safeFileName(`${sign.repeat(9)}`, room).normalize('NFC')).toMatch(
        new RegExp(`^(?:${sign.normalize('NFC')})*$|^Untitled$`, 'u'),
      );
  });

  it('should have room for what is put behind a name that is reserved', () => {
    expect(safeFileName(`con.${'x'.repeat(200)}`, 120)).toBe(`con ${'x'.repeat(114)} -`);
    expect(safeFileName(`con.${'書'.repeat(200)}`, 120)).toBe(`con ${'書'.repeat(63)} -`);
  });
});

describe('suffixedPath', () => {
  it('should keep the id whole when the title is too long for it', () => {
    expect(suffixedPath({ key: 'b:41023871', title: 'x'.repeat(500), folder: 'F' })).toMatch(
      /^F\/x+ \(41023871\)\.md$/,
    );
  });

  it('should never be longer with an id than without', () => {
    expect(suffixedPath({ key: 'b:41023871', title: 'x'.repeat(500), folder: 'F' })).toHaveLength(
      'F/.md'.length + 120,
    );
    expect(
      Buffer.byteLength(suffixedPath({ key: 'b:41023871', title: '書'.repeat(500), folder: 'F' })),
    ).toBeGreaterThan(195);
    expect(
      Buffer.byteLength(suffixedPath({ key: 'b:41023871', title: '書'.repeat(500), folder: 'F' })),
    ).toBeLessThanOrEqual('F/'.length + 200);
  });

  it.each([
    ['b:41023871#rw512001', '512001'],
    ['d:01hw3aaaaaaaaaaaaaaaaaaaaab#rd01hhbbbbbbbbbbbbbbbbbbbbbc', 'bbbbbbbbbc'],
    ['d:01hw3aaaaaaaaaaaaaaaaaaaaab#text-01hw3aaaaaaaaaaaaaaaaaaaaab', 'aaaaaaaaab'],
    ['d:a_b', 'a-b'],
    ['b:123456789012', '123456789012'],
  ])('should tell the note %s apart by %s', (key, id) => {
    expect(suffixedPath({ key, title: 'T', folder: 'F' })).toBe(`F/T (${id}).md`);
  });

  it('should fold names as file systems do', () => {
    expect(foldedPath('R/Books/CAFÉ')).toBe(foldedPath('R/books/cafe\u0301'));
    expect(foldedPath('R/Straße')).toBe(foldedPath('R/STRASSE'));
    expect(plainName('CAFÉ')).toBe('CAFÉ');
  });
});

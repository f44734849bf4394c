import fc from 'fast-check';
import { splitNote } from '../../src/notes/note/note';
import {
  communityNote,
  earlyMirrorNote,
  exportedNote,
  handMadeNote,
  mirrorNote,
  officialCallouts,
  officialDated,
  officialHeadings,
  officialNote,
  officialQuotes,
  officialWithIds,
  type ForeignBook,
} from '../support/foreign-notes';
import { MovingIn } from '../features/adopt/moving-in';
import { shareOfHistories } from './runs';

const FORMS: Readonly<Record<string, (book: ForeignBook) => string>> = {
  official: (book) => officialNote(book),
  appended: (book) => officialNote(book, { added: 2 }),
  quotes: officialQuotes,
  'block ids': officialWithIds,
  callouts: officialCallouts,
  dated: officialDated,
  headings: officialHeadings,
  'early mirror': earlyMirrorNote,
  mirror: mirrorNote,
  community: communityNote,
  export: exportedNote,
  'by hand': handMadeNote,
};

const WORDS =
  'river morning quiet garden letter silver window orchard history tender copper meadow lantern winter harbour'.split(
    ' ',
  );

const text = fc.record({
  words: fc.shuffledSubarray(WORDS, { minLength: 7, maxLength: 14 }),
  breakAt: fc.option(fc.integer({ min: 2, max: 5 })),
  mark: fc.constantFrom('', '.', ' & more of it.', ' “quoted”', ' *stressed*'),
});

const deed = fc.record({
  kind: fc.constantFrom('into a line', 'under a line', 'above a line', 'under all', 'property', 'nested'),
  at: fc.nat(60),
});

const change = fc.record({
  kind: fc.constantFrom('text', 'note', 'delete', 'add', 'nothing'),
  pick: fc.nat(10),
});

const history = fc.record({
  form: fc.constantFrom(...Object.keys(FORMS)),
  texts: fc.array(text, { minLength: 1, maxLength: 5 }),
  noted: fc.nat(31),
  before: fc.array(deed, { maxLength: 4 }),
  after: fc.array(deed, { maxLength: 3 }),
  changes: fc.array(change, { maxLength: 4 }),
  late: fc.boolean(),
});

const twoBooks = fc.record({
  form: fc.constantFrom(...Object.keys(FORMS)),
  own: fc.integer({ min: 1, max: 4 }),
  shared: fc.integer({ min: 0, max: 4 }),
  others: fc.integer({ min: 1, max: 3 }),
  hasAddress: fc.boolean(),
});

const textsOf = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `The ${name} passage, number ${String(index)} of those in it.`);

type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

/** They put a line of its own between others. */
const CUTTING: ReadonlySet<Deed['kind']> = new Set(['under a line', 'above a line', 'nested']);

/** Whether a person cut a passage in two: half a passage is none, and the service's comes whole. */
const isCut = (note: string, edited: string): boolean => {
  const lines = edited.split('\n');
  const at = lines.findIndex((line, index) => line !== note.split('\n')[index]);
  const [above = '', below = ''] = [
    lines
      .slice(0, at)
      .reverse()
      .find((line) => line.trim() !== ''),
    lines.slice(at + 1).find((line) => line.trim() !== '' && !/mine\d+x/.test(line)),
  ];
  return /token|[\p{L}]{4}/u.test(above) && /^(?: {2,3}\S|>|[\p{L}“*])/u.test(below);
};

/** Writes one word of a kind somewhere into a note. */
function write(note: string, { kind, at }: Deed, word: string): string {
  const { yaml, trailer } = splitNote(note);
  const lines = note.split('\n');
  const first = yaml === null ? 0 : lines.indexOf('---', 1) + 1;
  const last = trailer === null ? lines.length : lines.findIndex((line) => line.startsWith('%% florilegium'));
  const index = first + (at % Math.max(1, last - first));
  const line = lines[index] ?? '';
  switch (kind) {
    case 'into a line': {
      // Ids, addresses and what they stand in are not for writing into.
      const parts = line.split(' ');
      const place = parts.findIndex(
        (part, number) => number > 0 && /^[\p{L}]+[.,]?$/u.test(part) && !/^(?:Note|Tags|ID)/.test(part),
      );
      if (place > 0 && !line.startsWith('#') && !line.includes('%%'))
        lines[index] = [...parts.slice(0, place), word, ...parts.slice(place)].join(' ');
      break;
    }
    case 'under a line':
      lines.splice(index + 1, 0, '', word, '');
      break;
    case 'above a line':
      lines.splice(index, 0, '', `- ${word}`, '');
      break;
    case 'nested':
      if (line.startsWith('- ')) lines.splice(index + 1, 0, `    - ${word}`);
      break;
    case 'under all':
      lines.splice(last, 0, word, '');
      break;
    case 'property':
      if (yaml !== null) lines.splice(1, 0, `mine-${word}: ${word}`);
      break;
  }
  return lines.join('\n');
}

const bodyOf = (note: string): string => splitNote(note).body;
const wordsOf = (note: string): readonly string[] => note.match(/[\p{L}\p{N}]+/gu) ?? [];
const countsOf = (words: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};
const anchorsIn = (note: string): readonly string[] =>
  [...bodyOf(note).matchAll(/\^(r[wd][0-9a-z]+)[ \t]*$/gm)].map(([, anchor = '']) => anchor);

const PATH = 'Reading/Mine.md';

jest.setTimeout(900_000);

describe('moving in', () => {
  it('should lose no word, double nothing and write nothing that is not new, whatever a person did to the note before and after (I1, I2, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ form, texts, noted, before, after, changes, late }) => {
        const house = await MovingIn.create();
        let written = 0;
        const mine: string[] = [];
        let wasCut = false;
        const perform = (deeds: readonly Deed[]): void => {
          for (const one of deeds) {
            written += 1;
            const word = `mine${String(written)}x`;
            const note = house.note(PATH);
            const edited = write(note, one, word);
            if (edited !== note) mine.push(word);
            if (CUTTING.has(one.kind) && isCut(note, edited)) wasCut = true;
            house.device.vault.put(PATH, edited);
          }
        };
        const expectMine = (): void => {
          const body = house.note(PATH);
          for (const word of mine)
            expect([word, body.split(new RegExp(`(?<!-)${word}(?!:)`)).length - 1]).toEqual([word, 1]);
        };

        const tokens = texts.map((_, index) => `token${String(index)}t`);
        const full = texts.map(({ words, breakAt, mark }, index) => {
          const all = [...words.slice(0, 3), tokens[index] ?? '', ...words.slice(3)];
          return `${breakAt === null ? all.join(' ') : `${all.slice(0, breakAt + 3).join(' ')}\n${all.slice(breakAt + 3).join(' ')}`}${mark}`.trim();
        });
        const book = house.addBook({
          title: 'Walden',
          url: 'https://example.org/walden',
          texts: full,
          notes: full.map((_, index) =>
            ((noted >> index) & 1) === 1 ? `remark${String(index)}r of the reader` : '',
          ),
        });
        house.device.vault.put(PATH, (FORMS[form] ?? officialNote)(book));
        house.device.vault.put(
          'Diary.md',
          `See [[Mine]] and https://readwise.io/open/${String(book.highlights[0]?.id ?? 0)}`,
        );
        perform(before);
        if (late) house.addBook({ title: 'Another', texts: ['Nothing of it is in the vault.'] });
        await house.look();

        const original = house.note(PATH);
        const plan = await house.plan();
        // Of a note whose only passage was cut in two, not enough is left to tell it from one that links to it.
        if (wasCut && plan.adoptions.length === 0) {
          expect(plan.left).toContainEqual({ path: PATH, reason: 'mention' });
          await house.world.close();
          return;
        }
        expect(plan.adoptions.map(({ path }) => path)).toEqual([PATH]);
        await house.adopt(plan.adoptions);
        const adopted = house.note(PATH);
        const now = countsOf(wordsOf(bodyOf(adopted)));
        for (const [word, count] of countsOf(wordsOf(bodyOf(original))))
          expect([word, (now.get(word) ?? 0) >= count]).toEqual([word, true]);
        for (const [id] of original.matchAll(/\^\w+[ \t]*$/gm)) expect(adopted).toContain(id);
        expectMine();
        expect((await house.plan()).adoptions).toEqual([]);

        const first = await house.sync();
        expect(first).toMatchObject({ outcome: 'done', conflicts: [] });
        if (plan.adoptions.every(({ missing }) => missing === 0)) expect(house.note(PATH)).toBe(adopted);
        const anchors = anchorsIn(house.note(PATH));
        expect(new Set(anchors).size).toBe(anchors.length);
        for (const token of tokens) {
          const count = bodyOf(house.note(PATH)).split(token).length - 1;
          expect([token, wasCut ? Math.min(count, 1) : count]).toEqual([token, 1]);
        }
        expectMine();
        expect((await house.sync()).vaultWrites).toBe(0);

        perform(after);
        for (const [index, { kind, pick }] of changes.entries()) {
          const live = house.world.library.books.liveHighlightsOf(book.id);
          const highlight = live[pick % Math.max(1, live.length)];
          if (highlight === undefined) continue;
          if (kind === 'text')
            house.world.library.editHighlight(highlight.id, {
              text: highlight.text.replace(/^(\S+)/, `$1 amended${String(index)}a`),
            });
          if (kind === 'note')
            house.world.library.editHighlight(highlight.id, { note: `later${String(index)}l remark` });
          if (kind === 'add')
            house.world.library.addHighlight(book.id, {
              text: `wholly new passage added${String(index)}d`,
              location: pick * 7,
            });
          if (kind === 'delete' && live.length > 1) house.world.library.deleteHighlight(highlight.id);
          house.world.pass(300);
        }
        await house.world.settle(house.device);
        const end = house.note(PATH);
        expectMine();
        for (const { id, text: said } of house.world.library.books.liveHighlightsOf(book.id)) {
          const token = /(?:token|added)\w+/.exec(said)?.[0] ?? '';
          expect([id, token, end.includes(token)]).toEqual([id, token, true]);
        }
        const settled = house.note(PATH);
        expect((await house.sync()).vaultWrites).toBe(0);
        expect(house.note(PATH)).toBe(settled);
        await house.world.close();
      }),
      shareOfHistories(0.12),
    );
  });

  it("should take a note for the item that it is of, whatever else has the same passages, and no person's note that links to both", async () => {
    await fc.assert(
      fc.asyncProperty(twoBooks, async ({ form, own, shared, others, hasAddress }) => {
        const house = await MovingIn.create();
        const sharedTexts = textsOf('both', shared);
        const url = hasAddress ? 'https://example.org/walden' : '';
        const walden = house.addBook({
          title: 'Walden',
          url,
          texts: [...textsOf('walden', own), ...sharedTexts],
        });
        const walking = house.addBook({
          title: 'Walking',
          texts: [...textsOf('walking', others), ...sharedTexts],
        });
        house.device.vault.put(PATH, (FORMS[form] ?? officialNote)(walden));
        house.device.vault.put(
          'Diary.md',
          `Read today, both in the sun:\n\n${[walden, walking].map(({ highlights: [first] }) => `- https://readwise.io/open/${String(first?.id)}`).join('\n')}\n`,
        );
        await house.look();
        const { adoptions, left } = await house.plan();
        // Where nothing names a book, both have the words.
        const isAsMuchOfBoth =
          !hasAddress && shared > own && ['export', 'official', 'appended'].includes(form);
        expect(adoptions.map(({ path, title }) => [path, title])).toEqual(
          isAsMuchOfBoth ? [] : [[PATH, 'Walden']],
        );
        expect(left).toContainEqual({ path: 'Diary.md', reason: 'several' });
        if (isAsMuchOfBoth) expect(left).toContainEqual({ path: PATH, reason: 'several' });
        await house.adopt(adoptions);
        await house.world.settle(house.device);
        for (const { id } of [walden, walking]) {
          const notes = house.paths.filter((path) => house.note(path).includes(`readwise-id: ${String(id)}`));
          expect([id, notes.length]).toEqual([id, 1]);
        }
        expect((await house.sync()).vaultWrites).toBe(0);
        await house.world.close();
      }),
      shareOfHistories(0.12),
    );
  });
});

import fc from 'fast-check';
import { CORE_SCHEMA, load } from '@zkochan/js-yaml';
import { splitNote } from '../../src/core/note/note';
import { readYaml } from '../../src/platform/node/read-yaml';
import { hostileText } from '../core/hostile-text';
import { identitiesIn } from './person';
import { shareOfHistories } from './runs';
import { newDevice, settings, World, type Device } from './world';

/** What a person writes on lines of their own, `W` being a word that nobody else has: what opens and does not close, and our own marks. */
const FRAGMENTS = [
  'W', '```\nW', '```\nW\n```', '~~~ W', '%% W', '%% W %%', '%%\nW', '<!-- W', '$$ W', '$$\nW\n$$', '> [!quote] W', '> W', '- W', '    W', '\tW', '---\nW', 'W\n---', '---\nW: 1\n---', '| W |\n|---|', '# W', 'W\n===',
  '![[W#^rw1]]', '^W', 'W ^rw1', '%% florilegium 1 W %%', '%% florilegium W', '- [ ] W', '<details>\nW\n\n', '<% W %>', '\u2028W', '\u0000W', '\ufeffW', 'W\r', '[^1]: W', '> ```\n> W', 'é W e\u0301', '\ud800W', '`W', '\\W', '{{W}}',
] as const;

const text = hostileText();
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ at: fc.constant('service' as const), deed: fc.constantFrom('add', 'mirror', 'mark', 'edit', 'note', 'delete', 'retitle', 'document', 'page', 'tags'), pick: fc.nat(10), one: text, other: text }) },
  { weight: 4, arbitrary: fc.record({ at: fc.constant('vault' as const), pick: fc.nat(10), line: fc.nat(200), fragment: fc.constantFrom(...FRAGMENTS) }) },
  { weight: 2, arbitrary: fc.constant({ at: 'sync' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type ServiceStep = Extract<Step, { at: 'service' }>;

const style = fc.constantFrom('built-in', 'built-in:minimal', 'built-in:callouts', 'built-in:study', 'built-in:outline');
const wanted = fc.record({ style, notePerHighlight: fc.boolean(), place: fc.constantFrom('off', 'note', 'file') });

const at = <Value>(list: readonly Value[], index: number): Value | undefined => list[index % Math.max(1, list.length)];

function perform({ library }: World, { deed, pick, one, other }: ServiceStep): void {
  const [book] = library.books.books();
  const document = at([...library.documents.all()].filter(({ parentId }) => parentId === null), pick);
  const highlight = at([...library.books.highlights()].filter(({ deletedAt }) => deletedAt === null), pick);
  if (book === undefined || document === undefined) return;
  const passage = { text: one || 'x', note: other };
  if (deed === 'add') library.addHighlight(book.id, { ...passage, location: pick });
  else if (deed === 'mirror') library.addMirroredHighlight(document.id, { ...passage, location: pick });
  else if (deed === 'mark') library.addDocumentHighlight(document.id, passage);
  else if (deed === 'retitle') library.retitleBook(book.id, one);
  else if (deed === 'document') library.editDocument(document.id, { title: one, notes: other, summary: one, author: other });
  else if (deed === 'page') library.editDocument(document.id, { htmlContent: `<p>${one}</p><p>${other}</p>`, wordCount: one.length });
  else if (deed === 'tags') library.setDocumentTags(document.id, [one || 'a', other || 'b']);
  else if (highlight !== undefined && deed === 'edit') library.editHighlight(highlight.id, { text: one || 'y' });
  else if (highlight !== undefined && deed === 'note') library.editHighlight(highlight.id, { note: one });
  else if (highlight !== undefined) library.deleteHighlight(highlight.id);
}

/** Puts a fragment between two lines of a note's body. */
function write({ vault }: Device, { pick, line, fragment }: Extract<Step, { at: 'vault' }>, word: string): void {
  const note = at(vault.entries(), pick);
  if (note === undefined) throw new Error('There is no note');
  const lines = note[1].split('\n');
  const body = lines.indexOf('---', 1) + 1;
  lines.splice(body + (line % (lines.length - body + 1)), 0, ...fragment.replaceAll('W', word).split('\n'));
  vault.put(note[0], lines.join('\n'));
}

function expectKept({ vault }: Device, words: ReadonlyMap<string, string>): void {
  const all = [...vault.entries(), ...vault.trashEntries()].map(([, note]) => note).join('\n');
  for (const [word, fragment] of words) expect([word, fragment, all.split(word).length - 1]).toEqual([word, fragment, 1]);
  for (const [, note] of vault.entries()) {
    const yaml = splitNote(note).yaml ?? '';
    expect(readYaml(yaml)).toMatchObject({ ok: true });
    expect(() => load(yaml, { schema: CORE_SCHEMA })).not.toThrow();
  }
}

const identities = (note: string): readonly string[] => identitiesIn(splitNote(note).yaml ?? '');

jest.setTimeout(900_000);

describe('notes of a hostile service in which a person writes what opens and does not close', () => {
  it('should keep every word once and properties that two readers read, be one for each item, and come to rest (I1, I2, I5, I10)', async () => {
    await fc.assert(
      fc.asyncProperty(wanted, fc.array(step, { minLength: 3, maxLength: 20 }), fc.array(text, { minLength: 4, maxLength: 4 }), async ({ style: chosen, notePerHighlight, place }, steps, [title = '', author = '', passage = '', page = '']) => {
        const world = await World.create();
        const options = { settings: settings({ templates: { book: chosen, article: chosen }, notePerHighlight, fullText: { place } }) };
        const device = newDevice();
        const words = new Map<string, string>();
        const book = world.library.addBook({ title, author, category: 'books' });
        world.library.addHighlight(book.id, { text: passage || 'x', note: author, location: 1 });
        const document = world.library.addDocument({ title: author, summary: page, category: 'article', location: 'new', htmlContent: `<p>One two ${page}</p>` });
        world.library.addDocumentHighlight(document.id, { text: 'One two' });
        await world.settle(device, options);
        for (const each of steps) {
          world.pass(61);
          if (each.at === 'service') perform(world, each);
          else if (each.at === 'vault') {
            const word = `mine${String(words.size)}x`;
            words.set(word, each.fragment);
            write(device, each, word);
          } else {
            await world.sync(device, options);
            expectKept(device, words);
          }
        }
        await world.settle(device, options);
        expectKept(device, words);
        const before = device.vault.entries();
        expect(await world.sync(device, { ...options, full: true })).toMatchObject({ vaultWrites: 0 });
        expect(device.vault.entries()).toEqual(before);
        for (const [path, note] of (await world.fresh(options)).vault.entries()) {
          const same = before.filter(([, mine]) => identities(mine).some((id) => identities(note).includes(id)));
          expect([path, same.length]).toEqual([path, 1]);
        }
        await world.close();
      }),
      shareOfHistories(0.25),
    );
  });
});

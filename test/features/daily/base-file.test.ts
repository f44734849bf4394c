import { load } from 'second-yaml-reader';
import { parse } from 'yaml';
import { parseFrontMatter } from '../../../src/notes/front-matter/front-matter';
import { splitNote } from '../../../src/notes/note/note';
import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';
import { newDevice, settings, World } from '../../simulation/world';
import highlightsBase from '../../../templates/highlights-base.hbs';
import libraryBase from '../../../templates/library-base.hbs';

const BASES = {
  library: { text: libraryBase, template: builtInStyles.classic },
  highlights: { text: highlightsBase, template: builtInStyles.highlight },
};

/** An item that has something for every property of the built-in templates. */
const FULL = sampleItem({
  book: sampleBook({ author: 'Thoreau', coverUrl: 'https://a.b/c.png', tags: ['a'] }),
  document: sampleDocument({ location: 'later', tags: ['b'] }),
  notes: { whole: 'Readwise/Books/Walden.md', fullText: '' },
  chapter: 'Economy',
  highlights: [sampleHighlight({ favorite: true, color: 'blue', highlightedAt: '2026-01-05T08:00:00.000Z' })],
});

describe('the Bases', () => {
  it.each(Object.entries(BASES))(
    'should be read alike by two readers, and name only properties that notes have, when it is that of the %s',
    async (_name, { text, template }) => {
      expect(parse(text)).toEqual(load(text));
      const named = [...text.matchAll(/note\.([\w-]+)|note\["([\w-]+)"\]|note\[\\"([\w-]+)\\"\]/g)].map(
        ([, plain, quoted, escaped]) => plain ?? quoted ?? escaped ?? '',
      );
      const has = (await compiled(template).render(FULL)).properties.map(([name]) => name);
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter((name) => !has.includes(name))).toEqual([]);
    },
  );

  it('should have the views that people ask for', () => {
    const names = Object.values(BASES).map(({ text }) =>
      (parse(text) as { readonly views: readonly { readonly name: string }[] }).views.map(({ name }) => name),
    );
    expect(names).toEqual([
      ['Covers', 'Reading queue', 'Reading queue as a table', 'Recently highlighted', 'Favorites'],
      ['Recent', 'Favorites', 'By color'],
    ]);
  });

  it('should find the notes of items and of highlights, and no others, when these were moved anywhere', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'Simplify.' });
    world.library.addDocument({
      title: 'Walking',
      category: 'article',
      location: 'later',
      htmlContent: '<p>Go.</p>',
    });
    const values = { notePerHighlight: true, fullText: { place: 'file' } };
    for (let round = 0; round < 2; round += 1) {
      world.pass(3600);
      await world.sync(device, { settings: settings(values) });
    }
    const moved: string[] = [];
    for (const [path] of device.vault.entries()) {
      const place = `Mine/${path.replaceAll('/', ' ')}`;
      await device.vault.rename(path, place);
      moved.push(place);
    }
    expect(moved).toHaveLength(4);
    device.vault.put('Mine/Own.md', '---\ntitle: Own\nbook: Walden\n---\n');
    const found = (base: string): readonly string[] => {
      const { filters } = parse(base) as { readonly filters: Filter };
      return device.vault
        .entries()
        .filter(([path, text]) => passes(filters, { path, properties: propertiesOf(text) }))
        .map(([path]) => path);
    };
    expect(found(libraryBase)).toEqual([
      'Mine/Readwise Articles Walking.md',
      'Mine/Readwise Books Walden.md',
    ]);
    expect(found(highlightsBase)).toEqual(['Mine/Readwise Books Walden Simplify.md']);
    await world.close();
  });
});

type Filter = string | { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };

/** As Obsidian documents filters, with the two conditions that are used here. */
function passes(
  filter: Filter,
  file: { readonly path: string; readonly properties: ReadonlySet<string> },
): boolean {
  if (typeof filter !== 'string') {
    if ('and' in filter) return filter.and.every((each) => passes(each, file));
    return filter.or.some((each) => passes(each, file));
  }
  if (filter === 'file.ext == "md"') return file.path.endsWith('.md');
  const [, name] = /^file\.hasProperty\("([^"]+)"\)$/.exec(filter) ?? [];
  if (name === undefined) throw new Error(`Another condition: ${filter}`);
  return file.properties.has(name);
}

function propertiesOf(text: string): ReadonlySet<string> {
  const front = parseFrontMatter(splitNote(text).yaml ?? '');
  return new Set(front.ok ? front.entries.map(({ name }) => name) : []);
}

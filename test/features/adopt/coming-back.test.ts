import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { removeMarks } from '../../../src/features/unmark/remove-marks';
import { anchorsIn } from '../../simulation/person';
import { settings } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { MovingIn } from './moving-in';

/** A device that synced, and then lost the marks of all its notes, with its anchors where they are kept. */
async function movedOut(
  house: MovingIn,
  { keepsAnchors }: { readonly keepsAnchors: boolean },
): Promise<void> {
  const { vault, state } = house.device;
  const texts = { paths: () => Promise.resolve(house.paths), read: (each: string) => vault.read(each) };
  await removeMarks({ vault, state, texts, clock: new FakeClock() }, { paths: house.paths, keepsAnchors });
}

describe('a library that moved out and comes back', () => {
  it.each(['callouts', 'outline', 'official', 'classic'])(
    'should be the same notes, of which nothing reads differently, in the style %s',
    async (style) => {
      const house = await MovingIn.create();
      const book = house.addBook({
        title: 'Walden',
        texts: [
          'Where I lived',
          'I went to the woods because I wished to live deliberately.',
          'The mass of men lead lives of quiet desperation.',
        ],
        notes: ['.h2', 'Mine, too.'],
      });
      house.world.library.addHighlight(book.id, {
        text: 'Our life is frittered away by detail.\n\nSimplify, simplify.',
        note: '.qa What is it about?\nDetail.',
        tags: ['life'],
        location: 40,
        color: 'blue',
      });
      const values = settings({
        templates: { book: style === 'classic' ? 'built-in' : `built-in:${style}` },
      });
      house.world.pass(61);
      await house.world.sync(house.device, { settings: values });
      const [path = ''] = house.paths;
      const before = house.note(path);
      await movedOut(house, { keepsAnchors: false });
      const { adoptions } = await house.plan({ settings: values });
      expect(adoptions).toMatchObject([{ found: 4, edited: 0, unmarkable: 0, missing: 0 }]);
      await applyAdoption(house.deps, { settings: values, chosen: adoptions });
      expect(house.note(path).replace(/%% florilegium .*/, '')).toBe(before.replace(/%% florilegium .*/, ''));
      await house.world.close();
    },
  );
});

describe('a note that lost its marks and kept its anchors, because links lead to them', () => {
  it('should have each anchor once, and the same body, when it is adopted again', async () => {
    const house = await MovingIn.create();
    house.addBook({
      title: 'Walden',
      texts: [
        'I went to the woods because I wished to live deliberately.',
        'The mass of men lead lives of quiet desperation.',
        'Short.',
      ],
      notes: ['Mine, too.'],
    });
    await house.sync();
    const [path = ''] = house.paths;
    const bodyOf = (note: string): string =>
      note
        .slice(note.indexOf('\n---\n'))
        .replace(/%% florilegium .*%%/, '')
        .trimEnd();
    const before = bodyOf(house.note(path));
    await movedOut(house, { keepsAnchors: true });
    await house.adopt((await house.plan()).adoptions);
    expect(bodyOf(house.note(path))).toBe(before);
    expect(anchorsIn(house.note(path))).toHaveLength(3);
    expect(await house.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0, conflicts: [] });
    await house.world.close();
  });
});

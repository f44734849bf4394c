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
} from '../../support/foreign-notes';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.\nSimplify, simplify.',
  'The mass of men lead lives of quiet desperation.',
];

describe('a note that was taken over', () => {
  it.each<readonly [string, (book: ForeignBook) => string]>([
    ['official', (book) => officialNote(book, { added: 1 })],
    ['official with quotes', officialQuotes],
    ['official with block ids', officialWithIds],
    ['official with callouts', officialCallouts],
    ['official with dates', officialDated],
    ['official with headings', officialHeadings],
    ['early mirror', earlyMirrorNote],
    ['mirror', mirrorNote],
    ['community', communityNote],
    ['export', exportedNote],
    ['by hand', handMadeNote],
  ])('should be as written down when it was %s', async (_, form) => {
    const house = await MovingIn.create();
    const book = house.addBook({ title: 'Walden', texts: TEXTS, notes: ['Mine, too.'] });
    house.device.vault.put('Walden notes.md', form(book));
    await house.look();
    await house.adopt((await house.plan()).adoptions);
    // The marks in the trailer are the templates' affair.
    expect(
      house.note('Walden notes.md').replace(/%% florilegium 1 .* %%/, '%% florilegium … %%'),
    ).toMatchSnapshot();
    await house.world.close();
  });
});

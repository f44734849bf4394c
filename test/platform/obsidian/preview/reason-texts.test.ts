import { reasonTexts } from '../../../../src/platform/obsidian/preview/preview-row';
import { Shelf } from '../../../sync/attachments/shelf';

describe('why a note is in a plan', () => {
  it('should be said clause by clause in the words of the interface', () => {
    expect(reasonTexts('deleted at the service; it holds your words')).toEqual([
      'deleted at Readwise',
      'it holds your words',
    ]);
  });

  it('should be said as it came when it is not known', () => {
    expect(reasonTexts('some other reason')).toEqual(['some other reason']);
  });

  it('should be known of whatever a sync plans', async () => {
    const shelf = await Shelf.create();
    const [kept = 0, gone = 0, renamed = 0, changed = 0] = shelf.addBooks(4);
    await shelf.sync();
    shelf.write('Readwise/Books/Book 1.md', 'A thought.');
    shelf.emptyBooks([kept, gone]);
    shelf.world.library.retitleBook(renamed, 'Another title');
    shelf.world.library.addHighlight(changed, { text: 'One more.', location: 3 });
    shelf.addBooks(1);
    const { plan = [] } = await shelf.sync({ dryRun: true });
    const said = plan
      .filter(({ action }) => action !== 'skip')
      .map(({ reason }) => reason.replace(/; (?:kept and marked|now .*)$/, ''));
    expect(said).toHaveLength(5);
    expect(said.flatMap(reasonTexts).filter((text) => text.includes('the service'))).toEqual([]);
    await shelf.world.close();
  });
});

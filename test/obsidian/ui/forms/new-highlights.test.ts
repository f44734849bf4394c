import {
  blockAddress,
  inlineTags,
  isAddressOf,
  newHighlightOf,
} from '../../../../src/obsidian/ui/forms/new-highlights';
import { inlineTags as readByService } from '../../../server/inline-tags';

describe('new highlights of a note', () => {
  it('should have the address of their block, which is known again when the note was renamed', () => {
    const address = blockAddress('My notes', 'Books/A & B.md', 'hl-1');
    expect(address).toBe('obsidian://open?vault=My%20notes&file=Books%2FA%20%26%20B%23%5Ehl-1');
    expect(isAddressOf(address, 'hl-1')).toBe(true);
    expect(isAddressOf(address, 'l-1')).toBe(false);
  });

  it('should write tags so that the service reads them when they have blanks, dots or signs', () => {
    const inline = inlineTags(['stoics', 'to read', '#work/2026', '.dot', '??', 'Größe']);
    expect(readByService(inline)).toEqual(['stoics', 'to-read', 'work-2026', 'dot', 'Größe']);
  });

  it('should leave empty fields out', () => {
    const source = { title: ' Walden ', author: '', sourceUrl: '', category: 'books', tags: ['a'] };
    expect(newHighlightOf({ text: ' x ', note: ' mine ', highlightUrl: 'u', source })).toEqual({
      text: 'x',
      title: 'Walden',
      category: 'books',
      note: '.a mine',
      highlightUrl: 'u',
    });
  });
});

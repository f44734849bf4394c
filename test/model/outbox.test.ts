import { textToCopy } from '../../src/model/outbox';

describe('what can be copied of a change that was refused', () => {
  it('should be the texts when a person wrote some', () => {
    const fields = { text: 'One.', note: 'Two.' };
    expect(textToCopy({ kind: 'edit-highlight', anchor: 'rw1', fields })).toBe('One.\n\nTwo.');
    const highlights = [{ text: 'One.', note: 'Two.' }, { text: 'Three.' }];
    expect(textToCopy({ kind: 'create-highlights', highlights })).toBe('One.\n\nTwo.\n\nThree.');
  });

  it('should be nothing when a document was only moved', () => {
    const fields = { location: 'archive' };
    expect(textToCopy({ kind: 'edit-item', item: 'document', id: '01a', fields })).toBe('');
  });
});

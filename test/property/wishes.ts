import fc from 'fast-check';
import type { World } from './world';

/** What a person may want of their notes, as settings. What falls out of scope goes to the trash, so that vaults can be compared. */
const WISHES = [
  {},
  { notePerHighlight: true },
  { fullText: { place: 'note' } },
  { fullText: { place: 'file' } },
  { naming: { folder: '{{author}}', fileName: '{{title}}' } },
  { naming: { folder: '', fileName: 'All' } },
  { rules: [{ when: { kinds: ['article'] }, then: { folder: 'A', fullText: 'file' } }] },
  { rules: [{ when: { kinds: ['tweet'] }, then: { leaveOut: true } }, { when: { highlights: { min: 2 } }, then: { folder: 'Many', template: 'built-in:callouts' } }] },
  { rules: [{ when: { highlights: { min: 2 } }, then: { notePerHighlight: true, fullText: 'note' } }], templates: { article: 'built-in:outline' } },
  { templates: { categories: { articles: 'built-in:callouts', supplementals: 'built-in:minimal' } } },
] as const;

/** Those under which a highlight stands in one note only. */
export const plainWish: fc.Arbitrary<object> = fc.constantFrom(...WISHES.filter((values) => !JSON.stringify(values).includes('notePerHighlight')));

export const wish: fc.Arbitrary<object> = fc.constantFrom(...WISHES).map((values) => ({ ...values, outOfScope: 'trash' }));

/** Every document has a text to read. */
export function giveTexts({ library }: World): void {
  for (const { id, title, parentId, htmlContent } of [...library.documents.all()]) {
    if (parentId === null && htmlContent === '') library.editDocument(id, { htmlContent: `<h2>${encodeURIComponent(title ?? '')}</h2><p>One thing. Two paragraphs, and <em>more</em>.</p>`, wordCount: (title ?? '').length });
  }
}

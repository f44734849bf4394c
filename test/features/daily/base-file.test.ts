import fc from 'fast-check';
import { load } from '@zkochan/js-yaml';
import { parse } from 'yaml';
import { baseFile } from '../../../src/features/daily/run-daily';
import { cleanText } from '../../../src/notes/markdown/plain-text';
import { HISTORIES } from '../../property/runs';
import { hostileText } from '../../model/hostile-text';

const FRESH = baseFile({ folder: 'Readwise' });

describe('baseFile', () => {
  it('should have the four views and be read alike by two readers when it has the names of the built-in templates', () => {
    expect(parse(FRESH)).toEqual(load(FRESH));
    expect(parse(FRESH)).toEqual({
      filters: {
        and: [
          'file.inFolder("Readwise")',
          'file.ext == "md"',
          { or: ['file.hasProperty("readwise-id")', 'file.hasProperty("reader-id")'] },
        ],
      },
      properties: {
        'note.author': { displayName: 'Author' },
        'note.category': { displayName: 'Category' },
        'note.highlights': { displayName: 'Highlights' },
        'note.last-highlighted': { displayName: 'Last highlighted' },
        'note.saved': { displayName: 'Saved' },
        'note.location': { displayName: 'Location' },
        'note.progress': { displayName: 'Progress in %' },
      },
      views: [
        {
          type: 'cards',
          name: 'Covers',
          order: ['file.name', 'note.author', 'note.highlights'],
          sort: [{ property: 'note.last-highlighted', direction: 'DESC' }],
          image: 'note.cover',
          cardSize: 180,
          imageFit: 'contain',
          imageAspectRatio: 1.5,
        },
        {
          type: 'table',
          name: 'By author',
          groupBy: { property: 'note.author', direction: 'ASC' },
          order: [
            'file.name',
            'note.author',
            'note.category',
            'note.highlights',
            'note.last-highlighted',
            'file.tags',
          ],
          summaries: { 'note.highlights': 'Sum' },
        },
        {
          type: 'table',
          name: 'Recently highlighted',
          filters: 'file.hasProperty("last-highlighted")',
          sort: [{ property: 'note.last-highlighted', direction: 'DESC' }],
          limit: 50,
          order: ['file.name', 'note.author', 'note.highlights', 'note.last-highlighted'],
        },
        {
          type: 'table',
          name: 'Reading list',
          filters: { and: ['file.hasProperty("location")', 'note["location"] != "archive"'] },
          groupBy: { property: 'note.location', direction: 'ASC' },
          sort: [{ property: 'note.progress', direction: 'DESC' }],
          order: ['file.name', 'note.author', 'note.location', 'note.progress', 'note.saved'],
        },
      ],
    });
  });

  it('should say the same to two readers when the folder is anything', () => {
    fc.assert(
      fc.property(
        hostileText().map((text) => cleanText(text)),
        (folder) => {
          const text = baseFile({ folder });
          const read: unknown = parse(text, { version: '1.2' });
          expect(read).toEqual(load(text));
          expect(read).toMatchObject({
            filters: { and: [`file.inFolder(${JSON.stringify(folder)})`, 'file.ext == "md"', {}] },
          });
        },
      ),
      HISTORIES,
    );
  });
});

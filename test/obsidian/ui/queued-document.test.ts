import { queuedDocument } from '../../../src/obsidian/ui/queue/queued-document';
import { sampleDocument } from '../../model/sample-item';

const DOCUMENT = sampleDocument({
  title: 'Walking',
  siteName: 'The Atlantic',
  summary: 'A walk, **told** slowly.\nAnd at length.',
  wordCount: 12_000,
  readingTime: '48 mins',
  readingProgress: 0.354,
  location: 'later',
});

describe('what the queue shows of a document', () => {
  it('should come from the replica when no property tells it', () => {
    expect(queuedDocument({ title: 'On Walking', tags: ['nature'] }, DOCUMENT)).toMatchObject({
      title: 'On Walking',
      site: 'The Atlantic',
      length: '48 mins',
      progress: '35 % read',
      summary: 'A walk, told slowly.',
      tags: ['nature'],
      location: 'later',
    });
  });

  it.each([
    { properties: { minutes: 12, words: 3000 }, length: '12 min' },
    { properties: { words: '3000' }, length: '3,000 words' },
    { properties: { words: 'many' }, length: '48 mins' },
  ])('should have the length $length when the properties are $properties', ({ properties, length }) => {
    expect(queuedDocument(properties, DOCUMENT).length).toBe(length);
  });

  it.each([
    { progress: 80, shown: '80 % read' },
    { progress: '80 %', shown: '80 % read' },
    { progress: 0, shown: '' },
    { progress: 'half', shown: '' },
  ])('should have the progress "$shown" when the property is $progress', ({ progress, shown }) => {
    expect(queuedDocument({ progress }, DOCUMENT).progress).toBe(shown);
  });

  it('should be empty when nothing is known', () => {
    expect(queuedDocument(undefined, null)).toMatchObject({ title: '', length: '', progress: '', tags: [] });
  });
});

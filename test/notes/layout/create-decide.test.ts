import { createDecide } from '../../../src/notes/layout/create-decide';
import type { Decision } from '../../../src/notes/layout/decision';
import type { Document } from '../../../src/model/model';
import { emptyRecord, type ItemRecord } from '../../../src/model/record';
import { parseSettings } from '../../../src/model/settings';
import { sampleDocument } from '../../model/sample-item';

function decided(record: ItemRecord, given: object): Decision | null {
  const parsed = parseSettings(given);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const compiled = createDecide({ ...parsed.settings, today: '2026-05-10' });
  if (!compiled.ok) throw new Error('The names do not compile.');
  return compiled.decide(record);
}

const recordOf = (document: Partial<Document>): ItemRecord => ({
  ...emptyRecord('d:01x'),
  document: sampleDocument({
    id: '01x',
    category: 'article',
    location: 'later',
    tags: ['Machine learning'],
    ...document,
  }),
});

describe('what settings say about an item', () => {
  it.each([
    [{}, 'file'],
    [{ categories: ['article'], tags: ['machine learning'] }, 'file'],
    [{ categories: ['Articles', 'epub'] }, 'file'],
    [{ tags: ['x', '#machine-learning'] }, 'file'],
    [{ categories: [''], tags: [''] }, 'file'],
    [{ categories: ['email'] }, 'off'],
    [{ tags: ['machine'] }, 'off'],
    [{ categories: ['article'], tags: ['x'] }, 'off'],
  ])('should, asked for the full text with %j, put it into: %s', (wanted, place) => {
    expect(decided(recordOf({}), { fullText: { place: 'file', ...wanted } })?.fullText).toBe(place);
  });

  it('should let a rule decide on the full text when one counts for the item', () => {
    const rules = (fullText: string) => [{ when: { categories: ['article'] }, then: { fullText } }];
    expect(decided(recordOf({}), { fullText: { place: 'file' }, rules: rules('off') })?.fullText).toBe('off');
    expect(
      decided(recordOf({}), { fullText: { place: 'file', tags: ['x'] }, rules: rules('note') })?.fullText,
    ).toBe('note');
  });

  it('should take the template of the first rule that matches, and that of the kind without one', () => {
    const rules = [{ when: { categories: ['article'] }, then: { template: 'Rule.md' } }];
    expect(decided(recordOf({}), { rules })?.template).toBe('Rule.md');
    expect(decided(recordOf({ category: 'pdf' }), { rules })?.template).toBeNull();
  });

  it('should leave out by a rule what its scope leaves out, too', () => {
    const scope = { documentLocations: ['new'] };
    const rules = [
      { when: { tags: { any: ['machine learning'] }, highlights: { max: 0 } }, then: { leaveOut: true } },
    ];
    expect(decided(recordOf({}), { scope, rules })?.isLeftOut).toBe(true);
    expect(decided(recordOf({ tags: [] }), { scope, rules })?.isLeftOut).toBe(false);
  });

  it.each([
    [
      { naming: { fileName: '{{datum saved}} {{title}}' } },
      { template: 'file name template', line: 1, column: 3 },
    ],
    [
      { rules: [{ when: {}, then: { folder: '{{#wenn author}}A{{/wenn}}' } }] },
      { template: 'rule 1: folder template', line: 1, column: 4 },
    ],
  ])('should name the mistake when a name calls what is no helper, as in %j', (given, problem) => {
    const parsed = parseSettings(given);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(createDecide({ ...parsed.settings, today: '2026-05-10' })).toMatchObject({
      ok: false,
      problems: [problem],
    });
  });

  it('should name a mistake of the names for all once, and as that of no rule, when rules have none of their own', () => {
    const parsed = parseSettings({
      naming: { fileName: '{{titel}}' },
      rules: [
        { when: {}, then: { folder: '{{autor}}' } },
        { when: {}, then: { leaveOut: true } },
      ],
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const compiled = createDecide({ ...parsed.settings, today: '2026-05-10' });
    expect(compiled.ok ? [] : compiled.problems.map(({ template }) => template)).toEqual([
      'file name template',
      'rule 1: folder template',
    ]);
  });
});

import { readActionTags, type ActionTags } from '../../src/model/action-tags';
import { itemFields } from '../../src/notes/template/item-fields';
import { listOf, plainText } from '../../src/notes/template/values';
import { sampleBook, sampleHighlight, sampleItem } from './sample-item';

const NONE: ActionTags = {
  note: '',
  headingLevel: null,
  concat: null,
  isQuestion: false,
  question: '',
  answer: '',
  tags: [],
  actions: [],
};

describe('readActionTags', () => {
  it.each([
    'See .htaccess',
    'costs .5',
    '.5 of it',
    'end. The',
    'end .The next',
    '...',
    '... and so on',
    '.tag, with a comma',
    '.a.b',
    '.',
    '. tag',
    'A line\n.tag and more',
    'A line\n.h1',
    '  indented text',
    '',
  ])('should leave the note untouched when it is %j', (note) => {
    expect(readActionTags(note)).toEqual({ ...NONE, note });
  });

  it.each<[string, string, Partial<ActionTags>]>([
    ['a heading', '.h1', { headingLevel: 1, actions: ['h1'] }],
    [
      'a heading in capitals with a note',
      ' .H6 Reread',
      { headingLevel: 6, actions: ['h6'], note: 'Reread' },
    ],
    ['a level that is none', '.h7', { tags: ['h7'] }],
    ['the first of a chain', '.c1', { concat: 1, actions: ['c1'] }],
    ['a late one of a chain', '.c12\nMine.', { concat: 12, actions: ['c12'], note: 'Mine.' }],
    ['a number that begins no chain', '.c0', { tags: ['c0'] }],
    [
      'tags and a note on one line',
      '.stoic .to-do My own. Words',
      { tags: ['stoic', 'to-do'], note: 'My own. Words' },
    ],
    ['tags above the note', '.a/b .x_y\n\nMine.', { tags: ['a/b', 'x_y'], note: 'Mine.' }],
    ['tags below the note', 'Mine.\n\n .a .b \n', { tags: ['a', 'b'], note: 'Mine.' }],
    ['tags of other letters', '.философия Да.', { tags: ['философия'], note: 'Да.' }],
    [
      'all at once',
      '.a .h2 .c1\nMine.\n.b',
      { tags: ['a', 'b'], headingLevel: 2, concat: 1, actions: ['h2', 'c1'], note: 'Mine.' },
    ],
    ['two levels', '.h2 .h3', { headingLevel: 2, actions: ['h2', 'h3'] }],
  ])('should read what the dotted words say when there is %s', (_what, note, expected) => {
    expect(readActionTags(note)).toEqual({ ...NONE, ...expected });
  });

  it.each<[string, string, Partial<ActionTags>]>([
    [
      'lines',
      '.qa\nWhat is it?\nThis.\n\nAnd that.',
      { question: 'What is it?', answer: 'This.\n\nAnd that.', note: 'What is it?\nThis.\n\nAnd that.' },
    ],
    ['one line', '.qa What is it?', { question: 'What is it?', answer: '', note: 'What is it?' }],
    [
      'a tag below',
      '.qa\nWhat is it?\n.b',
      { question: 'What is it?', answer: '', note: 'What is it?', tags: ['b'] },
    ],
  ])('should find question and answer when they stand in %s', (_what, note, expected) => {
    expect(readActionTags(note)).toEqual({ ...NONE, isQuestion: true, actions: ['qa'], ...expected });
  });

  it('should have no question when nothing follows its tag', () => {
    expect(readActionTags('.qa')).toEqual({ ...NONE, actions: ['qa'] });
  });

  it.each<[string, string, Partial<ActionTags>]>([
    ['at the start, up to the first other word', '.a .NET is it', { note: '.NET is it', tags: ['a'] }],
    ['behind words', 'Great point .a', { note: 'Great point', tags: ['a'] }],
    [
      'behind words, several and in capitals',
      'Great  point \t.A  .b ',
      { note: 'Great  point', tags: ['A', 'b'] },
    ],
    ['behind another dotted word', 'Mine .NET .a', { note: 'Mine .NET', tags: ['a'] }],
    ['at the ends of lines', 'One .a\nTwo\nThree .b', { note: 'One\nTwo\nThree', tags: ['a', 'b'] }],
    ['alone in a line', 'One\n .a\nTwo', { note: 'One\nTwo', tags: ['a'] }],
    [
      'in a question',
      '.qa Why .a\nSo .b',
      { note: 'Why\nSo', question: 'Why', answer: 'So', isQuestion: true, tags: ['a', 'b'], actions: ['qa'] },
    ],
  ])('should take out a tag that stands %s when told which words are tags', (_where, note, expected) => {
    expect(readActionTags(note, ['a', 'b', 'c1'])).toEqual({ ...NONE, ...expected });
  });

  it.each(['Mine .NET', 'See .a here', 'See.a', 'End .a.', 'Mine\n.NET', 'Mine .c1', 'One .a, two'])(
    'should leave %j as it is when told which words are tags',
    (note) => {
      expect(readActionTags(note, ['a', 'b', 'c1'])).toEqual({ ...NONE, note });
    },
  );

  it.each(['', 'Mine '])('should take no longer than reading when a note is %j and tags', (start) => {
    expect(readActionTags(start + '.a '.repeat(100_000), ['a']).tags).toHaveLength(100_000);
  });
});

describe('the action tags in a template', () => {
  /** The fields of a highlight, with highlights beside it that have these notes. */
  function fieldsOf(
    given: Parameters<typeof sampleHighlight>[0],
    { before = '', after = '' } = {},
  ): Readonly<Record<string, unknown>> {
    const item = sampleItem({
      highlights: [
        sampleHighlight({ note: before }),
        sampleHighlight(given),
        sampleHighlight({ note: after }),
      ],
    });
    return { ...itemFields(item).highlights[1] };
  }
  const tagsOf = (given: Parameters<typeof sampleHighlight>[0]): readonly string[] =>
    listOf(fieldsOf(given)['tags']).map(plainText);

  it('should take a word of a note for a tag when v2 has it among the tags, and leave it in the note when v2 has not', () => {
    const given = { note: '.Stoic .NET people', tags: ['stoic'] };
    const { noteText, note } = fieldsOf(given);
    expect([tagsOf(given), plainText(noteText), plainText(note)]).toEqual([
      ['stoic'],
      '.NET people',
      '.Stoic .NET people',
    ]);
  });

  it('should leave out a tag behind words when v2 has it among the tags, and none when v3 alone has the highlight', () => {
    const given = { note: 'Great point .rights', tags: ['rights'] };
    expect(plainText(fieldsOf(given)['noteText'])).toBe('Great point');
    expect(plainText(fieldsOf({ ...given, anchor: 'rd1' })['noteText'])).toBe('Great point .rights');
  });

  it('should not bring a tag back when it was taken off at the service and the note still names it', () => {
    expect(tagsOf({ note: '.stoic', tags: [] })).toEqual([]);
  });

  it('should add the tags of the note when v3 alone has the highlight', () => {
    const given = { anchor: 'rd1', note: '.Stoic .life\nMine.', tags: ['stoic'] };
    expect([tagsOf(given), plainText(fieldsOf(given)['noteText'])]).toEqual([['stoic', 'life'], 'Mine.']);
  });

  it('should drop the tag that repeats an action when the service made one of it', () => {
    expect(tagsOf({ note: '.h1 .c1 .qa', tags: ['H1', 'c1', 'qa', 'c2'] })).toEqual(['c2']);
  });

  it('should be a heading only when there is a text to show as one', () => {
    expect(
      [{ note: '.h2' }, { note: '.h2', text: ' ' }, { note: 'h2' }].map(
        (given) => fieldsOf(given)['isHeading'],
      ),
    ).toEqual([true, false, false]);
    expect(fieldsOf({ note: '.h2' })['headingLevel']).toBe(2);
  });

  it.each([
    ['.c2', { before: '.c1', after: '.c3' }, { continues: true, isContinued: true }],
    ['.c1', { before: '.c2', after: '.c2' }, { continues: false, isContinued: true }],
    ['.c1', { before: '.c1', after: '.c1' }, { continues: false, isContinued: false }],
    ['.c2', { before: 'c1' }, { continues: false, isContinued: false }],
    ['.c3', { before: '.c1' }, { continues: false, isContinued: false }],
    ['.c2', {}, { continues: false, isContinued: false }],
  ] as const)(
    'should say what belongs together when the note is %s and its neighbours are %j',
    (note, beside, expected) => {
      expect(fieldsOf({ note }, beside)).toMatchObject(expected);
    },
  );

  it('should gather the tags of all highlights when the item is asked for them', () => {
    const item = sampleItem({
      book: sampleBook(),
      highlights: [
        sampleHighlight({ tags: ['a', 'blue'], color: 'blue' }),
        sampleHighlight({ anchor: 'rd2', note: '.b .A' }),
      ],
    });
    expect(itemFields(item).highlightTags.map(plainText)).toEqual(['a', 'b']);
  });
});

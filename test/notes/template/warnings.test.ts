import { problemsOf, warningsOf } from '../../model/compiled';

const PART = '\n%% highlight %%\n';
const inHighlight = (text: string): readonly string[] => warningsOf(`${PART}${text}`);

describe('what cannot come out right where it stands', () => {
  it.each([
    ['=={{text}}==', '3:3 == cannot span paragraphs. Write {{mark text}}.'],
    ['**{{text}}**', '3:3 ** cannot span paragraphs. Write {{bold text}}.'],
    ['> *Note: {{noteText}}*', '3:10 * cannot span paragraphs. Write {{italic noteText}}.'],
    ['- ~~{{item.summary}}~~', '3:5 ~~ cannot span paragraphs. Write {{strike item.summary}}.'],
    ['| {{text}} | a |', '3:3 A | in it would end the cell. Write {{cell text}}.'],
    ['#{{color}}', '3:2 Tags allow only some characters. Write {{hashtag color}}.'],
    ['see #{{tags}}', '3:6 Tags allow only some characters. Write {{hashtags tags}}.'],
    ['`{{text}}`', '3:2 In code, signs would be escaped. Write {{{text}}}.'],
    ['```\n{{text}}\n```', '4:1 In code, signs would be escaped. Write {{{text}}}.'],
    ['> {{{text}}}', '3:3 Only the first line would stand behind ">". Write {{text}}.'],
    ['- {{text}} ^{{anchor}}', '3:13 Block ids are written by themselves. Take ^{{anchor}} out.'],
    ['{% if text %}', '3:1 This is Jinja and written as it stands. Write {{#if ...}}.'],
    ['{%- for x in tags -%}', '3:1 This is Jinja and written as it stands. Write {{#each ...}}.'],
    ['{# words #}', '3:1 This is Jinja and written as it stands. Write {{!-- a comment --}}.'],
    [
      '{{date highlightedAt "dddd, DD.MM.YYYY"}}',
      '3:22 These are Moment\'s letters. Write "EEEE, dd.MM.yyyy".',
    ],
    ['{{date highlightedAt "[on] D MMM"}}', "3:22 These are Moment's letters. Write \"'on' d MMM\"."],
    ['{{date highlightedAt "yyyy-mm-dd"}}', '3:22 "m" is minutes. For months, write "M".'],
  ])('should be a warning with what to write when the template has %j', (text, warning) => {
    expect(inHighlight(text)).toEqual([warning]);
  });

  it.each([
    '**{{item.title}}**',
    '**Text:** {{text}}',
    '2 * {{index}} * {{text}}',
    '# {{text}}',
    '> - {{text}}',
    '[{{text}}]({{url}})',
    '[[{{item.title}}#^{{anchor}}]]',
    '`{{{text}}}`',
    '{{#if text}}*a*{{/if}} {{text}} *b*',
    '{{date highlightedAt "d MMMM yyyy, HH:mm"}}',
    '| {{cell text}} |',
  ])('should be none when the template has %j', (text) => {
    expect(inHighlight(text)).toEqual([]);
  });

  it('should be an error when a filter of Jinja cannot be read', () => {
    const [problem] = problemsOf(`{{ title | lower }}${PART}`);
    expect(problem?.message).toContain('This is a filter of Jinja');
  });
});

import fc from 'fast-check';
import { convertTemplate } from '../../src/convert/convert-template';
import type { TemplateLanguage } from '../../src/convert/fields';
import { compileTemplate } from '../../src/core/template/compile';
import { hostileText } from '../core/hostile-text';
import { hostileRuns } from '../property/hostile-runs';

const LANGUAGES: readonly TemplateLanguage[] = ['jinja', 'nunjucks', 'mustache', 'handlebars'];
const RUNS = { ...hostileRuns(50), numRuns: Math.min(500, hostileRuns(50).numRuns) };

const PIECES = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{#',
  '#}',
  '-',
  '~',
  '{{{',
  '}}}',
  '{',
  '}',
  '\\',
  '"',
  "'",
  '(',
  ')',
  '[',
  ']',
  '|',
  '.',
  ',',
  '=',
  '==',
  '%% highlight %%\n',
  '\n---\n',
  '---\n',
  '\n',
  ' ',
  '> ',
  '# ',
  '[[',
  ']]',
  '#',
  '^',
  '`',
  'title: ',
  'tags: [',
  '- ',
  '{{ title }}',
  '{{ highlight_text }}',
  '{{ text | bq }}',
  '{{ x.y[0] }}',
  '{{ constructor }}',
  '{{ __proto__ }}',
  '{{ a if b else c }}',
  '{{ date | date("F j") }}',
  '{% if author %}',
  '{% elif title %}',
  '{% else %}',
  '{% endif %}',
  '{% for tag in document_tags %}',
  '{% for h in highlights %}',
  '{{ tag }}',
  '{% endfor %}',
  '{% set a = a ~ title %}',
  '{{ a }}',
  '{% raw %}',
  '{% endraw %}',
  '{% macro m() %}',
  '{% endmacro %}',
  '{{#if title}}',
  '{{else}}',
  '{{/if}}',
  '{{#each highlights}}',
  '{{/each}}',
  '{{#tags}}',
  '{{/tags}}',
  '{{.}}',
  '{{name}}',
  '{{#note}}',
  '{{/note}}',
  '{{> p}}',
  '{% include "p" %}',
  '{{! c }}',
  '{{lookup this "constructor"}}',
  '\u0000',
  '\ufeff',
  '\r\n',
  '\u2028',
  '🙂',
  '\ud83d',
] as const;

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join('')),
  },
  { weight: 1, arbitrary: hostileText() },
);

/** Converts, and says what is wrong with what came of it. */
function problemsOf(source: string, from: TemplateLanguage): readonly string[] {
  const { text: template, warnings } = convertTemplate({ source, from });
  const lines = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const outside = warnings.filter(
    ({ line, column }) =>
      line < 1 || line > lines.length || column < 1 || column > (lines[line - 1]?.length ?? 0) + 1,
  );
  const compiled = compileTemplate({ name: '', source: template });
  return [
    ...outside.map(({ line, column }) => `outside: ${String(line)}:${String(column)}`),
    ...(compiled.ok || warnings.length > 0 ? [] : ['does not compile, and nothing is told']),
  ];
}

describe('any text', () => {
  it.each(LANGUAGES)(
    'should give a template that works, or say where it does not, when it is taken for %s',
    (from) => {
      fc.assert(
        fc.property(text, (source) => {
          expect(problemsOf(source, from)).toEqual([]);
        }),
        RUNS,
      );
    },
  );

  it.each([
    { name: 'deep conditions', source: '{% if title %}'.repeat(5_000) },
    { name: 'open parentheses never closed', source: `{{ ${'('.repeat(20_000)}` },
    { name: 'open parentheses', source: `{{ ${'('.repeat(20_000)} }}` },
    { name: 'open lists', source: `{{ ${'['.repeat(20_000)} }}` },
    { name: 'negations', source: `{{ ${'not '.repeat(20_000)}title }}` },
    { name: 'many operands', source: `{{ ${'title or '.repeat(5_000)}author }}` },
    { name: 'many filters', source: `{{ title${'|upper'.repeat(3_000)} }}` },
    {
      name: 'a variable that doubles',
      source: `{% set a = title %}${'{% set a = a ~ a %}'.repeat(50)}{{ a }}`,
    },
    { name: 'open tags', source: '{{'.repeat(5_000) },
    { name: 'open tags and quotes', source: "{{ '".repeat(5_000) },
    { name: 'open comments', source: '{# '.repeat(5_000) },
    { name: 'comments before the front matter', source: `${'{# #} '.repeat(10_000)}x` },
    { name: 'open raw blocks', source: '{% raw %}'.repeat(5_000) },
    { name: 'deep conditions of Handlebars', source: '{{#if title}}'.repeat(5_000) },
    { name: 'deep calls of Handlebars', source: `{{#if ${'(not '.repeat(10_000)}title}}` },
    { name: 'deep sections', source: '{{#tags}}'.repeat(5_000) },
    { name: 'conditions in a property', source: `---\n${'a: {% if title %}'.repeat(2_000)}\n---\n` },
    { name: 'conditions around properties', source: `---\n${'{% if title %}a: b\n'.repeat(2_000)}---\n` },
    { name: 'blanks', source: `${' '.repeat(50_000)}x` },
    { name: 'quoted blanks', source: '> '.repeat(5_000) },
    {
      name: 'deep conditions in quotes',
      source: `%% highlight %%\n${'> {{ highlight_text }}{% if title %}'.repeat(150)}`,
    },
  ])('should come to an end when the text is hostile: $name', ({ source }) => {
    for (const from of LANGUAGES) expect(problemsOf(source, from)).toEqual([]);
  });
});

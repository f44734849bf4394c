import type { TemplateLanguage } from '../../src/convert/fields';
import { compileTemplate } from '../../src/core/template/compile';
import { sampleBook, sampleItem } from '../core/sample-item';
import { converted, header, highlight, told } from './converted';

const renderedHeader = (
  source: string,
  { from, byline }: { readonly from: TemplateLanguage; readonly byline: string },
): string => {
  const { text } = converted(`${source}\n%% highlight %%\n{{ text }}`, from);
  const result = compileTemplate({
    name: 'book.md',
    source: text,
    partials: { folder: 'Templates', files: [{ name: 'byline', text: byline }] },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.template.render(sampleItem({ book: sampleBook({ title: 'Essays', author: 'Ada' }) })).header;
};

describe('files that templates include', () => {
  it.each<readonly [TemplateLanguage, string, string]>([
    ['jinja', '{% include "byline.md" %}', '{{> byline}}'],
    [
      'jinja',
      "a {% include 'parts/byline.html' ignore missing with context %} b",
      'a {{> "parts/byline"}} b',
    ],
    ['nunjucks', '{%- include "./byline.njk" -%}', '{{> byline}}'],
    ['nunjucks', '{% if title %}{% include "else" %}{% endif %}', '{{#if title}}{{> "else"}}{{/if}}'],
    ['mustache', '# {{title}}\n{{>byline}}\nx', '# {{title}}\n{{> byline}}\nx'],
    ['mustache', '{{#note}}\n{{> my-byline }}\n{{/note}}', '{{#if documentNote}}\n{{> my-byline}}\n{{/if}}'],
    ['handlebars', '{{> "My parts/by line.hbs"}}', '{{> "My parts/by line"}}'],
  ])('should become partials when %s says %s', (from, source, expected) => {
    expect(header(source, from)).toBe(expected);
  });

  it('should be called in the highlight, too, and stay in a quote as a whole', () => {
    expect(highlight('> {% include "passage" %}\n\n{{ highlight_note }}')).toBe(
      '{{#quote}}\n{{> passage}}\n{{/quote}}\n\n{{note}}',
    );
  });

  it('should write the lines of the file where the tag stands when the file is there', () => {
    expect(
      renderedHeader('# {{ title }}\n{% include "byline" %}\nend', {
        from: 'jinja',
        byline: '*{{author}}*\n',
      }),
    ).toBe(renderedHeader('# {{ title }}\n*{{ author }}*\nend', { from: 'jinja', byline: '' }));
    expect(
      renderedHeader('# {{title}}\n{{> byline}}\nend', { from: 'mustache', byline: 'a\n\nb\n' }),
    ).toMatch(/\na\n\nb\nend$/);
  });

  it('should be told once each, with where the file belongs', () => {
    expect(told('x\n{% include "byline" %}\n%% highlight %%\n{{ highlight_text }}')).toEqual([
      '2:12: The partial “byline” is a file of its own: convert it, too, and put it into the folder of templates as byline.md.',
    ]);
  });

  it.each<readonly [TemplateLanguage, string, string]>([
    ['jinja', '{% include name %}', 'Only {% include "name" %} with a name that a note can have'],
    ['jinja', '{% include "../x" %}', 'Only {% include "name" %} with a name that a note can have'],
    ['jinja', '{% include ["a", "b"] %}', 'Only {% include "name" %} with a name that a note can have'],
    ['mustache', '{{> /etc/passwd}}', 'A partial is called by a fixed name that a note can have'],
    ['handlebars', '{{> (lookup . "part")}}', 'A partial is called by a fixed name that a note can have'],
    ['handlebars', '{{> @partial-block}}', 'A partial is called by a fixed name that a note can have'],
    [
      'handlebars',
      '{{> byline book lead="By"}}',
      'What is given to the partial “byline” cannot be converted',
    ],
  ])('should be left out and told when %s says %s', (from, source, message) => {
    expect(told(`a${source}b\n%% highlight %%\nx`, from).join('\n')).toContain(message);
    expect(header(`a${source}b`, from)).toBe('ab');
  });

  it('should be left out of the properties and told', () => {
    const { text, warnings } = converted(
      '---\nby: {{ author }}{% include "byline" %}\n---\nx\n%% highlight %%\ny',
    );
    expect(text).toContain('by: "{{author}}"');
    expect(warnings.map(({ message }) => message)).toEqual([
      'Properties cannot call partials: “byline” was left out.',
    ]);
  });
});

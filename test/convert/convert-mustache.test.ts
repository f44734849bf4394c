import { header, highlight, told } from './converted';

describe('Mustache and Handlebars', () => {
  it.each([
    ['{{{title}}} {{&title}} {{ title }}', '{{title}} {{title}} {{title}}'],
    [
      '{{#note}}{{.}}{{/note}}{{^note}}none{{/note}}',
      '{{#if documentNote}}{{documentNote}}{{/if}}{{#unless documentNote}}none{{/unless}}',
    ],
    ['{{#labels}}#{{name}} {{/labels}}', '{{#each tags}}{{hashtag this}} {{/each}}'],
    ['{{#labels.length}}Tags{{/labels.length}}', '{{#if (count tags)}}Tags{{/if}}'],
    ['{{#lowerCase}}{{title}}{{/lowerCase}}', '{{lower title}}'],
    ['{{#formatDate}}{{datePublished}},dd.MM.yyyy{{/formatDate}}', '{{date published "dd.MM.yyyy"}}'],
    ['{{dateSaved}}', '{{date saved}}'],
    ['{{! nothing }}x', 'x'],
  ])('should say the same when Mustache says %s', (source, expected) => {
    expect(header(source, 'mustache')).toBe(expected);
  });

  it.each([
    ['{{#if book.author}}{{book.author}}{{else}}?{{/if}}', '{{#if author}}{{author}}{{else}}?{{/if}}'],
    ['{{#unless (eq book.category "books")}}x{{/unless}}', '{{#unless (eq kind "book")}}x{{/unless}}'],
    [
      '{{#each book.book_tags as |tag|}}{{tag.name}}{{#unless @last}}, {{/unless}}{{/each}}',
      '{{#each tags}}{{this}}{{#unless @last}}, {{/unless}}{{/each}}',
    ],
    ['{{#with book}}{{title}}{{/with}}', '{{title}}'],
    ['{{#if (and book.title (not book.asin))}}x{{/if}}', '{{#if (and title (not asin))}}x{{/if}}'],
    ['{{join tags ", "}} {{default author "?"}}', '{{tags}} {{default author "?"}}'],
    ['a  {{~title~}}  b', 'a{{title}}b'],
    ['\\{{title}}', '\\{{title}}'],
    ['{{!-- {{title}} --}}x', 'x'],
  ])('should say the same when Handlebars says %s', (source, expected) => {
    expect(header(source, 'handlebars')).toBe(expected);
  });

  it('should know the highlight and its item when a highlight is written', () => {
    expect(
      highlight(
        '{{highlight.text}} {{book.title}} {{note}} {{#each highlight.tags}}{{name}} {{../book.title}}{{/each}}',
        'handlebars',
      ),
    ).toBe('{{text}} {{item.title}} {{note}} {{#each tags}}{{this}} {{../item.title}}{{/each}}');
  });

  it.each([
    ['{{sparkle title}}', 'There is no “sparkle” to call: it was left out.'],
    ['{{#sparkle title}}x{{/sparkle}}', 'There is no block “sparkle”'],
    ['{{#if title}}x', '“if” is not closed where it should be.'],
    ['{{/if}}', 'This tag closes or continues what is not open'],
    ['{{=<% %>=}}', 'Other marks than {{ and }} cannot be converted.'],
    ['{{title', 'This {{ is not closed: it is left as text.'],
  ])('should tell it when something cannot be converted, as in %s', (source, message) => {
    expect(told(`${source}\n%% highlight %%\n`, 'handlebars').join('\n')).toContain(message);
  });
});

import { compiled } from '../core/compiled';
import { sampleBook, sampleItem } from '../core/sample-item';
import { converted, told } from './converted';

const properties = (yaml: string): readonly string[] =>
  converted(`---\n${yaml}\n---\n%% highlight %%\n`).text.split('\n---\n')[0]?.split('\n').slice(1) ?? [];

describe('front matter written as text', () => {
  it.each([
    ['title: {{ title }}', 'title: "{{title}}"'],
    ['title: "{{ title }}"', 'title: "{{title}}"'],
    ["'my title': '{{ title }}'", 'my title: "{{title}}"'],
    ['title: "By {{ author }}" ', 'title: "By {{author}}"'],
    ['title: {{ title | replace("a", "b") }}', 'title: \'{{replace title "a" "b"}}\''],
    ['title: {{ title | replace(\'"\', "\'") }}', 'title: "{{replace title \'\\"\' \\"\'\\"}}"'],
    ['tags: [{{ document_tags }}]', 'tags: "{{tags}}"'],
    ['tags: [{% for tag in document_tags %}"{{ tag }}", {% endfor %}]', 'tags: "{{tags}}"'],
    [
      'people:\n{% for tag in document_tags %}  - "[[{{ tag }}]]"\n{% endfor %}',
      'people: "{{wikilink tags}}"',
    ],
    ['aliases: ["{{ title }}", "{{ full_title }}"]', 'aliases: "{{list title title}}"'],
    ['aliases:\n  - {{ title }}\n  - "{{ author }}"', 'aliases: "{{list title author}}"'],
    ['tags: [reading, "to do"]', 'tags: \'{{list "reading" "to do"}}\''],
    ['tags:\n- reading\n- {{ category }}', 'tags: \'{{list "reading" category}}\''],
    ['{% if url %}tags: [{{ document_tags }}]{% endif %}', 'tags: "{{or (and url tags)}}"'],
    [
      '{% if url %}by: {{ author | default("x") }}{% endif %}',
      'by: \'{{or (and url (default author "x"))}}\'',
    ],
    ['tags:\n  - reading\n  - now', 'tags: \'{{list "reading" "now"}}\''],
    ['done: false # not yet', 'done: { value: "false", type: checkbox }'],
    ['rating: 5', 'rating: { value: "5", type: number }'],
    ['day: {{ last_highlighted_date }}', 'day: { value: "{{lastHighlighted}}", type: date }'],
    ['{% if author %}by: {{ author }}{% endif %}', 'by: "{{author}}"'],
    [
      'by: {% if author %}{{ author }}{% else %}nobody{% endif %}',
      'by: "{{#if author}}{{author}}{{else}}nobody{{/if}}"',
    ],
    ['by: {% if author %}"[[{{ author }}]]"{% endif %}', 'by: "{{#if author}}{{wikilink author}}{{/if}}"'],
    [
      "by: {% if author %}'{{ author }}'{% elif url %} \"{{ url }}\" {% else %}no 'one'{% endif %}",
      'by: "{{#if author}}{{author}}{{else if url}}{{url}}{{else}}no \'one\'{{/if}}"',
    ],
    ['{% if url %}\nkind: web\n{% endif %}', 'kind: "{{#if url}}web{{/if}}"'],
    ['# a comment\ncssclass: wide', 'cssclass: "wide"'],
  ])('should declare the property when the line is %j', (yaml, expected) => {
    expect(properties(yaml)).toEqual([expected]);
  });

  it('should hold what the line would have said when a text has quotes of both kinds', () => {
    const { text } = converted('---\ntitle: {{ title | replace(\'"\', "\'") }}\n---\n%% highlight %%\n');
    expect(compiled(text).render(sampleItem({ book: sampleBook({ title: 'A "B"' }) })).properties).toEqual([
      ['title', "A 'B'"],
    ]);
  });

  it.each([
    ['just words', '2:1: This is no line “key: value” and was left out of the properties.'],
    ['projects: []', '2:1: The property “projects” is empty and was left out.'],
    ['a: 1\na: 2', '3:1: The property “a” is there already: this one was left out.'],
    ['readwise-id: 1', '2:1: The program writes the property “readwise-id” itself: this one was left out.'],
    ['a: {b: 1}', '2:1: This value is not understood and was left out of the properties.'],
  ])('should tell it when the line is %j', (yaml, message) => {
    expect(told(`---\n${yaml}\n---\n%% highlight %%\n`)).toEqual([message]);
  });
});

import { header, highlight, told, converted } from './converted';

describe('expressions of Jinja and Nunjucks', () => {
  it.each([
    ['{{ title|default("none") }}', '{{default title "none"}}'],
    ['{{ title | default(\'a "b"\') }}', '{{default title \'a "b"\'}}'],
    ['{{ title | upper | replace("A", "B") | trim }}', '{{trim (replace (upper title) "A" "B")}}'],
    ['{{ document_tags|join(" / ") }}', '{{join tags " / "}}'],
    ['{{ document_tags|join(", ") }}', '{{tags}}'],
    ['{{ document_tags|first }} {{ document_tags|last }}', '{{first tags}} {{last tags}}'],
    ['{{ title|truncate(40, true, "…") }}', '{{truncate title 40 "…"}}'],
    ['{{ title|safe|e }}', '{{title}}'],
    ['{{ num_highlights|round(1) }}', '{{number highlightCount decimals=1}}'],
    ['{{ "By " ~ author + "!" }}', '{{join (list "By " author "!") ""}}'],
    ['{{ author or "nobody" }}', '{{or author "nobody"}}'],
    ['{{ "yes" if author else "no" }}', '{{#if author}}yes{{else}}no{{/if}}'],
    ['{{ " 📚" if category == "books" }}', '{{#if (eq kind "book")}} 📚{{/if}}'],
    ["{{ published_date|date('F jS, Y') }}", '{{date published "MMMM do, yyyy"}}'],
    ["{{ published_date|date('%d.%m.%Y') }}", '{{date published "dd.MM.yyyy"}}'],
    ['{{ published_date }}', '{{date published}}'],
  ])('should say the same when a value is %s', (source, expected) => {
    expect(header(source)).toBe(expected);
  });

  it.each([
    ['not author', '{{#unless author}}x{{/unless}}'],
    ['author and not title', '{{#if (and author (not title))}}x{{/if}}'],
    ['author == ""', '{{#unless author}}x{{/unless}}'],
    ['author != none', '{{#if author}}x{{/if}}'],
    ['author is defined', '{{#if author}}x{{/if}}'],
    ['author is not none', '{{#if author}}x{{/if}}'],
    ['"stoic" in document_tags', '{{#if (contains tags "stoic")}}x{{/if}}'],
    ['"stoic" not in document_tags', '{{#unless (contains tags "stoic")}}x{{/unless}}'],
    ['document_tags|length > 2', '{{#if (gt (count tags) 2)}}x{{/if}}'],
    ['num_highlights >= 2', '{{#unless (lt highlightCount 2)}}x{{/unless}}'],
    [
      'category != "tweets" or (author and title)',
      '{{#if (or (ne kind "tweet") (and author title))}}x{{/if}}',
    ],
    [
      'category in ["books", "supplementals"]',
      '{{#if (or (eq kind "book") (eq category "supplemental"))}}x{{/if}}',
    ],
    [
      'category not in ("tweets", "podcasts")',
      '{{#unless (or (eq kind "tweet") (eq kind "podcast"))}}x{{/unless}}',
    ],
    ['author and author', '{{#if author}}x{{/if}}'],
    ['is_new_page', 'x'],
    ['author or is_new_page', 'x'],
    ['title === author', '{{#if (eq title author)}}x{{/if}}'],
    ['title !== author', '{{#if (ne title author)}}x{{/if}}'],
  ])('should say the same when the condition is %s', (test, expected) => {
    expect(header(`{% if ${test} %}x{% endif %}`)).toBe(expected);
  });

  it('should write names of the item under item when they stand with a highlight', () => {
    expect(
      highlight(
        '{{ title }}: {{ highlight_text }}{% for tag in document_tags %}{{ tag }} {{ title }} {{ highlight_note }}{% endfor %}',
      ),
    ).toBe('{{item.title}}: {{text}}{{#each item.tags}}{{this}} {{../item.title}} {{../note}}{{/each}}');
  });

  it('should reach the outer entry when loops are nested', () => {
    expect(
      header(
        '{% for a in document_tags %}{% for b in document_tags %}{{ a }}{{ b }}{% if loop.first %}!{% endif %}{% endfor %}{% endfor %}',
      ),
    ).toBe('{{#each tags}}{{#each ../tags}}{{../this}}{{this}}{{#if @first}}!{{/if}}{{/each}}{{/each}}');
  });

  it('should call the helpers when links, tags and quotes are written by hand', () => {
    expect(header('[[{{ author }}]] [[{{ title }}|{{ author }}]] #{{ category }} #a/{{ category }}')).toBe(
      '{{wikilink author}} {{wikilink title author}} {{hashtag category}} #a/{{category}}',
    );
    expect(
      highlight('> [!quote] {{ highlight_text }}{% if color %} ({{ color }}){% endif %}\n> {{ color }}'),
    ).toBe('{{#quote}}\n[!quote] {{text}}{{#if color}} ({{color}}){{/if}}\n{{/quote}}\n> {{color}}');
  });

  it('should take the branch of a new page when the template asks for it', () => {
    expect(
      header('{% if is_new_page %}## All{% elif has_new_highlights %}## New on {{ date }}{% endif %}'),
    ).toBe('## All');
  });

  it('should keep text as it is when it looks like tags of ours', () => {
    expect(header('{% raw %}{{ a }}{% endraw %} {{ "{{" }}b')).toBe('\\{{ a }} \\{{b');
    expect(
      converted('{% raw %}{{ a }}{% endraw %}\\{{ title }}{ {{ title }}}').warnings.filter(
        ({ line }) => line > 1,
      ),
    ).toEqual([]);
  });

  it('should tell the place and the nearest name when a name is unknown', () => {
    expect(told('a\nb {{ autor }}\n%% highlight %%\n{{ highlight_txt }}')).toEqual([
      '2:6: “autor” is not known here. Did you mean "author"?',
      '4:4: “highlight_txt” is not known here. Did you mean "highlight_text"?',
    ]);
  });

  it('should say where highlights belong when a name of theirs stands in the header', () => {
    expect(told('{{ highlight_text }}')[1]).toContain("is a highlight's");
  });

  it.each([
    ['{{ title | sparkle }}', 'There is no filter “sparkle”: it was left out.'],
    ['{{ title + }}', 'Something is missing at the end. This was left out.'],
    ['{% if title = 1 %}x{% endif %}', '“=” is not understood here. The condition counts as true.'],
    ['{% extends "x" %}', '{% extends %} has no counterpart and was left out.'],
    ['{% if title %}x', '{% if %} is not closed where it should be.'],
    ['{% endfor %}', '{% endfor %} belongs to nothing and was left out.'],
    ['{{ title', 'This {{ is not closed: it is left as text.'],
    ['{% for k, v in tags %}x{% endfor %}', 'A loop is {% for entry in list %}: this one was left out.'],
    ['{% for a in title %}x{% endfor %}', 'This loop goes over what is no list here: it was left out.'],
    [
      '{{ title|replace("\\\\", "") }}',
      'A backslash before a quote or at the end of a text cannot be written here: it was left out.',
    ],
    ["{{ published_date|date('L') }}", 'The date format “L” has no counterpart: yyyy-MM-dd stands in.'],
  ])('should tell it when something cannot be converted, as in %s', (source, message) => {
    expect(converted(`${source}\n%% highlight %%\n`).warnings.map((warning) => warning.message)).toContain(
      message,
    );
  });

  it('should put the rule that stands under each highlight above it, because an anchor in its line would make text of it', () => {
    const { text, warnings } = converted(
      '# {{ title }}\n\n%% highlight %%\n{{ text }}{%- if note %}\n\nNote: {{ note }}\n{%- endif %}\n\n---\n',
      'nunjucks',
    );
    expect(text).toBe(
      '# {{title}}\n\n%% highlight %%\n---\n\n{{text}}\n{{#if note}}\n\nNote: {{note}}\n{{/if}}\n',
    );
    expect(warnings).toEqual([]);
    expect(converted('%% highlight %%\n---\n\n- {{ highlight_text }}\n\n---\n', 'jinja').text).toBe(
      '%% highlight %%\n---\n\n- {{text}}\n',
    );
  });
});

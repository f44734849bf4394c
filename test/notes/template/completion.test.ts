import {
  completionsOf,
  FIELDS_OF_NAMES,
  TEMPLATE_FIELDS,
  typedName,
} from '../../../src/notes/template/completion';
import { HIGHLIGHT_FIELDS, ITEM_FIELDS } from '../../../src/notes/template/item-fields';
import { HELPERS } from '../../../src/notes/template/helpers';

/** What is put in the place of what is typed at the end of a line. */
function offered(before: string, fields = TEMPLATE_FIELDS): readonly string[] {
  const typed = typedName(before);
  return typed === null ? [] : completionsOf(typed, fields).map(({ text }) => text);
}

describe('completions in a template', () => {
  it('should offer every field and every helper of a form when a tag begins', () => {
    const names = (before: string, kind: string): readonly string[] => {
      const typed = typedName(before);
      if (typed === null) return [];
      return completionsOf(typed, TEMPLATE_FIELDS)
        .filter((each) => (each.kind === 'helper') === (kind === 'helper'))
        .map(({ name }) => name);
    };
    expect([...names('> {{', 'field')].sort()).toEqual(
      [...new Set([...ITEM_FIELDS, ...HIGHLIGHT_FIELDS])].sort(),
    );
    expect([...new Set([...names('{{', 'helper'), ...names('{{#', 'helper')])].sort()).toEqual(
      [...HELPERS.keys()].sort(),
    );
  });

  it.each([
    ['{{titl', ['title}}', 'titleCase ', 'readableTitle}}', 'noteTitle}}']],
    ['{{{summ', ['summary}}}']],
    ['{{~ summ', ['summary}}']],
    ['{{join auth', ['author', 'authors']],
    ['{{date publ', ['published']],
    ['{{upper (joi', ['join ']],
    ['{{upper (join auth', ['author', 'authors']],
    ['{{pick color blue=summ', ['summary']],
    ['{{link "a title" summ', ['summary']],
    ['{{item.summ', ['summary}}']],
    ['{{#quo', ['quote ']],
    ['{{x}} and {{SUMM', ['summary}}']],
  ])('should be what fits when the line is %s', (before, texts) => {
    expect(offered(before)).toEqual(texts);
  });

  it.each([
    'titl',
    '{titl',
    '{{title}} titl',
    '{{!titl',
    '{{!-- titl',
    '{{> titl',
    '{{/titl',
    '{{join "titl',
    '{{x.titl',
  ])('should be nothing when the line is %s', (before) => {
    expect(offered(before)).toEqual([]);
  });

  it('should be only fields that names may have when it is the template of a name', () => {
    expect(offered('{{summ', FIELDS_OF_NAMES)).toEqual([]);
    expect(offered('{{sav', FIELDS_OF_NAMES)).toEqual(['saved}}']);
    expect(offered('{{highli', FIELDS_OF_NAMES)).toEqual([]);
  });
});

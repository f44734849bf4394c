export type TokenKind =
  | 'content'
  | 'comment'
  | 'end'
  | 'open'
  | 'openUnescaped'
  | 'openAmpersand'
  | 'openPartial'
  | 'close'
  | 'closeUnescaped'
  | 'openBlock'
  | 'openInverse'
  | 'openPartialBlock'
  | 'openElse'
  | 'else'
  | 'closeBlock'
  | 'openRaw'
  | 'closeRaw'
  | 'rawStart'
  | 'rawEnd'
  | 'openCall'
  | 'closeCall'
  | 'openNames'
  | 'closeNames'
  | 'equals'
  | 'separator'
  | 'data'
  | 'space'
  | 'id'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'undefined'
  // What the language does not have.
  | 'invalid'
  | 'nul'
  | 'commentWithoutEnd'
  | 'rawWithoutEnd';

export type Rule = readonly [kind: TokenKind, pattern: RegExp];

/** What a tag is made of, as Handlebars 4.7 has it. The first that fits counts, so the order is part of the language. */
export const TAG_RULES: readonly Rule[] = [
  ['openCall', /\(/y],
  ['closeCall', /\)/y],
  ['openRaw', /\{\{\{\{/y],
  ['closeRaw', /\}\}\}\}/y],
  ['openPartial', /\{\{~?>/y],
  ['openPartialBlock', /\{\{~?#>/y],
  ['openBlock', /\{\{~?#\*?/y],
  ['closeBlock', /\{\{~?\//y],
  ['else', /\{\{~?(?:\^|\s*else)\s*~?\}\}/y],
  ['openInverse', /\{\{~?\^/y],
  ['openElse', /\{\{~?\s*else\b/y],
  ['openUnescaped', /\{\{~?\{/y],
  ['openAmpersand', /\{\{~?&/y],
  ['comment', /\{\{~?!(?=--)[^]*?--~?\}\}/y],
  ['commentWithoutEnd', /\{\{~?!--/y],
  ['comment', /\{\{~?![^]*?\}\}/y],
  ['open', /\{\{~?\*?/y],
  ['equals', /=/y],
  ['id', /\.\.|\.(?=[=~}\s/.)|])/y],
  ['separator', /[/.]/y],
  ['space', /\s+/y],
  ['closeUnescaped', /\}~?\}\}/y],
  ['close', /~?\}\}/y],
  ['string', /"[^"\\]*(?:\\"?[^"\\]*)*"|'[^'\\]*(?:\\'?[^'\\]*)*'/y],
  ['data', /@/y],
  ['boolean', /(?:true|false)(?=[~}\s)])/y],
  ['undefined', /undefined(?=[~}\s)])/y],
  ['null', /null(?=[~}\s)])/y],
  ['number', /-?\d+(?:\.\d+)?(?=[~}\s)])/y],
  ['openNames', /as\s+\|/y],
  ['closeNames', /\|/y],
  ['id', /[^\s!"#%-,./;->@[-^`{-~]+(?=[=~}\s/.)|])|\[[^\]\\]*(?:\\\]?[^\]\\]*)*\]/y],
  ['invalid', /[^]/y],
];

/** What the inside of a `{{{{block}}}}` is made of. */
export const RAW_RULES: readonly Rule[] = [
  ['rawStart', /\{\{\{\{(?=[^/])/y],
  ['rawEnd', /\{\{\{\{\/[^\s!"#%-,./;->@[-^`{-~]+\}\}\}\}/y],
  ['content', /[^]+?(?=\{\{\{\{)/y],
  ['rawWithoutEnd', /[^]/y],
];

/** The text behind a `\` that takes its meaning from a tag: up to where the next tag may begin. */
export const ESCAPED_TAG: Rule = ['content', /[^]{2,}?(?=\\{0,2}\{\{|$)/y];

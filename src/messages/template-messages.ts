import type { TemplateMistake, TemplateMistakeCode } from '../model/template-mistake';
import { didYouMean } from './english';

/** What is wrong with a template, for app and terminal. */

/** The parameters of a mistake; empty where it has none. */
interface Values {
  readonly name: string;
  readonly near: string | null;
  readonly ours: string;
  readonly other: string;
  readonly choices: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly count: number;
}

const valuesOf = ({
  name = '',
  near,
  ours = '',
  other = '',
  choices = [],
  least = 0,
  most = 0,
  count = 0,
}: TemplateMistake): Values => ({ name, near: near ?? null, ours, other, choices, least, most, count });

const TEXTS: Readonly<Record<TemplateMistakeCode, string | ((values: Values) => string)>> = {
  'text-ends-in-tag': 'The text ends before a {{tag}} is closed with }}.',
  'no-tag': 'This is not part of a {{tag}}: is a closing }} missing?',
  'tag-ends-early': 'The tag ends too early: a name, a quote or a ) is missing.',
  'tag-closed-raw': 'The tag is closed with }}} and was opened with {{.',
  'block-not-opened': 'This closes a block that was not opened.',
  'block-closed-by-other': ({ name, other }) => `{{#${name}}} is closed by {{/${other}}}.`,
  'block-not-closed': ({ name }) =>
    `The text ends before the block {{#${name}}} is closed with {{/${name}}}.`,
  'comment-not-closed': 'A comment is not closed with --}}, or a raw block with its {{{{/name}}}}.',
  'jinja-filter':
    'This is a filter of Jinja, {{ x | y }}. In Handlebars, a helper comes first: {{lower title}}, {{date published "d MMMM yyyy"}}.',
  'tag-unreadable': 'This tag cannot be read.',
  handlebars: ({ name }) => name,
  'properties-not-closed': 'The properties at the top are not closed. Add a line with only --- below them.',
  'no-separator': 'Add a line with only %% highlight %%. The text below it is written for each highlight.',
  'second-separator': 'There can be only one line %% highlight %%.',
  'separator-in-partial':
    'A partial cannot have a line %% highlight %%. Call it in the part of the template that needs it.',
  decorator: 'The only decorator is the block {{#*inline "name"}}...{{/inline}}.',
  'inline-partial': 'Write an inline partial as {{#*inline "name"}}...{{/inline}}.',
  'no-field-of-highlight': ({ name }) =>
    `A highlight has no field "${name}". For the item's, write item.${name}.`,
  'no-field-of-item': ({ name, near }) => `An item has no field "${name}".${didYouMean(near)}`,
  'no-field': (values) => `There is no field "${values.name}" here.${hintText(values)}`,
  'no-name': 'A tag must begin with the name of a field or helper.',
  'no-helper': ({ name, near }) => `There is no helper "${name}".${didYouMean(near)}`,
  'no-argument': ({ name, other, near }) => `"${name}" takes no "${other}".${didYouMean(near)}`,
  'no-block': ({ name }) => `"${name}" is not a block: write {{${name} ...}}.`,
  'is-block': ({ name }) => `"${name}" is a block: write {{#${name} ...}}...{{/${name}}}.`,
  'number-of-values': ({ name, least, most, count }) =>
    `"${name}" takes ${valuesText(least, most)}, not ${String(count)}.`,
  grouping: ({ near }) => `Write by="color", by="tag", by="chapter" or by="date".${didYouMean(near)}`,
  'moment-letters': ({ ours }) => `These are Moment's letters. Write "${ours}".`,
  'date-format': ({ name }) => `This date format does not work: ${name}.`,
  'lone-minutes': '"m" is minutes. For months, write "M".',
  'partial-place': 'You can call partials only in the header and the highlight of a template.',
  'partial-values': 'A partial takes one value. Write the others as name=value.',
  'no-partial': ({ name, other }) =>
    `There is no partial "${name}". Create the note ${other}, or correct the name.`,
  'endless-partial': ({ name }) =>
    `The partial "${name}" includes itself here without end. Put the tag in an {{#if ...}}.`,
  'property-lines': 'Write the properties as lines like title: "{{title}}".',
  'property-expression':
    'Write an expression in quotes, a list of them, or { value: "...", type: ... } for a property.',
  'property-quotes': ({ name }) => `Put the expression in quotes: ${name}: "{{...}}".`,
  'properties-too-deep': 'The properties are nested too deep to be read.',
  'properties-yaml': ({ name }) => `The properties cannot be read as YAML: ${name}.`,
  'property-name': 'A property needs a name.',
  'property-owned': ({ name }) => `Florilegium uses the property "${name}" itself. Choose another name.`,
  'property-twice': ({ name }) => `The property "${name}" is declared twice.`,
  'property-option': ({ name }) => `A property has no "${name}", only value and type.`,
  'property-type': ({ choices, near }) => `The type must be one of ${choices.join(', ')}.${didYouMean(near)}`,
  jinja: ({ ours }) => `This is Jinja and written as it stands. Write ${ours}.`,
  anchor: ({ ours }) => `Block ids are written by themselves. Take ${ours} out.`,
  'first-line-only': ({ other, ours }) => `Only the first line would stand behind "${other}". Write ${ours}.`,
  'escaped-in-code': ({ ours }) => `In code, signs would be escaped. Write ${ours}.`,
  'tag-signs': ({ ours }) => `Tags allow only some characters. Write ${ours}.`,
  'cell-ends': ({ ours }) => `A | in it would end the cell. Write ${ours}.`,
  emphasis: ({ other, ours }) => `${other} cannot span paragraphs. Write ${ours}.`,
};

export function templateMistakeText(mistake: TemplateMistake): string {
  const said = TEXTS[mistake.code];
  const text = typeof said === 'string' ? said : said(valuesOf(mistake));
  const { calledIn } = mistake;
  return calledIn === undefined
    ? text
    : `${text} (It is called in ${calledIn.file}, line ${String(calledIn.line)}.)`;
}

/** What other plugins' templates call a field has another name here, maybe only in a highlight. */
function hintText({ ours, other, near }: Values): string {
  if (ours !== '') return ` Write {{${ours}}}.`;
  return other === '' ? didYouMean(near) : ` In a highlight, write {{${other}}}.`;
}

function valuesText(least: number, most: number): string {
  if (least === most) return least === 1 ? 'one value' : `${String(least)} values`;
  return most === 99 ? `${String(least)} values or more` : `${String(least)} to ${String(most)} values`;
}

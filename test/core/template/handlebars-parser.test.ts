import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import Handlebars from 'handlebars';
import { parseTemplate } from '../../../src/core/template/handlebars/parser';
import { SyntaxProblem } from '../../../src/core/template/handlebars/syntax-problem';
import { compiled } from '../compiled';
import { sampleItem } from '../sample-item';
import { hostileRuns } from '../../property/hostile-runs';

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const NO_STRIP = { open: false, close: false };

/**
 * The tree of Handlebars' parser as ours is. Left out is what nothing here uses: where a node ends, where a program, a hash and
 * its pairs stand, the text of comments, how a literal was written.
 */
function treeOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(treeOf);
  if (!isNode(node)) return node;
  const { loc, ...fields } = node;
  const kept = Object.entries(fields).flatMap(([key, value]) => entryOf(node, key, value));
  const hasPlace = node['type'] !== 'Program' && node['type'] !== 'HashPair';
  return { ...Object.fromEntries(kept), ...(hasPlace && isNode(loc) && { start: loc['start'] }) };
}

function entryOf(
  { type }: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): readonly (readonly [string, unknown])[] {
  if (key === 'hash') return [[key, isNode(value) ? treeOf(value['pairs']) : []]];
  const isEmptyStrip =
    type === 'Program' ||
    value === undefined ||
    (key === 'inverseStrip' && isNode(value) && !('open' in value));
  if (/strip$/i.test(key))
    return isEmptyStrip ? [] : [[key, { ...NO_STRIP, ...(isNode(value) ? value : {}) }]];
  const isUnused =
    (key === 'original' && /Literal$/.test(String(type))) ||
    (key === 'value' && type === 'CommentStatement') ||
    (key === 'type' && type === 'HashPair') ||
    (value === undefined && key !== 'value');
  return isUnused ? [] : [[key, treeOf(value)]];
}

/** Our tree without what Handlebars' does not tell: whether a partial takes the end of its line. */
function withoutEnds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutEnds);
  return isNode(node)
    ? Object.fromEntries(
        Object.entries(node).flatMap(([key, value]) =>
          key === 'endsLine' ? [] : [[key, withoutEnds(value)]],
        ),
      )
    : node;
}

const REFUSED = 'refused';

const ours = (source: string): unknown => {
  try {
    return withoutEnds(parseTemplate(source));
  } catch (error) {
    if (error instanceof SyntaxProblem) return REFUSED;
    throw error;
  }
};

const theirs = (source: string): unknown => {
  try {
    return treeOf(Handlebars.parse(source));
  } catch {
    return REFUSED;
  }
};

function expectSame(source: string): void {
  const [own, other] = [ours(source), theirs(source)];
  if (!isDeepStrictEqual(own, other)) expect({ source, tree: own }).toEqual({ source, tree: other });
}

/** What our parser says of what it refuses, with its place. */
function refusal(source: string): string {
  try {
    parseTemplate(source);
  } catch (error) {
    if (error instanceof SyntaxProblem)
      return `${String(error.at.line)}:${String(error.at.column)} ${error.message}`;
    throw error;
  }
  return 'none';
}

const TEXTS = [
  'a',
  'b c',
  ' ',
  '\n',
  '\n\n',
  '  \n',
  '\n  ',
  '\n\t',
  '\t',
  ' x\n',
  '\r\n',
  ' \n \n ',
  '\\',
  '\\{{x}}',
  '\\\\',
  '}}',
  '{',
  '\n\\{{a\n',
  '\u00a0\n',
];
const COMMENTS = [
  '{{! a }}',
  '{{!-- {{b}} --}}',
  '{{~! a ~}}',
  '{{~!-- b --~}}',
  '{{!}}',
  '{{!--}}',
  '{{!~}}',
  '{{!\n}}',
];
const NAMES = [
  'a',
  'if',
  'a.b',
  'a/b',
  '../a',
  './a',
  'this',
  '.',
  '..',
  'this.a',
  '@a',
  '@root.a',
  '@../i',
  '[o_d]',
  '[o d]',
  'a.[b\\]c]',
  'a.[this]',
  'trueish',
  'else1',
  '$-_:?',
  'ä',
  'as',
  '"s"',
  '1',
  'true',
  'null',
];
const ARGUMENTS = [
  ...NAMES,
  "'s'",
  '"a\\"b"',
  "'a\\'b'",
  '"\\\\"',
  '""',
  '"{{x}}\n"',
  '-2.50',
  '007',
  'false',
  'undefined',
  '(a)',
  '(a (b 1) c=2)',
  '("s" x=(y))',
  'a=1',
  '[b c]=d',
  '..=(e "f")',
];
const OTHERWISE = ['else', '^', ' else ', 'else if b', 'else b "c" as |d|', ' else a'];
const RAW = [
  '{{{{a}}}}{{{{/a}}}}',
  '{{{{a.b c d=1}}}} {{y}}\n{{{{/a.b}}}}',
  '{{{{a}}}}{{{{b}}}}z{{{{/b}}}}\n{{{{/a}}}}',
];
const OPEN = ['#', '#', '#', '#', '^', '#>', '#*'];
const PLAIN = ['', '', '{', '&', '>', '*'];
const AS = ['', '', ' as |a|', ' as |a b|', ' as\n|a|'];
const TILDES = [' ', '', '', '~', '~ '];

/** One step of the way through a template, with the numbers that decide how it looks. */
interface Step {
  readonly kind: 'text' | 'comment' | 'plain' | 'open' | 'else' | 'close' | 'raw';
  readonly pick: number;
  readonly name: number;
  readonly inside: readonly number[];
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'text',
    'text',
    'text',
    'comment',
    'plain',
    'open',
    'open',
    'else',
    'else',
    'close',
    'close',
    'raw',
  ),
  pick: fc.nat(4999),
  name: fc.nat(4999),
  inside: fc.array(fc.nat(4999), { maxLength: 3 }),
});

const of = (list: readonly string[], pick: number): string => list[pick % list.length] ?? '';

/** Templates that are mostly right: each block is closed by its name. */
function templateOf(steps: readonly Step[]): string {
  const open: { readonly name: string; branches: readonly string[] }[] = [];
  let template = '';
  const closeTag = (pick: number): string =>
    `{{${of(TILDES, pick).trim()}/${open.pop()?.name ?? ''}${of(TILDES, pick >> 4)}}}`;
  for (const { kind, pick, name, inside } of steps) {
    const [before, behind] = [of(TILDES, pick >> 3).trim(), of(TILDES, pick >> 6).trimEnd()];
    const call = [of(NAMES, name), ...inside.map((at) => of(ARGUMENTS, at))].join(' ');
    if (kind === 'text') template += of(TEXTS, pick);
    if (kind === 'comment') template += of(COMMENTS, pick);
    if (kind === 'raw') template += of(RAW, pick);
    if (kind === 'plain')
      template +=
        of(PLAIN, pick) === '{'
          ? `{{${before}{${call} }${behind}}}`
          : `{{${before}${of(PLAIN, pick)}${call} ${behind}}}`;
    if (kind === 'open') {
      const sign = of(OPEN, pick);
      template += `{{${before}${sign}${call}${sign === '#>' ? '' : of(AS, name)} ${behind}}}`;
      open.push({
        name: of(NAMES, name),
        branches: sign === '#' ? OTHERWISE : sign === '^' ? ['else', '^'] : [],
      });
    }
    const block = open.at(-1);
    if (kind === 'else' && block !== undefined && block.branches.length > 0) {
      const branch = of(block.branches, pick);
      template += `{{${before}${branch} ${behind}}}`;
      if (!branch.includes('else ') || branch.trim() === 'else') block.branches = [];
    }
    if (kind === 'close' && open.length > 0) template += closeTag(pick);
  }
  while (open.length > 0) template += closeTag(0);
  return template;
}

const PIECES = [
  ...[
    '{{',
    '}}',
    '{{{',
    '}}}',
    '{{{{',
    '}}}}',
    '{{~',
    '~}}',
    '{{#',
    '{{/',
    '{{^',
    '{{>',
    '{{#>',
    '{{*',
    '{{#*',
    '{{&',
    '{{!',
    '{{!--',
    '--}}',
    '{{else',
    '{{else}}',
    '{{^}}',
    '{{{{/a}}}}',
  ],
  ...[
    '(',
    ')',
    '=',
    '.',
    '..',
    '/',
    '@',
    ' as |a b|',
    '|',
    '"',
    "'",
    '\\',
    '\\"',
    '[',
    ']',
    '[a b]',
    'a',
    'b',
    'this',
    'true',
    'null',
    '12',
    '-',
    '-1',
    '1.5',
    ';',
    ',',
    '~',
    ' ',
    ' ',
    '\n',
    'x y',
    '\0',
  ],
  ...[
    '{{#a}}',
    '{{/a}}',
    '{{#if b}}',
    '{{/if}}',
    '{{^a}}',
    '{{~#a~}}',
    '{{~/a~}}',
    '{{else if b}}',
    '{{a b c=1}}',
    '{{{a}}}',
    '{{> a}}',
    '\n  {{> a}}\n',
    '\\{{',
    '\\\\{{',
    '{{{{a}}}}',
  ],
];

const ROOT = join(__dirname, '..', '..', '..');
const files = readdirSync(join(ROOT, 'templates')).map((name) => ({
  name,
  source: readFileSync(join(ROOT, 'templates', name), 'utf8'),
}));
const examples = [
  ...readFileSync(join(ROOT, 'docs', 'templates.md'), 'utf8').matchAll(/`(\{\{.*?\}\})`|```\n([^]*?)```/g),
].map(([, line, block]) => line ?? block ?? '');

const DEEP = 20_000;

describe('parseTemplate', () => {
  it('should give the tree that Handlebars gives when templates are put together at random', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 9 }).map(templateOf), expectSame), hostileRuns(8));
  });

  it('should refuse what Handlebars refuses when pieces of the language stand in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
        expectSame,
      ),
      hostileRuns(4),
    );
  });

  it.each(files)('should give the tree that Handlebars gives when it reads templates/$name', ({ source }) => {
    expect(ours(source)).toEqual(theirs(source));
    expect(ours(source)).not.toBe(REFUSED);
  });

  it('should give the tree that Handlebars gives when it reads the examples of docs/templates.md', () => {
    expect(examples.length).toBeGreaterThan(50);
    for (const example of examples) expectSame(example);
  });

  it.each([
    ['blocks', '{{#if a}}'.repeat(DEEP)],
    ['branches', `{{#if a}}${'{{else if a}}'.repeat(DEEP)}{{/if}}`],
    ['calls', `{{a ${'(b '.repeat(DEEP)}}}`],
  ])('should say so when %s stand in one another too deep', (_what, source) => {
    expect(refusal(source)).toMatch(/^1:\d+ Blocks and calls stand in one another more than 200 deep\.$/);
  });

  it('should render what it read when blocks stand in one another as deep as they may', () => {
    const header = `${'{{#unless asin}}'.repeat(200)}x${'{{/unless}}'.repeat(200)}`;
    expect(compiled(`${header}\n%% highlight %%\n`).render(sampleItem()).header).toBe('x');
  });

  it.each([
    ['tags', '{{a}} '.repeat(DEEP)],
    ['unescaped quotes', `{{a "${'\\" '.repeat(DEEP)}"}}`],
    ['blanks', `${' '.repeat(DEEP)}x{{~a~}}${' '.repeat(DEEP)}x`],
    ['escaped tags', '\\{{a}} '.repeat(DEEP)],
  ])('should read it when a template has very many %s', (_what, source) => {
    expect(refusal(source)).toBe('none');
  });

  it.each([
    ['a comment is not closed', 'a\n{{!-- b }}', '2:0 This comment is not closed with --}}.'],
    [
      'a raw block is not closed',
      '{{{{a}}}}b',
      '1:9 The text ends before a {{{{block}}}} is closed with its {{{{/block}}}}.',
    ],
    ['a path goes back', 'a\n {{b/../c}}', '2:3 In "b/.." a step to ".." can stand only at the beginning.'],
    ['text holds NUL', 'a\n\n{{b}}c\0', '3:5 This text holds the character NUL, which a template cannot.'],
    [
      'an inline partial has two branches',
      ' {{#*a}}b{{else}}c{{/a}}',
      '1:1 An inline partial ({{#* ...}}) has no {{else}}.',
    ],
    [
      'a tag goes on in another line',
      '{{a\n  ;}}',
      '2:2 This is not part of a {{tag}}: is a closing }} missing?',
    ],
    ['a raw block is closed by another', '{{{{a}}}}b{{{{/c}}}}', '1:4 {{#a}} is closed by {{/c}}.'],
  ])('should say what is wrong and where when %s', (_what, source, problem) => {
    expect(refusal(source)).toBe(problem);
  });
});

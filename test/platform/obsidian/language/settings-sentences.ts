import { decideRemoval } from '../../../../src/core/plan/removal-guard';
import {
  parseSettings,
  problemWithBaseUrl,
  problemWithFolder,
  type Settings,
} from '../../../../src/core/settings';
import { readTransfer } from '../../../../src/core/settings-transfer';
import { compileNames } from '../../../../src/core/template/name-template';
import { compileTemplate } from '../../../../src/core/template/compile';
import { createDecide } from '../../../../src/core/layout/create-decide';
import { usableTemplates } from '../../../../src/sync/templates/last-good';
import { failureOf, readTemplates } from '../../../../src/sync/templates/load-templates';
import { FakeClock } from '../../../support/fake-clock';
import { MemoryVault } from '../../../support/memory-vault';

const defaults = (): Settings => {
  const parsed = parseSettings(null);
  if (!parsed.ok) throw new Error('The defaults are good');
  return parsed.settings;
};

const problemsOf = (settings: object): readonly string[] => {
  const parsed = parseSettings(settings);
  return parsed.ok ? [] : parsed.problems;
};

const problemsOfImport = (text: unknown): readonly string[] => {
  const read = readTransfer(typeof text === 'string' ? text : JSON.stringify(text), defaults());
  return read.ok ? [] : read.problems;
};

const rule = (when: object, then: object = {}): object => ({ rules: [{ name: 'Mine', when, then }] });

const reasonOf = (asked: Partial<Parameters<typeof decideRemoval>[0]>): string => {
  const decision = decideRemoval({
    wanted: 1,
    notes: 20,
    removedThisWeek: 0,
    allowed: null,
    isHeld: false,
    ...asked,
  });
  return decision.kind === 'hold' ? decision.reason : '';
};

/** Patterns of a rule, each with a mistake of its own. */
const MISTAKES = [
  '/a)/',
  '/^*/',
  '/a{/',
  '/a{2000}/',
  '/a{5,2}/',
  '/(?=a)/',
  '/(a/',
  '/*/',
  '/]/',
  '/a\\/',
  '/\\q/',
  '/[a/',
  '/[\\d-z]/',
  '/[z-a]/',
  '/a/g',
  '/((a{100}){100}){100}/',
  'a'.repeat(1200),
];

/** What the engine says of settings, rules, what is imported, and what would be removed, by giving it what it cannot take. */
export function settingsSentences(): readonly string[] {
  return [
    ...[' ', 'a:b', 'a\u2028b', '../a'].map((folder) => problemWithFolder(folder) ?? ''),
    ...['readwise', 'http://readwise.io'].map((url) => problemWithBaseUrl(url) ?? ''),
    ...problemsOf({
      version: 2,
      syncOnOpen: 3,
      intervalMinutes: 'x',
      tokenSecret: 'A B',
      scope: [],
      folder: 3,
      deletions: { untouched: 'burn' },
      outOfScope: 'burn',
      attachments: { maxMegabytes: 9999 },
      fullText: { categories: 'all' },
    }),
    ...problemsOf({ intervalMinutes: -1, rules: 5 }),
    ...problemsOf({ rules: [5, {}, { when: { titel: 'x', nonsense: 1 }, then: {} }] }),
    ...problemsOf(
      rule(
        { highlights: { min: 5, max: 2 }, age: { olderThanDays: 5, newerThanDays: 2 } },
        { leaveOut: false },
      ),
    ),
    ...MISTAKES.flatMap((title) => problemsOf(rule({ title }))),
    ...problemsOfImport('nothing'),
    ...problemsOfImport({ florilegium: 'settings' }),
    ...problemsOfImport({ florilegium: 'settings', settings: {}, templates: 5 }),
    ...problemsOfImport({ florilegium: 'settings', settings: {}, templates: [5] }),
    ...problemsOfImport({ florilegium: 'settings', settings: {}, templates: [{ path: 'a.txt', text: '' }] }),
    ...problemsOfImport({ florilegium: 'settings', settings: {}, templates: [{ path: ' .md', text: '' }] }),
    ...[
      { wanted: 15, notes: 20 },
      { wanted: 8, notes: 20, removedThisWeek: 9 },
      { isHeld: true },
      { isHeld: true, wanted: 5 },
      { allowed: 0 },
      { allowed: 1, wanted: 5 },
    ].map(reasonOf),
  ];
}

const HEAD = '\n%% highlight %%\n';
const nested = (times: number, inside: string): string =>
  `${'{{#if title}}'.repeat(times)}${inside}${'{{/if}}'.repeat(times)}`;

/** Templates, each with a mistake of its own. */
const TEMPLATES = [
  '---\ntitle: x\n',
  'no line',
  HEAD + HEAD,
  ...[
    '- a',
    'a: {{title}}',
    'a: "x',
    '"": x',
    'readwise-id: x',
    'a: x\na: y',
    'a: [x]',
    'a: { value: "x", typ: text }',
    'a: { value: "x", type: lists }',
  ].map((property) => `---\n${property}\n---${HEAD}`),
  ...[
    '{{#> name}}{{/name}}',
    '{{* name}}',
    '{{#* inline "x"}}{{/inline}}',
    '{{#* inline "x"}}{{else}}{{/inline}}',
    '{{> (lookup title)}}',
    '{{> itself title author}}',
    '{{> itself}}',
    '{{> absent}}',
    '{{> split}}',
    '{{> wrong}}',
  ].map((tag) => tag + HEAD),
  ...[
    '{{titel}}',
    '{{upper title x=1}}',
    '{{5 title}}',
    '{{#title}}x{{/title}}',
    '{{nonsense title}}',
    '{{if title}}',
    '{{#date title}}{{/date}}',
    '{{date}}',
    '{{date title "YYYY"}}',
    '{{date title "yyyy-n"}}',
    '{{default title}}',
    '{{upper}}',
    '{{and}}',
  ].map((tag) => tag + HEAD),
  ...['{{item.titel}}', '{{author}}'].map((tag) => HEAD + tag),
  ...[
    '{{#if title}}{{/each}}',
    '{{a/../b}}',
    '{{title',
    '{{}}',
    '{{title}',
    '{{#if title}}',
    '\0',
    '{{!-- x',
    '{{{{raw}}}} x',
    '{{/if}}',
    '{{title "}}',
    '{{else}}',
    '{{#if title}}{{else}}{{else}}{{/if}}',
    '{{(title}}',
    '{{title | upper}}',
  ].map((tag) => tag + HEAD),
  ...[nested(201, 'x'), `{{> deep}}${nested(150, '{{> deep}}')}`].map((tag) => tag + HEAD),
];

const PARTIALS = {
  folder: 'Templates',
  files: [
    { name: 'itself', text: '{{> other}}' },
    { name: 'other', text: '{{> itself}}' },
    { name: 'split', text: HEAD },
    { name: 'wrong', text: '{{titel}}' },
    { name: 'deep', text: nested(100, 'x') },
  ],
};

/** What the engine says of templates that it cannot use, by having it compile them. */
export function templateSentences(): readonly string[] {
  const compiled = TEMPLATES.map((source) =>
    compileTemplate({ name: 'Templates/Mine. Old.md', source, partials: PARTIALS }),
  );
  const names = compileNames({ folder: '{{titel}}{{> x}}', fileName: '{{titel}}' }, { root: '' });
  const decided = createDecide({
    ...defaults(),
    rules: [{ enabled: true, when: {}, then: { folder: '{{titel}}' } }],
    today: '2026-01-01',
  });
  return [...compiled, names, decided]
    .flatMap((result) => (result.ok ? [] : result.problems))
    .map((problem) => failureOf('', problem).message);
}

/** What the engine says of templates that are not there, and of those in whose place stands what they were. */
export async function missingTemplateSentences(): Promise<readonly string[]> {
  const uses = ['book', 'article', 'tweet', 'podcast', 'video', 'highlight', 'fullText'] as const;
  const templates = {
    ...defaults().templates,
    ...Object.fromEntries(uses.map((use) => [use, `Templates/${use}.md`])),
    categories: { pdf: 'Templates/pdf.md' },
  };
  const chosen = await readTemplates(new MemoryVault(), {
    ...defaults(),
    templates,
    rules: [{ enabled: true, when: {}, then: { template: 'Templates/rule.md' } }],
  });
  const good = { 'Templates/book.md': { text: HEAD.trimStart(), partials: [] } };
  const { broken, failures } = await usableTemplates(chosen, {
    good,
    folder: 'Templates',
    clock: new FakeClock(),
  });
  return [...broken, ...failures].map(({ message }) => message);
}

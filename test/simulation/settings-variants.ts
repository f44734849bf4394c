import fc from 'fast-check';
import { MemoryVault } from '../support/memory-vault';

/** What a person may want of their notes, as settings. */
const LOOKS = [
  {},
  { notePerHighlight: true },
  { fullText: { place: 'note' } },
  { fullText: { place: 'file' } },
  { naming: { folder: '{{author}}', fileName: '{{title}}' } },
  { naming: { folder: '', fileName: 'All' } },
  { rules: [{ when: { kinds: ['article'] }, then: { folder: 'A', fullText: 'file' } }] },
  {
    rules: [
      { when: { kinds: ['tweet'] }, then: { leaveOut: true } },
      { when: { highlights: { min: 2 } }, then: { folder: 'Many', template: 'built-in:callouts' } },
    ],
  },
  {
    rules: [{ when: { highlights: { min: 2 } }, then: { notePerHighlight: true, fullText: 'note' } }],
    templates: { article: 'built-in:outline' },
  },
  {
    fullText: { place: 'note' },
    rules: [{ when: { age: { olderThanDays: 1, of: 'saved' } }, then: { folder: 'Older' } }],
  },
  { rules: [{ when: { age: { olderThanDays: 2, of: 'saved' } }, then: { leaveOut: true } }] },
  { templates: { categories: { articles: 'built-in:callouts', supplementals: 'built-in:outline' } } },
  { attachments: { covers: true, images: true } },
  {
    fullText: { place: 'note' },
    attachments: { images: true },
    rules: [{ when: { kinds: ['book'] }, then: { template: 'built-in:callouts' } }],
  },
  { fullText: { place: 'file' }, attachments: { covers: true, images: true }, remoteImages: 'link' },
] as const;

/** Mostly the defaults: their histories are quicker to try, and there are as many as there is time for. */
const mostlyDefaults = (variants: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: variants });

/** Under these every note keeps its name, and with it its place in a vault that others share. */
export const settingsWithoutNames = mostlyDefaults(
  fc.constantFrom(
    { fullText: { place: 'note' } },
    { fullText: { place: 'file' } },
    { fullText: { place: 'note' }, attachments: { covers: true, images: true } },
    {
      rules: [{ when: { kinds: ['article'] }, then: { folder: 'A', fullText: 'note' } }],
      templates: { book: 'built-in:outline' },
    },
  ),
);

/** What falls out of scope goes to the trash, so that vaults can be compared. */
export const comparableSettings: fc.Arbitrary<object> = fc
  .constantFrom(...LOOKS)
  .map((values) => ({ ...values, outOfScope: 'trash' }));

export const rareSettings = mostlyDefaults(comparableSettings);

/** Any look, and what becomes of notes that are left out. */
export const anySettings: fc.Arbitrary<object> = fc
  .record({
    values: fc.constantFrom(...LOOKS),
    outOfScope: fc.constantFrom('ask', 'leave', 'archive', 'trash'),
  })
  .map(({ values, outOfScope }) => ({ ...values, outOfScope }));

/** Under these a highlight stands in one note only. */
export const oneNoteSettings = anySettings.filter(
  (values) => !JSON.stringify(values).includes('notePerHighlight'),
);

const [MINE, PART] = ['T/mine.md', 'T/part.md'];

/** Every note is made of the person's own templates. */
export const OWN_TEMPLATES = {
  templates: { book: MINE, article: MINE, tweet: MINE, podcast: MINE, video: MINE, folder: 'T' },
};

/**
 * Any settings at all: also where notes go, what becomes of deleted ones, what is brought at all, own
 * templates.
 */
export const everySetting: fc.Arbitrary<object> = fc
  .tuple(
    anySettings,
    fc.constantFrom(
      {},
      {},
      { folder: 'Library/All' },
      { deletions: { untouched: 'archive', touched: 'archive' } },
      { deletions: { untouched: 'mark' } },
      { scope: { discarded: true } },
      { scope: { bookCategories: ['books', 'tweets'] } },
      { scope: { documents: 'highlighted' } },
      {
        scope: { documentLocations: ['new', 'later'] },
        deletions: { touched: 'archive', archiveFolder: 'Old' },
      },
      OWN_TEMPLATES,
      OWN_TEMPLATES,
    ),
  )
  .map(([look, rest]) => ({ ...look, ...rest }));

/** What stands in the two template files, one after the other: null is no file. */
const GOOD = {
  [MINE]: [
    '# {{title}}\n\n{{> part}}\n\n%% highlight %%\n{{#quote}}\n{{text}}\n{{/quote}}\n',
    '---\nof: "{{title}}"\n---\n# {{title}}!\n\n## Passages\n\n%% highlight %%\n{{#callout "quote"}}\n{{text}}\n\n{{> part}}\n{{/callout}}\n',
    '---\ntags: "{{tags}}"\n---\n# {{title}}\n\n%% highlight %%\n{{#quote}}\n{{text}}\n\n{{note}}\n{{/quote}}\n',
    '---\nof: "{{title}}"\nrating:\nkinds: [read, "{{category}}"]\n---\n# {{title}}\n\n{{#group highlights by="color"}}\n- {{key}}: {{#each items}}[[#^{{anchor}}]] {{/each}}\n{{/group}}\n\n%% highlight %%\n> =={{text}}==\n',
  ],
  [PART]: ['{{count tags}} tags', 'No tags told.', '{{#if tags}}\nTold.\n{{/if}}\n', ''],
};
const BROKEN = {
  [MINE]: [
    null,
    '',
    '# {{titel}}\n%% highlight %%\n',
    '{{#quote}}{{text}}\n%% highlight %%\n',
    '# {{title}}\n{{> nowhere}}\n%% highlight %%\n{{text}}',
  ],
  [PART]: [null, '{{titel}}', '{{> part}}', '{{#if tags}}'],
};

/** A vault whose template files are out of the reach of the person who writes in the notes. */
export class VaultWithTemplates extends MemoryVault {
  readonly templates = new Map<string, string | null>([
    [MINE, GOOD[MINE]?.[0] ?? ''],
    [PART, GOOD[PART]?.[0] ?? ''],
  ]);

  /** Puts templates there in which nothing is wrong. */
  repairTemplates(): void {
    this.templates.set(MINE, GOOD[MINE]?.[1] ?? '');
    this.templates.set(PART, GOOD[PART]?.[0] ?? '');
  }

  protected override another(): VaultWithTemplates {
    const another = new VaultWithTemplates();
    for (const [path, text] of this.templates) another.templates.set(path, text);
    return another;
  }

  override read(path: string): Promise<string | null> {
    const template = this.templates.get(path);
    return template === undefined ? super.read(path) : Promise.resolve(template);
  }
}

export interface TemplateEdit {
  readonly path: string;
  readonly text: string | null;
}

const editOf = (texts: Readonly<Record<string, readonly (string | null)[]>>): fc.Arbitrary<TemplateEdit> =>
  fc.constantFrom(...Object.entries(texts).flatMap(([path, all]) => all.map((text) => ({ path, text }))));

export const templateEdit: fc.Arbitrary<TemplateEdit> = fc.oneof(editOf(GOOD), editOf(BROKEN));

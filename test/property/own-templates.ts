import fc from 'fast-check';
import { MemoryVault } from '../support/memory-vault';

const [MINE, PART] = ['T/mine.md', 'T/part.md'];

/** What stands in the two files, one after the other: null is no file. */
const GOOD = {
  [MINE]: [
    '# {{title}}\n\n{{> part}}\n\n%% highlight %%\n{{#quote}}\n{{text}}\n{{/quote}}\n',
    '---\nof: "{{title}}"\n---\n# {{title}}!\n\n## Passages\n\n%% highlight %%\n{{#callout "quote"}}\n{{text}}\n\n{{> part}}\n{{/callout}}\n',
    '---\ntags: "{{tags}}"\n---\n# {{title}}\n\n%% highlight %%\n{{#quote}}\n{{text}}\n\n{{note}}\n{{/quote}}\n',
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

  override read(path: string): Promise<string | null> {
    const template = this.templates.get(path);
    return template === undefined ? super.read(path) : Promise.resolve(template);
  }
}

/** Settings by which every note is made of them. */
export const OWN_TEMPLATES = {
  templates: { book: MINE, article: MINE, tweet: MINE, podcast: MINE, video: MINE, folder: 'T' },
};

export interface TemplateEdit {
  readonly path: string;
  readonly text: string | null;
}

const editOf = (texts: Readonly<Record<string, readonly (string | null)[]>>): fc.Arbitrary<TemplateEdit> =>
  fc.constantFrom(...Object.entries(texts).flatMap(([path, all]) => all.map((text) => ({ path, text }))));

export const templateEdit: fc.Arbitrary<TemplateEdit> = fc.oneof(editOf(GOOD), editOf(BROKEN));

/** Templates without a mistake. */
export function mend({ templates }: VaultWithTemplates): void {
  templates.set(MINE, GOOD[MINE]?.[1] ?? '');
  templates.set(PART, GOOD[PART]?.[0] ?? '');
}

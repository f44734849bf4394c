import fc from 'fast-check';
import type { NoteTemplate } from '../../src/notes/template/template';
import { compiled } from '../model/compiled';
import { hostileText } from '../model/hostile-text';
import { sampleHighlight, sampleItem } from '../model/sample-item';
import { everyPart, readNote, type Part } from '../support/note-reader/read-note';
import { whatActs } from '../support/note-reader/what-acts';
import { hostileRuns } from './runs';

/** Prefixes as people write them, with the blocks that they open. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  '> ': ['blockquote'],
  '- ': ['bullet_list', 'list_item'],
  '* ': ['bullet_list', 'list_item'],
  '1. ': ['ordered_list', 'list_item'],
  '12) ': ['ordered_list', 'list_item'],
  '> - ': ['blockquote', 'bullet_list', 'list_item'],
  '> > ': ['blockquote', 'blockquote'],
  '- > ': ['bullet_list', 'list_item', 'blockquote'],
  '1. - ': ['ordered_list', 'list_item', 'bullet_list', 'list_item'],
};

const prefix = fc.constantFrom(...Object.keys(PREFIXES));
const given = fc.oneof(
  hostileText(),
  fc.array(hostileText(), { minLength: 2, maxLength: 3 }).map((texts) => texts.join('\n\n')),
);
/** What a reader that looks for tables before lists takes for a table of one column that a list mark begins. */
const COLUMN = /\n[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|?[ \t]*$/m;
const templates = new Map<string, NoteTemplate>();

/** Each template is compiled once. */
function templateOf(markup: string): NoteTemplate {
  const template = templates.get(markup) ?? compiled(`\n%% highlight %%\n${markup}`);
  templates.set(markup, template);
  return template;
}

async function written(markup: string, text: string): Promise<string> {
  const item = sampleItem({ highlights: [sampleHighlight({ text })] });
  const { blocks } = await templateOf(markup).render(item);
  return blocks[0]?.text ?? '';
}

/** What is wrong with a text that should be one block of these containers, one in the other. */
function notOneBlock(parts: readonly Part[], containers: readonly string[]): readonly string[] {
  const [kind, ...inner] = containers;
  if (kind === undefined) return [];
  const [only, ...others] = parts;
  if (only?.kind !== kind) return [`${String(only?.kind)} is not ${kind}`];
  const problems = others.map((part) => `beside the ${kind}: ${part.kind}`);
  return [...problems, ...notOneBlock(only.parts, inner)];
}

jest.setTimeout(900_000);

describe('a template of plain markup', () => {
  it('should write one block in which nothing acts, when the text is anything at all (I10)', async () => {
    await fc.assert(
      fc.asyncProperty(prefix, given, async (start, text) => {
        const note = await written(`${start}{{text}}`, `Words ${text}`);
        fc.pre(!COLUMN.test(note));
        const { parts } = readNote(note, 'formulas');
        const problems = [
          ...notOneBlock(parts, PREFIXES[start] ?? []),
          ...whatActs(note, 'formulas'),
          ...whatActs(note, 'no formulas'),
        ];
        if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${note}`);
      }),
      hostileRuns(4),
    );
  });

  it('should write the last word in the same block, when text follows the value (I10)', async () => {
    await fc.assert(
      fc.asyncProperty(prefix, given, async (start, text) => {
        const note = await written(`${start}{{text}} theend`, `Words ${text}`);
        fc.pre(!COLUMN.test(note));
        const problems = [
          ...notOneBlock(readNote(note, 'formulas').parts, PREFIXES[start] ?? []),
          ...(note.endsWith('theend') ? [] : ['the end is missing']),
        ];
        if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${note}`);
      }),
      hostileRuns(4),
    );
  });

  it('should write one heading, one row or one link, when the text is anything at all (I10)', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (text) => {
        const heading = readNote(await written('## {{text}}', `Words ${text}`), 'formulas').parts;
        const table = readNote(
          await written('| a | b |\n|---|---|\n| {{cell text}} | end |', text),
          'formulas',
        ).parts;
        const rows = [...everyPart(table)].filter((part) => part.kind === 'tr');
        const name = await written('[[{{text}}]]', text);
        const problems = [
          ...notOneBlock(heading, ['heading']),
          ...notOneBlock(table, ['table']),
          ...(rows.length === 2 && rows[1]?.parts.length === 2 ? [] : ['not two rows of two cells']),
          ...(name === '' || /^\[\[[^[\]|#^\n]+\]\]$|^\[[^\n]*\]\([^\s()]+\.md\)$/.test(name)
            ? []
            : [`no link: ${name}`]),
        ];
        if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${JSON.stringify(text)}`);
      }),
      hostileRuns(3),
    );
  });
});

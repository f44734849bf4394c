import { mergedNote } from '../../support/merged-note';
import fc from 'fast-check';
import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import type { Item } from '../../../src/model/model';
import {
  composeNote,
  isUntouched,
  noteVersion,
  splitNote,
  type NoteVersion,
} from '../../../src/notes/note/note';
import { hostileRuns } from '../../property/runs';
import { whatActs } from '../../support/note-reader/what-acts';
import { compiled } from '../../model/compiled';
import { hostileText } from '../../model/hostile-text';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const ANCHORS = ['rw1', 'rd22', 'rd01hw'];
const FRESH = 'A passage that is new.';
const MINE = 'What I wrote.';
const PIECES_IN_A_NOTE = 8;

const styles = Object.entries(builtInStyles).map(([style, source]) => ({
  style,
  template: compiled(source),
}));
type Template = (typeof styles)[number]['template'];

const actions = fc.constantFrom(
  '',
  '',
  '.h1 ',
  '.h2\n',
  '.c1 ',
  '.c2\n',
  '.c3 .a/b\n',
  '.qa\n',
  '.qa ',
  '.a .b ',
  '.h6 .qa .c1 ',
);

const item: fc.Arbitrary<Item> = fc
  .tuple(
    fc.array(hostileText(), { minLength: 9, maxLength: 9 }),
    fc.array(actions, { minLength: 3, maxLength: 3 }),
    fc.constantFrom('', 'blue', 'purple'),
    fc.constantFrom('page', 'location', 'time_offset', 'order'),
  )
  .map(([texts, tags, color, locationType]) =>
    sampleItem({
      book: sampleBook({
        title: texts[6] ?? '',
        author: texts[7] ?? '',
        summary: texts[8] ?? '',
        documentNote: texts[0] ?? '',
        tags: ['stoic'],
      }),
      highlights: ANCHORS.map((anchor, index) =>
        sampleHighlight({
          anchor,
          text: texts[index] ?? '',
          note: `${tags[index] ?? ''}${texts[index + 3] ?? ''}`,
          tags: ['b'],
          color,
          location: index + 1,
          locationType,
          serviceUrl: `https://readwise.io/open/${String(index)}`,
        }),
      ),
    }),
  );

const versionOf = async (template: Template, from: Item): Promise<NoteVersion> =>
  noteVersion({ item: from, rendered: await template.render(from) });

const withMine = (text: string): string => text.replace(/\^rw1$/m, `^rw1\n\n${MINE}`);

/** What is wrong with the marks by which a later sync reads the note. */
function misread(text: string): readonly string[] {
  const parts = splitNote(text);
  const anchors = parts.body
    .split('\n')
    .flatMap((line) => /(?:^|[\s>])\^([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? []);
  const problems = anchors.join() === ANCHORS.join() ? [] : [`anchors: ${anchors.join()}`];
  return isUntouched(parts) ? problems : [...problems, 'not as it was written'];
}

/**
 * What a later sync gets wrong when it brings the middle highlight up to date in a note with a person's words
 * in it.
 */
async function mismerged(template: Template, from: Item): Promise<readonly string[]> {
  const version = await versionOf(template, from);
  const edited = withMine(composeNote(version, 'x'));
  const problems =
    mergedNote(edited, version).text === edited ? [] : ['the same once more changes something'];
  const next = await versionOf(template, {
    ...from,
    highlights: from.highlights.map((highlight, index) =>
      index === 1 ? { ...highlight, text: FRESH } : highlight,
    ),
  });
  const after = mergedNote(edited, next);
  const isRight =
    splitNote(after.text).body === splitNote(withMine(composeNote(next, 'x'))).body &&
    after.conflicts.length === 0;
  return isRight ? problems : [...problems, `the middle one is not brought up to date:\n${after.text}`];
}

// The templates' own callouts and links, as plain words: what is left that acts is the service's.
const withoutOwnMarks = (body: string): string =>
  body
    .replace(/^((?:> )+)\[!(?:abstract|note|question|quote(?:\|(?:blue|purple))?)\]-?/gm, '$1x')
    .replace(
      /^( *- (?:Author|Document Tags|Tags):)((?: (?:\[\[[^[\]|#^\n]+\]\]|\[[^\n]*?\]\([^\s()]+\.md\)))+)$/gm,
      '$1 x',
    );
const calloutsIn = (body: string): number => [...body.matchAll(/^(?:> ?)+\[!/gm)].length;

jest.setTimeout(900_000);

describe('the built-in styles', () => {
  it.each(styles)(
    'should hold nothing that acts and give back every block when passages and notes are hostile and the style is $style (I9, I10)',
    async ({ template }) => {
      await fc.assert(
        fc.asyncProperty(item, async (hostile) => {
          const version = await versionOf(template, hostile);
          const text = composeNote(version, 'x');
          const { body } = splitNote(text);
          const problems = [
            ...misread(text),
            ...whatActs(withoutOwnMarks(body), 'formulas'),
            ...whatActs(withoutOwnMarks(body), 'no formulas'),
          ];
          if (calloutsIn(body) > 2 + 2 * ANCHORS.length) problems.push('a forged callout');
          if ((await template.render(hostile)).blocks.some((block) => block.text === ''))
            problems.push('an empty block');
          if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${body}`);
        }),
        hostileRuns(PIECES_IN_A_NOTE * 50),
      );
    },
  );

  it.each(styles)(
    "should take a new passage in its place and keep a person's words when a later sync merges it and the style is $style (I2)",
    async ({ template }) => {
      await fc.assert(
        fc.asyncProperty(item, async (hostile) => {
          const problems = await mismerged(template, hostile);
          if (problems.length > 0) throw new Error(problems.join('\n'));
        }),
        hostileRuns(PIECES_IN_A_NOTE * 50),
      );
    },
  );
});

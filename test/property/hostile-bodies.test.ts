import { mergedNote } from '../support/merged-note';
import fc from 'fast-check';
import { builtInStyles } from '../../src/notes/template/built-in-templates';
import type { MergeResult } from '../../src/merge/merge';
import type { Item } from '../../src/model/model';
import {
  composeNote,
  isUntouched,
  noteVersion,
  splitNote,
  type NoteVersion,
} from '../../src/notes/note/note';
import { cleanText } from '../../src/model/clean-text';
import { compiled } from '../model/compiled';
import { hostileText } from '../model/hostile-text';
import { sampleBook, sampleHighlight, sampleItem } from '../model/sample-item';
import {
  activeText,
  everyPart,
  readableText,
  readNote,
  type Formulas,
  type Part,
} from '../support/note-reader/read-note';
import { tagsIn, whatActs } from '../support/note-reader/what-acts';
import { hostileRuns } from './runs';

const PIECES_IN_A_NOTE = 8;
const ANCHORS = ['rw1', 'rw22', 'rd01hw'];
const FORMULAS = ['formulas', 'no formulas'] as const;
const template = compiled(builtInStyles.classic);

const item: fc.Arbitrary<Item> = fc
  .tuple(
    hostileText(),
    hostileText(),
    hostileText(),
    fc.array(hostileText(), { minLength: 6, maxLength: 6 }),
    fc.array(hostileText(), { maxLength: 2 }),
  )
  .map(([title, author, whole, passages, tags]) =>
    sampleItem({
      book: sampleBook({
        title,
        author,
        summary: whole,
        documentNote: passages[5] ?? '',
        tags,
        source: author,
        coverUrl: `https://a.b/${tags[0] ?? ''}`,
      }),
      highlights: ANCHORS.map((anchor, index) =>
        sampleHighlight({
          anchor,
          text: passages[index] ?? '',
          note: index === 2 ? '' : (passages[index + 3] ?? ''),
          tags,
          color: author,
          serviceUrl: `https://readwise.io/open/${String(index)}`,
        }),
      ),
    }),
  );

/** The note as it is written, and its body alone. */
async function written(from: Item): Promise<{ readonly text: string; readonly body: string }> {
  const text = composeNote(await versionOf(from), 'x');
  return { text, body: splitNote(text).body };
}

/** The template's own callout, as plain words: what is left that acts is the service's. */
const withoutOwnCallout = (body: string): string => body.replace(/^> \[!abstract\]- Summary$/m, '> Summary');

/** Only the person's note on the whole may have headings. */
const HEADING = /^\s*#{1,6}[ \t]+\S/m;

const headingsOf = (parts: readonly Part[]): readonly string[] =>
  [...everyPart(parts)].filter((part) => part.kind === 'heading').map(readableText);

/**
 * What is wrong with where things stand: each passage in its own quote, followed by its own anchor, and
 * nothing else between.
 */
function misplaced(
  body: string,
  formulas: Formulas,
  { mayHaveHeadings }: { readonly mayHaveHeadings: boolean },
): readonly string[] {
  const { parts } = readNote(body, formulas);
  const problems: string[] = [];
  const headings = headingsOf(parts).join();
  if (headings !== '' && !mayHaveHeadings) problems.push(`headings: ${headings}`);
  const blocks = parts.slice(-2 * ANCHORS.length);
  const shape = blocks.map((part) => (part.kind === 'paragraph' ? readableText(part) : part.kind)).join();
  const expected = ANCHORS.map((anchor) => `blockquote,^${anchor}`).join();
  if (shape !== expected) problems.push(`blocks: ${shape}`);
  for (const [index, quote] of blocks.filter((part) => part.kind === 'blockquote').entries()) {
    const last = quote.parts[quote.parts.length - 1];
    if (
      last?.parts[0]?.kind !== 'link' ||
      last.parts[0].detail !== `https://readwise.io/open/${String(index)}`
    )
      problems.push(`last line of block ${String(index)}`);
  }
  return problems;
}

const letters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[^\p{L}\p{N}\p{So}]|[\u2e00-\u2e7f]/gu, '')
    .toLowerCase();

const SIGNS = {
  ...{ '#': 'sharp', '+': 'plus', '&': 'and', '@': 'at', '%': 'percent' },
  ...{ $: 'dollar', '*': 'star', '=': 'equals', '!': 'exclamation', '?': 'question' },
};

/** The name with a word for each sign that sets tags apart; a mark on the sign does not go to the word's last letter. */
function inWords(name: string): string {
  const start = cleanText(name)
    .trim()
    .replace(/(^|[\s/])#+/g, '$1')
    .replace(/(^|\/)\.(?=[\p{L}\p{N}])/gu, '$1dot');
  return Object.entries(SIGNS).reduce((text, [sign, word]) => text.replaceAll(sign, `${word} `), start);
}

/** Tags that the template did not write for one that the service sent. */
function forgedTags(body: string, names: readonly string[]): readonly string[] {
  const known = names.flatMap((name) => [letters(name), `y${letters(name)}`, letters(inWords(name))]);
  return [...everyPart(readNote(body, 'formulas').parts)]
    .filter((part) => part.kind === 'paragraph')
    .flatMap((part) => tagsIn(activeText(part.parts)))
    .filter((tag) => !known.some((name) => name.startsWith(letters(tag))));
}

const FRESH = 'A passage that is new.';
const MINE = 'What I wrote.';

const versionOf = async (from: Item): Promise<NoteVersion> =>
  noteVersion({ item: from, rendered: await template.render(from) });

/** The same item, with a new text of its middle highlight. */
const renewed = (from: Item): Item => ({
  ...from,
  highlights: from.highlights.map((highlight, index) =>
    index === 1 ? { ...highlight, text: FRESH } : highlight,
  ),
});

const merged = async (text: string, from: Item): Promise<MergeResult> =>
  mergedNote(text, await versionOf(from));

/** What is wrong with the marks by which a later sync reads the note. */
function misread(text: string): readonly string[] {
  const parts = splitNote(text);
  const anchors = parts.body
    .split('\n')
    .flatMap((line) => /(?:^|[\s>])\^([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? []);
  const problems = anchors.join() === ANCHORS.join() ? [] : [`anchors: ${anchors.join()}`];
  if (parts.trailer === null || !isUntouched(parts)) problems.push('not as it was written');
  if (/%%\s*florilegium/i.test(parts.body)) problems.push('a forged trailer');
  return problems;
}

/**
 * What a later sync gets wrong when it brings the middle highlight up to date in a note with a person's words
 * in it.
 */
async function mismerged(text: string, from: Item): Promise<readonly string[]> {
  const problems: string[] = [];
  const edited = text.replace(/^\^rw1$/m, `^rw1\n\n${MINE}`);
  if ((await merged(edited, from)).text !== edited) problems.push('the same once more changes something');
  const next = renewed(from);
  const expected = composeNote(await versionOf(next), '').replace(/^\^rw1$/m, `^rw1\n\n${MINE}`);
  const after = await merged(edited, next);
  if (splitNote(after.text).body !== splitNote(expected).body || after.conflicts.length > 0)
    problems.push(`the middle one is not brought up to date:\n${after.text}`);
  return problems;
}

jest.setTimeout(900_000);

describe('a note of hostile passages', () => {
  it('should hold nothing that acts, every block in its place, and give back its ids and tags and no others, when it is read again (I9, I10)', async () => {
    await fc.assert(
      fc.asyncProperty(item, async (hostile) => {
        const note = await written(hostile);
        const mayHaveHeadings = HEADING.test(cleanText(hostile.book?.documentNote ?? ''));
        const problems = [...misread(note.text), ...forgedTags(note.body, hostile.book?.tags ?? [])];
        for (const formulas of FORMULAS)
          problems.push(
            ...whatActs(withoutOwnCallout(note.body), formulas),
            ...misplaced(note.body, formulas, { mayHaveHeadings }),
          );
        if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${note.body}`);
      }),
      hostileRuns(PIECES_IN_A_NOTE),
    );
  });

  it("should take a new passage in its place, and keep a person's words, when a later sync merges it (I2, I10)", async () => {
    await fc.assert(
      fc.asyncProperty(item, async (hostile) => {
        const problems = await mismerged((await written(hostile)).text, hostile);
        if (problems.length > 0) throw new Error(problems.join('\n'));
      }),
      hostileRuns(PIECES_IN_A_NOTE * 10),
    );
  });
});

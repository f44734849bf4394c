import { mergedNote } from '../../support/merged-note';
import fc from 'fast-check';
import { writePage } from '../../../src/notes/markdown/write';
import {
  composeNote,
  isUntouched,
  noteVersion,
  splitNote,
  type NoteVersion,
} from '../../../src/notes/note/note';
import { hostileRuns } from '../../property/runs';
import { everyPart, readableText, readNote } from '../../support/note-reader/read-note';
import { ADDRESS, tagsIn, whatActs } from '../../support/note-reader/what-acts';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';
import { hostileFullText } from './hostile-full-text';
import { withoutFootnotes } from './without-footnotes';

const ANCHORS = ['rw1', 'rw22', 'rd01hw'];
const FORMULAS = ['formulas', 'no formulas'] as const;

const versionOf = (text: string, passage = 'A passage.'): NoteVersion =>
  noteVersion({
    item: sampleItem({
      book: sampleBook(),
      highlights: ANCHORS.map((anchor) =>
        sampleHighlight({ anchor, text: anchor === 'rw22' ? passage : anchor }),
      ),
    }),
    rendered: {
      properties: [],
      header: ['# Title', writePage(text, { footnotes: 'dx1-', topHeading: 3 }), '## Highlights'].join(
        '\n\n',
      ),
      blocks: ANCHORS.map((anchor) => ({ anchor, text: anchor === 'rw22' ? passage : `Passage ${anchor}.` })),
    },
  });

/** What a full text may hold that a passage may not. */
const isAllowed = (problem: string): boolean => problem === 'rule';

function acting(markdown: string): readonly string[] {
  const found: string[] = [];
  for (const formulas of FORMULAS)
    found.push(...whatActs(withoutFootnotes(markdown), formulas).filter((problem) => !isAllowed(problem)));
  const { parts, definitions } = readNote(markdown, 'formulas');
  found.push(...definitions.filter((label) => !label.startsWith('^')).map((label) => `definition: ${label}`));
  for (const part of everyPart(parts)) {
    if (part.kind === 'link' && /^[a-z][a-z0-9+.-]*:/i.test(part.detail) && !ADDRESS.test(part.detail))
      found.push(`link: ${part.detail}`);
    if (part.kind === 'heading' && part.detail === 'h1') found.push(`title: ${readableText(part)}`);
    if (part.kind === 'paragraph' || part.kind === 'heading')
      found.push(...tagsIn(activeOf(part)).map((tag) => `tag: ${tag}`));
  }
  return found;
}

const activeOf = (part: Parameters<typeof readableText>[0]): string =>
  part.parts
    .map((inner) => (inner.kind === 'text' ? inner.content : inner.kind.endsWith('break') ? '\n' : '\ufffc'))
    .join('');

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

/** What stands behind the full text, as a reader of markdown sees it. */
function misplaced(text: string): readonly string[] {
  const { parts } = readNote(withoutFootnotes(splitNote(text).body), 'formulas');
  const shape = parts.slice(-4).map((part) => `${part.kind} ${readableText(part)}`);
  return shape.join() ===
    [
      'heading Highlights',
      'paragraph Passage rw1. ^rw1',
      'paragraph A passage. ^rw22',
      'paragraph Passage rd01hw. ^rd01hw',
    ].join()
    ? []
    : [`blocks: ${shape.join()}`];
}

function mismerged(hostile: string): readonly string[] {
  const next = versionOf(hostile, 'A new passage.');
  const { text, conflicts } = mergedNote(composeNote(versionOf(hostile), 'x'), next);
  return splitNote(text).body === splitNote(composeNote(next, '')).body && conflicts.length === 0
    ? []
    : [`not brought up to date:\n${text}`];
}

const check = (hostile: string, look: (markdown: string) => readonly string[]): void => {
  const markdown = writePage(hostile);
  const problems = look(markdown);
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${markdown}`);
};

jest.setTimeout(900_000);

describe('a full text from outside', () => {
  it('should hold nothing that acts, also when it is taken in twice (I10)', () => {
    fc.assert(
      fc.property(hostileFullText(), (hostile) => {
        check(hostile, (markdown) => [...acting(markdown), ...acting(writePage(markdown))]);
      }),
      hostileRuns(10),
    );
  });

  it('should leave its note readable, with every block in its place, and be brought up to date, when a later sync merges it (I9, I10)', () => {
    fc.assert(
      fc.property(hostileFullText(), (hostile) => {
        const note = composeNote(versionOf(hostile), 'x');
        const problems = [...misread(note), ...misplaced(note), ...mismerged(hostile)];
        if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${note}`);
      }),
      hostileRuns(20),
    );
  });
});

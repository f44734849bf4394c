import { distinctWords } from './text';
import type { ItemHighlight } from './model';
import { oneLine } from './clean-text';

/**
 * Dotted words in a highlight's note: the service's action tags (`.h1`, `.c1`, `.qa`) and inline tags
 * (`.stoic`).
 */
export interface ActionTags {
  /** The note without them. */
  readonly note: string;
  /** 1 to 6 if the passage is a heading. */
  readonly headingLevel: number | null;
  /** 1 begins a chain of passages that belong together; the next ones count up. */
  readonly concat: number | null;
  /** Whether the note contains a question. */
  readonly isQuestion: boolean;
  /** One line. */
  readonly question: string;
  /** The lines below the question; `''` if the passage is the answer. */
  readonly answer: string;
  /** Inline tags without dots, as written. */
  readonly tags: readonly string[];
  /** Action tags without dots, in lower case. */
  readonly actions: readonly string[];
}

interface Cut {
  readonly words: readonly string[];
  readonly rest: string;
}

const WORD_AHEAD = /\s*\.(\p{L}[\p{L}\p{N}_/-]*)(?=\s|$)/uy;
const WORD = /^\.(\p{L}[\p{L}\p{N}_/-]*)$/u;
const ACTION = /^(?:h[1-6]|c[1-9]\d?|qa)$/i;

/**
 * Reads a note as the service documents it: dotted words count at its start, inline tags also at the ends of
 * lines. `.NET` may be no tag: only those of `known` are, in any case of letters, and any other word ends the
 * reading. Where they are not known, all are, but behind other words none.
 */
export function readActionTags(note: string, known: readonly string[] | null = null): ActionTags {
  const names = new Set(known?.map((tag) => tag.toLowerCase()));
  const isTag = (word: string): boolean => known === null || names.has(word.toLowerCase());
  const isInlineTag = (word: string): boolean => !ACTION.test(word) && isTag(word);
  const first = wordsAtStart(note, (word) => ACTION.test(word) || isTag(word));
  const last =
    known === null ? wordsOfLastLine(first.rest, isInlineTag) : wordsAtLineEnds(first.rest, isInlineTag);
  const actions = first.words.filter((word) => ACTION.test(word)).map((word) => word.toLowerCase());
  return {
    note: last.rest,
    headingLevel: numberAfter('h', actions),
    concat: numberAfter('c', actions),
    ...questionOf(actions.includes('qa') ? last.rest : ''),
    tags: [...first.words.filter((word) => !ACTION.test(word)), ...last.words],
    actions,
  };
}

function wordsAtStart(note: string, isAccepted: (word: string) => boolean): Cut {
  const words: string[] = [];
  let end = 0;
  for (;;) {
    WORD_AHEAD.lastIndex = end;
    const word = WORD_AHEAD.exec(note)?.[1];
    if (word === undefined || !isAccepted(word)) break;
    words.push(word);
    end = WORD_AHEAD.lastIndex;
  }
  return { words, rest: words.length === 0 ? note : note.slice(end).trimStart() };
}

function wordsOfLastLine(note: string, isAccepted: (word: string) => boolean): Cut {
  const text = note.trimEnd();
  const start = text.lastIndexOf('\n') + 1;
  const { words, rest } = wordsAtEnd(text.slice(start), isAccepted);
  const isTags = start > 0 && words.length > 0 && rest === '';
  return isTags ? { words, rest: text.slice(0, start).trimEnd() } : { words: [], rest: note };
}

/** A line of nothing else goes with its words. */
function wordsAtLineEnds(note: string, isAccepted: (word: string) => boolean): Cut {
  const cuts = note.split('\n').map((line) => wordsAtEnd(line, isAccepted));
  const words = cuts.flatMap((cut) => cut.words);
  if (words.length === 0) return { words, rest: note };
  const left = cuts.filter((cut) => cut.words.length === 0 || cut.rest !== '');
  return {
    words,
    rest: left
      .map(({ rest }) => rest)
      .join('\n')
      .trim(),
  };
}

function wordsAtEnd(line: string, isAccepted: (word: string) => boolean): Cut {
  const words: string[] = [];
  const pieces = line.trimEnd().split(/(\s+)/);
  for (;;) {
    const word = WORD.exec(pieces.at(-1) ?? '')?.[1];
    if (word === undefined || !isAccepted(word)) break;
    words.push(word);
    pieces.splice(-2);
  }
  return words.length === 0 ? { words, rest: line } : { words: words.reverse(), rest: pieces.join('') };
}

function numberAfter(letter: string, actions: readonly string[]): number | null {
  const action = actions.find((word) => word.startsWith(letter));
  return action === undefined ? null : Number(action.slice(1));
}

function questionOf(text: string): Pick<ActionTags, 'isQuestion' | 'question' | 'answer'> {
  const [question = '', ...answer] = text.trim().split('\n');
  return { isQuestion: question !== '', question: question.trimEnd(), answer: answer.join('\n').trim() };
}

const NO_ACTIONS = readActionTags('');

export type TaggedText = Pick<ItemHighlight, 'anchor' | 'text' | 'note' | 'tags'>;

/**
 * The action tags of a highlight. v2 makes its tags from the note, and tags that the user removed stay off,
 * so a word must be among them to count. v3 gives highlights no tags, so only the note counts.
 */
export function actionTagsOf({ anchor, note, tags }: Omit<TaggedText, 'text'>): ActionTags {
  if (!note.includes('.')) return note === '' ? NO_ACTIONS : { ...NO_ACTIONS, note };
  if (anchor.startsWith('rd')) return readActionTags(note);
  return readActionTags(note, tags);
}

/** The tags of the highlight and its note, without duplicates, colour and actions. */
export function tagsOf(highlight: ItemHighlight): readonly string[] {
  const { tags, actions } = actionTagsOf(highlight);
  const repeated = new Set([highlight.color.toLowerCase(), ...actions]);
  return distinctWords([...highlight.tags, ...tags]).filter((tag) => !repeated.has(tag.toLowerCase()));
}

/** 1 to 6 if the highlight's note makes its passage a heading: it then counts as none of the highlights. */
export function headingLevelOf(highlight: TaggedText): number | null {
  const { headingLevel } = actionTagsOf(highlight);
  return headingLevel === null || oneLine(highlight.text) === '' ? null : headingLevel;
}

export const isHeading = (highlight: TaggedText): boolean => headingLevelOf(highlight) !== null;

/** Whether a highlight continues the one before: `.c2` after `.c1`, and so on. */
export function continuesPassage(
  before: ItemHighlight | undefined,
  highlight: ItemHighlight | undefined,
): boolean {
  if (before === undefined || highlight === undefined) return false;
  const { concat } = actionTagsOf(highlight);
  return concat !== null && concat > 1 && actionTagsOf(before).concat === concat - 1;
}

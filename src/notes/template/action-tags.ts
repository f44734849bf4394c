import { distinctWords } from '../../model/text';
import type { ItemHighlight } from '../../model/model';

/**
 * What a highlight's note says by words that begin with a dot: the service's action tags (`.h1`, `.c1`,
 * `.qa`) and its inline tags (`.stoic`).
 */
export interface ActionTags {
  /** The note without them; untouched where it has none. */
  readonly note: string;
  /** 1 to 6: the passage is a heading of that level. */
  readonly headingLevel: number | null;
  /** 1 begins a chain of passages that belong together; each further one has the next number. */
  readonly concat: number | null;
  /** Whether the note holds a question. */
  readonly isQuestion: boolean;
  /** One line. */
  readonly question: string;
  /** The lines below the question; `''` where the passage itself is the answer. */
  readonly answer: string;
  /** Inline tags without their dots, as they were written. */
  readonly tags: readonly string[];
  /** Action tags without their dots, in small letters. */
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
 * Reads a note as the service documents it: dotted words count at its beginning, inline tags also where they
 * are all that the last line holds. `isTag` says which words are tags, because `.NET` may be one or not; a
 * word that is none ends the reading.
 */
export function readActionTags(note: string, isTag: (word: string) => boolean = () => true): ActionTags {
  const first = wordsAtStart(note, (word) => ACTION.test(word) || isTag(word));
  const last = wordsOfLastLine(first.rest, (word) => !ACTION.test(word) && isTag(word));
  const actions = first.words.filter((word) => ACTION.test(word)).map((word) => word.toLowerCase());
  return {
    note: last.rest,
    headingLevel: numberBehind('h', actions),
    concat: numberBehind('c', actions),
    ...questionOf(actions.includes('qa') ? last.rest : ''),
    tags: [...first.words.filter((word) => !ACTION.test(word)), ...last.words],
    actions,
  };
}

function wordsAtStart(note: string, counts: (word: string) => boolean): Cut {
  const words: string[] = [];
  let end = 0;
  for (;;) {
    WORD_AHEAD.lastIndex = end;
    const word = WORD_AHEAD.exec(note)?.[1];
    if (word === undefined || !counts(word)) break;
    words.push(word);
    end = WORD_AHEAD.lastIndex;
  }
  return { words, rest: words.length === 0 ? note : note.slice(end).trimStart() };
}

function wordsOfLastLine(note: string, counts: (word: string) => boolean): Cut {
  const text = note.trimEnd();
  const start = text.lastIndexOf('\n') + 1;
  const words =
    start === 0
      ? []
      : text
          .slice(start)
          .trim()
          .split(/\s+/)
          .map((word) => WORD.exec(word)?.[1] ?? '');
  const isTags = words.length > 0 && words.every((word) => word !== '' && counts(word));
  return isTags ? { words, rest: text.slice(0, start).trimEnd() } : { words: [], rest: note };
}

function numberBehind(letter: string, actions: readonly string[]): number | null {
  const action = actions.find((word) => word.startsWith(letter));
  return action === undefined ? null : Number(action.slice(1));
}

function questionOf(text: string): Pick<ActionTags, 'isQuestion' | 'question' | 'answer'> {
  const [question = '', ...answer] = text.trim().split('\n');
  return { isQuestion: question !== '', question: question.trimEnd(), answer: answer.join('\n').trim() };
}

const NO_ACTIONS = readActionTags('');

/**
 * The action tags of a highlight. v2 makes its tags of the note by itself and a tag that the person took off
 * stays off, so there a word is a tag only if it is among them; v3 tells no tags of a highlight, so there the
 * note alone counts.
 */
export function actionTagsOf({ anchor, note, tags }: ItemHighlight): ActionTags {
  if (!note.includes('.')) return note === '' ? NO_ACTIONS : { ...NO_ACTIONS, note };
  if (anchor.startsWith('rd')) return readActionTags(note);
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return readActionTags(note, (word) => known.has(word.toLowerCase()));
}

/**
 * The highlight's tags and those of its note, each once, without the ones that only repeat its colour or an
 * action.
 */
export function tagsOf(highlight: ItemHighlight): readonly string[] {
  const { tags, actions } = actionTagsOf(highlight);
  const repeated = new Set([highlight.color.toLowerCase(), ...actions]);
  return distinctWords([...highlight.tags, ...tags]).filter((tag) => !repeated.has(tag.toLowerCase()));
}

/** Whether a highlight goes on with the passage of the one before it: `.c2` after `.c1`, and so on. */
export function goesOn(before: ItemHighlight | undefined, highlight: ItemHighlight | undefined): boolean {
  if (before === undefined || highlight === undefined) return false;
  const { concat } = actionTagsOf(highlight);
  return concat !== null && concat > 1 && actionTagsOf(before).concat === concat - 1;
}

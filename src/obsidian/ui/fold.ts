import { StateField, type EditorState, type Text } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { editorLivePreviewField } from 'obsidian';
import { idsInFrontMatter } from '../../notes/note/identity';
import { TRAILER_START } from '../../notes/note/trailer';

/** Whole lines. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

interface Fold {
  /** Lines that are Florilegium's alone, each with the empty line that would be one too many without it. */
  readonly machinery: readonly Lines[];
  readonly hidden: DecorationSet;
}

/**
 * Editor extension that hides such lines in Live Preview, but for those that the cursor is in. A field, because
 * what a view plugin adds must not hide line breaks.
 */
export const fold = StateField.define<Fold>({
  create: (state) => foldOf(state, machineryIn(state.doc)),
  update: (before, { docChanged, selection, startState, state }) => {
    const isSameMode = isLivePreview(startState) === isLivePreview(state);
    if (!docChanged && selection === undefined && isSameMode) return before;
    return foldOf(state, docChanged ? machineryIn(state.doc) : before.machinery);
  },
  provide: (field) => EditorView.decorations.from(field, ({ hidden }) => hidden),
});

const isLivePreview = (state: EditorState): boolean => state.field(editorLivePreviewField, false) === true;

const HIDDEN = Decoration.replace({ block: true });

function foldOf(state: EditorState, machinery: readonly Lines[]): Fold {
  if (!isLivePreview(state)) return { machinery, hidden: Decoration.none };
  const { ranges } = state.selection;
  const isEntered = ({ from, to }: Lines): boolean => ranges.some(({ head }) => from <= head && head <= to);
  const hidden = machinery.filter((lines) => !isEntered(lines)).map(({ from, to }) => HIDDEN.range(from, to));
  return { machinery, hidden: Decoration.set(hidden) };
}

const BLOCK_ID = /^\^(?:rw\d+|rd[0-9a-z]{26})[ \t]*$/;
const SECTION_COMMENT = /^%% florilegium-(?:day|review)(?:-end| [^%]*)[ \t]*%%[ \t]*$/;

/** Block ids on lines of their own and the hidden comment in a synced note, and comments of daily sections. */
function machineryIn(doc: Text): readonly Lines[] {
  const isSynced = idsInFrontMatter(frontMatterOf(doc)).length > 0;
  const lines: Lines[] = [];
  let from = 0;
  for (const text of doc.iterLines()) {
    const to = from + text.length;
    if (SECTION_COMMENT.test(text) || (isSynced && BLOCK_ID.test(text))) lines.push({ from, to });
    from = to + 1;
  }
  const trailer = isSynced ? trailerIn(doc) : null;
  const all = trailer === null ? lines : [...lines, trailer];
  return all.map((line) => withEmptyLine(doc, line));
}

/**
 * The line with the one above, if there are empty ones above and below: one of them is left. It is the one
 * below, where words of the person belong to the person.
 */
function withEmptyLine(doc: Text, line: Lines): Lines {
  if (line.from === 0) return line;
  const above = doc.lineAt(line.from - 1);
  const below = line.to === doc.length ? '' : doc.lineAt(line.to + 1).text;
  const isBetweenEmptyLines = above.text.trim() === '' && below.trim() === '';
  return isBetweenEmptyLines ? { from: above.from, to: line.to } : line;
}

function frontMatterOf(doc: Text): string {
  const lines: string[] = [];
  for (const text of doc.iterLines()) {
    if (lines.length === 0 && text.trimEnd() !== '---') return '';
    if (lines.length > 0 && text.trimEnd() === '---') return lines.slice(1).join('\n');
    lines.push(text);
  }
  return '';
}

/** It stands on the last line with any text. */
function trailerIn(doc: Text): Lines | null {
  let line = doc.line(doc.lines);
  while (line.text.trim() === '' && line.number > 1) line = doc.line(line.number - 1);
  const isTrailer = line.text.startsWith(TRAILER_START) && line.text.trimEnd().endsWith('%%');
  return isTrailer ? { from: line.from, to: line.to } : null;
}

import { StateField, type EditorState, type Text } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { editorLivePreviewField } from 'obsidian';
import { idsInFrontMatter } from '../../notes/note/identity';
import { TRAILER_START } from '../../notes/note/trailer';

interface Line {
  readonly from: number;
  readonly to: number;
}

interface Fold {
  /** Lines that are Florilegium's alone. */
  readonly lines: readonly Line[];
  readonly hidden: DecorationSet;
}

/** Editor extension that hides such lines in Live Preview, but for those that the cursor is in. */
export const fold = StateField.define<Fold>({
  create: (state) => foldOf(state, machineryIn(state.doc)),
  update: (before, { docChanged, selection, startState, state }) => {
    const isSameMode = isLivePreview(startState) === isLivePreview(state);
    if (!docChanged && selection === undefined && isSameMode) return before;
    return foldOf(state, docChanged ? machineryIn(state.doc) : before.lines);
  },
  provide: (field) => EditorView.decorations.from(field, ({ hidden }) => hidden),
});

const isLivePreview = (state: EditorState): boolean => state.field(editorLivePreviewField, false) === true;

const HIDDEN_LINE = Decoration.line({ class: 'florilegium-folded' });
const HIDDEN_TEXT = Decoration.replace({});

function foldOf(state: EditorState, lines: readonly Line[]): Fold {
  if (!isLivePreview(state)) return { lines, hidden: Decoration.none };
  const { ranges } = state.selection;
  const isEntered = ({ from, to }: Line): boolean => ranges.some(({ head }) => from <= head && head <= to);
  const hidden = lines
    .filter((line) => !isEntered(line))
    .flatMap(({ from, to }) => [HIDDEN_LINE.range(from), HIDDEN_TEXT.range(from, to)]);
  return { lines, hidden: Decoration.set(hidden) };
}

const BLOCK_ID = /^\^(?:rw\d+|rd[0-9a-z]{26})[ \t]*$/;
const SECTION_COMMENT = /^%% florilegium-(?:day|review)(?:-end| [^%]*)[ \t]*%%[ \t]*$/;

/** Block ids on lines of their own and the hidden comment in a synced note, and comments of daily sections. */
function machineryIn(doc: Text): readonly Line[] {
  const isSynced = idsInFrontMatter(frontMatterOf(doc)).length > 0;
  const lines: Line[] = [];
  let from = 0;
  for (const text of doc.iterLines()) {
    const to = from + text.length;
    if (SECTION_COMMENT.test(text) || (isSynced && BLOCK_ID.test(text))) lines.push({ from, to });
    from = to + 1;
  }
  const trailer = isSynced ? trailerIn(doc) : null;
  return trailer === null ? lines : [...lines, trailer];
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
function trailerIn(doc: Text): Line | null {
  let line = doc.line(doc.lines);
  while (line.text.trim() === '' && line.number > 1) line = doc.line(line.number - 1);
  const isTrailer = line.text.startsWith(TRAILER_START) && line.text.trimEnd().endsWith('%%');
  return isTrailer ? { from: line.from, to: line.to } : null;
}

import { StateField, type EditorState, type Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { TRAILER_START } from '../../notes/note/trailer';
import { EDITOR } from '../strings/strings';

/**
 * Editor extension that shows a small mark in place of the trailer. A click on the mark, or the cursor in it,
 * opens it.
 */
export const trailerFold = StateField.define<DecorationSet>({
  create: foldIn,
  update: (decorations, { state, docChanged, selection }) =>
    docChanged || selection !== undefined ? foldIn(state) : decorations,
  provide: (field) => EditorView.decorations.from(field),
});

/** Where the trailer stands: on the last line with any text. Null without one. */
export function trailerRange(text: Text): { readonly from: number; readonly to: number } | null {
  let line = text.line(text.lines);
  while (line.text.trim() === '' && line.number > 1) line = text.line(line.number - 1);
  const isTrailer = line.text.startsWith(TRAILER_START) && line.text.trimEnd().endsWith('%%');
  return isTrailer ? { from: line.from, to: line.to } : null;
}

function foldIn({ doc, selection }: EditorState): DecorationSet {
  const trailer = trailerRange(doc);
  if (trailer === null) return Decoration.none;
  const isEntered = selection.ranges.some(({ from, to }) => from <= trailer.to && to >= trailer.from);
  return isEntered ? Decoration.none : Decoration.set(FOLD.range(trailer.from, trailer.to));
}

class TrailerMark extends WidgetType {
  /** All marks are alike, so that the editor keeps the one that it has drawn. */
  override eq(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const mark = createSpan({
      cls: 'florilegium-trailer-mark',
      text: '%%',
      attr: { role: 'button', 'aria-label': EDITOR.trailer },
    });
    mark.addEventListener('click', () => {
      view.dispatch({ selection: { anchor: view.posAtDOM(mark) } });
      view.focus();
    });
    return mark;
  }
}

const FOLD = Decoration.replace({ widget: new TrailerMark() });

import { EditorSelection, type Extension, type SelectionRange } from '@codemirror/state';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { editorLivePreviewField } from './editor-mode';

type Move = (view: EditorView, range: SelectionRange) => SelectionRange;

const arrow = (key: string, move: Move): KeyBinding => ({
  key,
  run: (view) => {
    const selection = EditorSelection.create([move(view, view.state.selection.main)]);
    view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' });
    return true;
  },
});

const backspace: KeyBinding = {
  key: 'Backspace',
  run: (view) => {
    const { main } = view.state.selection;
    const { head: from } = view.moveByChar(main, false);
    view.dispatch({ changes: { from, to: main.head }, userEvent: 'delete.backward' });
    return true;
  },
};

/** As in the app, whose editor moves the cursor and deletes by itself. */
const KEYS = [
  backspace,
  arrow('ArrowLeft', (view, range) => view.moveByChar(range, false)),
  arrow('ArrowRight', (view, range) => view.moveByChar(range, true)),
  arrow('ArrowUp', (view, range) => view.moveVertically(range, false)),
  arrow('ArrowDown', (view, range) => view.moveVertically(range, true)),
];

/** The app's real editor in Live Preview, over the window, with what plugins have added to it. */
export function openEditor(doc: string, added: readonly Extension[]): EditorView {
  const parent = document.body.createDiv('live-preview');
  const attributes = EditorView.contentAttributes.of({ 'aria-label': 'Live Preview' });
  const extensions = [editorLivePreviewField, keymap.of(KEYS), attributes, ...added];
  const view = new EditorView({ doc, extensions, parent });
  view.focus();
  return view;
}

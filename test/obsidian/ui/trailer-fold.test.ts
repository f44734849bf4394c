/** @jest-environment jsdom */
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { trailerFold } from '../../../src/obsidian/ui/trailer-fold';
import { installElementHelpers } from '../../browser/app/element-helpers';

const TRAILER = '%% florilegium 1 n=26cxmdoyfpn f=c6xvrtd p=0ycag4y7snq =YeIao.4aaaaaaabbbccc %%';
const NOTE = `# Walden\n\nMine.\n\n${TRAILER}\n`;

const open = (doc: string): EditorView =>
  new EditorView({ state: EditorState.create({ doc, extensions: trailerFold }), parent: document.body });

const shown = (view: EditorView): string => view.contentDOM.textContent;
const markIn = (view: EditorView): HTMLElement | null =>
  view.contentDOM.querySelector<HTMLElement>('.florilegium-trailer-mark');

describe('the trailer in the editor', () => {
  beforeAll(installElementHelpers);

  it('should be a small mark when the cursor is elsewhere', () => {
    const view = open(NOTE);
    expect(shown(view)).toBe('# WaldenMine.%%');
    expect(markIn(view)?.getAttribute('aria-label')).toBe('Sync marks of this note. Select to show them.');
    expect(view.state.doc.toString()).toBe(NOTE);
  });

  it('should open when the mark is clicked, and close when the cursor leaves it', () => {
    const view = open(NOTE);
    markIn(view)?.click();
    expect(shown(view)).toContain(TRAILER);
    view.dispatch({ selection: EditorSelection.cursor(0) });
    expect(shown(view)).not.toContain(TRAILER);
  });

  it('should open when the cursor moves into it', () => {
    const view = open(NOTE);
    view.dispatch({ selection: EditorSelection.cursor(NOTE.indexOf(TRAILER)) });
    expect(markIn(view)).toBeNull();
  });

  it('should be folded again where it stands when the text above it grows', () => {
    const view = open(NOTE);
    view.dispatch({ changes: { from: 0, insert: 'More.\n' } });
    expect(shown(view)).toBe('More.# WaldenMine.%%');
  });

  it.each([
    ['', 'empty'],
    ['# Walden\n', 'without trailer'],
    [`${TRAILER}\n\nMine.\n`, 'with words under the trailer'],
    ['Text\n\n%% florilegium 1 n=2\n', 'with a trailer that was cut'],
    ['Text\n\n%% mine %%\n', 'with another comment'],
  ])('should leave a note as it is when it is %#: %s', (text) => {
    expect(markIn(open(text))).toBeNull();
  });
});

/** @jest-environment jsdom */
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { fold } from '../../../src/obsidian/ui/fold';
import { editorLivePreviewField, showLivePreview } from '../../browser/app/editor-mode';

const TRAILER = '%% florilegium 1 n=26cxmdoyfpn f=c6xvrtd p=0ycag4y7snq =YeIao.4aaaaaaabbbccc %%';
const NOTE = `---
readwise-id: 41
---
> To the woods

^rw512

Mine. ^rw513

${TRAILER}
`;
const DAILY = `My plans.

%% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%

## Highlights

%% florilegium-day-end %%

%% florilegium-review 2026-01-31 %%
%% mine %%
`;

const open = (doc: string, isLivePreview = true): EditorView =>
  new EditorView({
    state: EditorState.create({
      doc,
      selection: EditorSelection.cursor(doc.indexOf('M')),
      extensions: [editorLivePreviewField.init(() => isLivePreview), fold],
    }),
    parent: document.body,
  });

const BLOCK_ID = '\n^rw512\n';

const shown = ({ contentDOM }: EditorView): string =>
  [...contentDOM.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('\n');

describe('the fold in the editor', () => {
  it('should hide block ids on lines of their own and the hidden comment of a synced note', () => {
    const view = open(NOTE);
    expect(shown(view)).toBe(NOTE.replace(BLOCK_ID, '').replace(`\n${TRAILER}\n`, ''));
    expect(view.state.doc.toString()).toBe(NOTE);
  });

  it('should hide the comments of sections in a daily note, and leave comments of the person', () => {
    expect(shown(open(DAILY))).toBe(
      DAILY.replace(/\n%% florilegium-day.*\n/g, '').replace(/%% florilegium-.*\n/, ''),
    );
  });

  it.each(['^rw512', TRAILER])('should show only %s when the cursor is in it', (machinery) => {
    const view = open(NOTE);
    const at = NOTE.indexOf(machinery);
    for (const place of [at, at + machinery.length]) {
      view.dispatch({ selection: EditorSelection.cursor(place) });
      expect(shown(view)).toContain(machinery);
    }
    view.dispatch({ selection: EditorSelection.cursor(0) });
    expect(shown(view)).not.toContain(machinery);
  });

  it.each([
    ['no empty line is above it', NOTE.replace('\n\n^rw512', '\n^rw512'), '^rw512\n'],
    ['no empty line is below it', NOTE.replace('^rw512\n', '^rw512'), '^rw512\n'],
    ['two empty lines are above it', NOTE.replace('\n^rw512', '\n\n^rw512'), BLOCK_ID],
  ])('should leave a gap, and every other empty line, when %s', (_, text, hidden) => {
    expect(shown(open(text))).toBe(text.replace(hidden, '').replace(`\n${TRAILER}\n`, ''));
  });

  it('should still hide it when the text above it grows', () => {
    const view = open(NOTE);
    view.dispatch({ changes: { from: NOTE.indexOf('Mine'), insert: 'More.\n' } });
    expect(shown(view)).toBe(
      NOTE.replace(BLOCK_ID, '').replace(`\n${TRAILER}\n`, '').replace('Mine', 'More.\nMine'),
    );
  });

  it('should show all in source mode, and hide it again in Live Preview', () => {
    const view = open(NOTE, false);
    expect(shown(view)).toBe(NOTE);
    view.dispatch({ effects: showLivePreview.of(true) });
    expect(shown(view)).not.toContain('^rw512');
  });

  it.each([
    ['without ids', NOTE.replace(/^readwise-id.*\n/m, '')],
    ['without properties', NOTE.replace(/^---[^]*?---\n/, '')],
    ['empty', ''],
  ])('should leave a note as it is when it is %s', (_, text) => {
    expect(shown(open(text))).toBe(text);
  });

  it.each([
    ['with words under the comment', NOTE.replace(TRAILER, `${TRAILER}\n\nUnder it.`)],
    ['with a comment that was cut', NOTE.replace(TRAILER, '%% florilegium 1 n=2')],
    ['with another comment', NOTE.replace(TRAILER, '%% mine %%')],
  ])('should leave the end of a note as it is when it is %s', (_, text) => {
    expect(shown(open(text))).toBe(text.replace(BLOCK_ID, ''));
  });
});

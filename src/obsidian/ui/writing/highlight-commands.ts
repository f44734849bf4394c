import { Notice, type Editor, type TFile } from 'obsidian';
import { anchorAt } from '../../../features/daily/note-links';
import { valuesToChange } from '../../../outbox/queue';
import type { PluginContext } from '../../app/plugin-context';
import { HIGHLIGHT_COMMANDS, HIGHLIGHT_UNKNOWN } from '../../strings/writing-highlight-strings';
import { hasNoId, identityIn } from '../../vault/identity-index';
import { DeleteHighlightModal } from './delete-highlight-modal';
import { EditHighlightModal, type EditedHighlight } from './edit-highlight-modal';
import { selectedPassages } from './selected-passages';
import { openSendHighlights } from './send-highlights-modal';

export interface HighlightAction {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly run: () => void;
}

/** Commands that send, edit and delete highlights, offered only where they apply. */
export function addHighlightCommands(context: PluginContext): void {
  const names = Object.entries({
    'send-highlight': HIGHLIGHT_COMMANDS.send,
    'edit-highlight': HIGHLIGHT_COMMANDS.edit,
    'delete-highlight': HIGHLIGHT_COMMANDS.remove,
  });
  for (const [id, name] of names)
    context.plugin.addCommand({
      id,
      name,
      editorCheckCallback: (checking, editor, { file }) => {
        const action = writingActions(context, editor, file).find((each) => each.id === id);
        if (!checking) action?.run();
        return action !== undefined;
      },
    });
}

/** What can be done at Readwise with the selection, or with the highlight at the cursor. */
export function writingActions(
  context: PluginContext,
  editor: Editor,
  file: TFile | null,
): readonly HighlightAction[] {
  if (file === null) return [];
  const actions: HighlightAction[] = [];
  const selection = { from: editor.getCursor('from'), to: editor.getCursor('to') };
  const passages = editor.somethingSelected() ? selectedPassages(editor.getValue(), selection) : [];
  if (passages.length > 0)
    actions.push({
      id: 'send-highlight',
      name: HIGHLIGHT_COMMANDS.send,
      icon: 'highlighter',
      run: () => void openSendHighlights(context, { editor, file, passages }).catch(context.onError),
    });
  const isSynced = !hasNoId(identityIn(context.app, file));
  const anchor = isSynced ? anchorAt(editor.getValue(), editor.getCursor().line) : null;
  if (anchor === null) return actions;
  const open = (show: (highlight: EditedHighlight) => void): void =>
    void openHighlight(context, anchor, show).catch(context.onError);
  return [
    ...actions,
    {
      id: 'edit-highlight',
      name: HIGHLIGHT_COMMANDS.edit,
      icon: 'pencil',
      run: () => open((highlight) => new EditHighlightModal(context, highlight).open()),
    },
    {
      id: 'delete-highlight',
      name: HIGHLIGHT_COMMANDS.remove,
      icon: 'trash-2',
      run: () => open((highlight) => new DeleteHighlightModal(context, highlight).open()),
    },
  ];
}

async function openHighlight(
  context: PluginContext,
  anchor: string,
  show: (highlight: EditedHighlight) => void,
): Promise<void> {
  const values = await context.withState((state) => valuesToChange(state, anchor));
  if (values === null) new Notice(HIGHLIGHT_UNKNOWN);
  else show({ anchor, values });
}

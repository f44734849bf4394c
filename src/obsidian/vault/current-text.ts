import { MarkdownView, type App, type TFile } from 'obsidian';
import { unixText } from '../../model/text';
import { hosted } from '../host-error';
import { WindowClock } from '../window-clock';

/** As long as this, in all, what an editor is saving is waited for. It may show something else than the disk has for another reason. */
const MOST_WAITS = 20;
const WAIT_MS = 100;

/**
 * What stands in a note, straight from the disk, with what a person has just typed: the app saves that two seconds later, and where the
 * file has changed by then it puts both together in its own way, by which words can go. An editor that is saving already answers before
 * it has saved, and would then write over what came meanwhile.
 */
export async function currentText({ vault, workspace }: App, file: TFile): Promise<string> {
  const editors = workspace
    .getLeavesOfType('markdown')
    .flatMap(({ view }) => (view instanceof MarkdownView && view.file === file ? [view] : []));
  for (let waits = 0; ; waits += 1) {
    for (const editor of editors) await hosted(editor.save());
    const text = await hosted(vault.read(file));
    if (waits === MOST_WAITS || editors.every((editor) => unixText(editor.getViewData()) === unixText(text)))
      return text;
    await new WindowClock().sleep(WAIT_MS);
  }
}

import { MarkdownView, type App, type TFile } from 'obsidian';
import { hosted } from '../host-error';

/**
 * What stands in a note, straight from the disk, with what a person has just typed: the app saves that two seconds later, and where the
 * file has changed by then it puts both together in its own way, by which words can go.
 */
export async function currentText({ vault, workspace }: App, file: TFile): Promise<string> {
  for (const { view } of workspace.getLeavesOfType('markdown')) if (view instanceof MarkdownView && view.file === file) await hosted(view.save());
  return hosted(vault.read(file));
}

import { problemMessage } from '../../../messages/messages';
import { Notice, TFolder, type App, type TAbstractFile, type TFile } from 'obsidian';
import {
  removeSample as removeNotes,
  writeSample as writeNotes,
} from '../../../features/sample/sample-notes';
import { isSample } from '../../../model/record';
import { withoutEnding } from '../windows/choice-modal';
import type { PluginContext } from '../../app/plugin-context';
import { identityIn } from '../../vault/identity-index';
import { SAMPLE, START } from '../../strings/window-strings';
import { readStart, rememberStart } from '../../app/start-memory';

const FOLDER = 'Florilegium sample';

/** A sample library of another device is found by its notes. */
export const hasSampleLibrary = (app: App): boolean =>
  readStart(app).hasSample ?? notesIn(app, FOLDER).some((file) => isSample(identityIn(app, file)));

/** Writes the sample library; needs no account. */
export async function writeSample(context: PluginContext): Promise<void> {
  const { app, host, onError } = context;
  rememberStart(app, { hasSample: true });
  await context.ready();
  const { templates } = context.settings;
  const reporter = { progress: () => undefined };
  const { failures } = await context.withVault((vault) =>
    writeNotes({ ...host, vault, reporter }, { folder: FOLDER, templates }),
  );
  const [failure] = failures;
  context.notices.offer(
    failure === undefined ? SAMPLE.written(FOLDER) : SAMPLE.failed(problemMessage(failure.problem)),
    {
      label: START.openNote,
      act: () => void openNoteIn(app, FOLDER).catch(onError),
    },
  );
  context.events.trigger('decided');
}

/** Trashes the sample library, except notes that the user wrote in. */
export async function removeSample(context: PluginContext): Promise<void> {
  const { app } = context;
  await context.ready();
  const { kept } = await context.withVault((vault) => removeNotes({ vault }));
  const folder = app.vault.getFolderByPath(FOLDER);
  if (folder !== null) await removeEmpty(app, folder);
  rememberStart(app, { hasSample: false });
  const names = kept.map(withoutEnding).join(', ');
  new Notice(kept.length === 0 ? SAMPLE.removed : SAMPLE.kept(kept.length, names), 0);
  context.events.trigger('decided');
}

/** Opens the longest note of a folder, which shows the most. */
export async function openNoteIn(app: App, folder: string): Promise<void> {
  const file = notesIn(app, folder).sort((one, other) => other.stat.size - one.stat.size)[0];
  if (file !== undefined) await app.workspace.getLeaf(false).openFile(file);
}

export function notesIn(app: App, folder: string): TFile[] {
  if (app.vault.getFolderByPath(folder) === null) return [];
  return app.vault.getMarkdownFiles().filter(({ path }) => path.startsWith(`${folder}/`));
}

/** Moves folders without files to the trash. */
async function removeEmpty(app: App, folder: TFolder): Promise<void> {
  if (!hasFiles(folder)) {
    await app.fileManager.trashFile(folder);
    return;
  }
  for (const entry of [...folder.children]) if (entry instanceof TFolder) await removeEmpty(app, entry);
}

const hasFiles = (entry: TAbstractFile): boolean =>
  entry instanceof TFolder ? entry.children.some(hasFiles) : true;

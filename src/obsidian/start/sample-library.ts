import { TFolder, type App, type TAbstractFile, type TFile } from 'obsidian';
import { problemMessage } from '../../messages';
import { isSample } from '../../model/record';
import { withoutEnding } from '../components/choice-modal';
import { identityIn } from '../vault/identity-in';
import { SAMPLE, START } from './start-strings';
import type { StartEngine } from './engine';
import { readStart, rememberStart } from './start-memory';

/** The same in every language: the app may change its own. */
const FOLDER = 'Florilegium sample';

export interface SampleOptions {
  readonly app: App;
  readonly engine: StartEngine;
  /** Tells the person something, with a button for what can be done about it. */
  readonly offer: (text: string, button: { readonly label: string; readonly act: () => void }) => void;
  readonly tell: (text: string) => void;
}

/** The sample library: written without an account, and taken away again without a trace. */
export class SampleLibrary {
  constructor(private readonly options: SampleOptions) {}

  get isThere(): boolean {
    const { app } = this.options;
    return readStart(app).hasSample || notesIn(app, FOLDER).some((file) => isSample(identityIn(app, file)));
  }

  async write(): Promise<void> {
    const { app, engine, offer } = this.options;
    rememberStart(app, { hasSample: true });
    const { failures } = await engine.writeSample(FOLDER);
    const [failure] = failures;
    const text =
      failure === undefined ? SAMPLE.written(FOLDER) : SAMPLE.failed(problemMessage(failure.problem));
    offer(text, { label: START.openNote, act: () => void openNoteIn(app, FOLDER) });
  }

  async remove(): Promise<void> {
    const { app, engine, tell } = this.options;
    const { kept } = await engine.removeSample();
    const folder = app.vault.getFolderByPath(FOLDER);
    if (folder !== null) await removeEmpty(app, folder);
    rememberStart(app, { hasSample: false });
    tell(kept.length === 0 ? SAMPLE.removed : SAMPLE.kept(kept.length, kept.map(withoutEnding).join(', ')));
  }
}

/** Opens the longest note of a folder: there is most to see in it. */
export async function openNoteIn(app: App, folder: string): Promise<void> {
  const file = notesIn(app, folder).sort((one, other) => other.stat.size - one.stat.size)[0];
  if (file !== undefined) await app.workspace.getLeaf(false).openFile(file);
}

/** Asked whenever the command palette opens: where the folder is not there, no note is looked at. */
export const notesIn = (app: App, folder: string): TFile[] =>
  app.vault.getFolderByPath(folder) === null
    ? []
    : app.vault.getMarkdownFiles().filter(({ path }) => path.startsWith(`${folder}/`));

/** Puts what has no file in it into the trash, of a folder and those in it. */
async function removeEmpty(app: App, folder: TFolder): Promise<void> {
  if (!hasFiles(folder)) await app.fileManager.trashFile(folder);
  // Its list changes with each that goes.
  else for (const entry of [...folder.children]) if (entry instanceof TFolder) await removeEmpty(app, entry);
}

const hasFiles = (entry: TAbstractFile): boolean =>
  entry instanceof TFolder ? entry.children.some(hasFiles) : true;

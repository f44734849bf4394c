import { archiveFolderOf, type Settings } from '../core/settings';
import type { Reporter, StateStore, Vault } from '../ports';
import type { PersonsWord } from '../core/plan/persons-word';
import type { ReadYaml } from '../core/properties/yaml-entries';
import { AttachmentShelf } from './attachments-shelf';
import { TextStore } from './full-texts';
import { NoteWriter } from './note-writer';
import type { Rendering } from './prepare-rendering';
import type { Replica } from './replica';
import type { StandingWords } from './standing-words';
import type { AttachmentHost } from './sync-options';
import type { Tally } from './tally';
import { VaultHealth } from './vault-health';

export interface NoteWriterParts {
  readonly deps: { readonly vault: Vault; readonly state: StateStore; readonly reporter: Reporter; readonly readYaml: ReadYaml; readonly attachments?: AttachmentHost | undefined };
  readonly options: { readonly settings: Settings; readonly dryRun: boolean; readonly word?: PersonsWord | undefined; readonly signal?: AbortSignal | undefined };
  readonly tally: Tally;
  readonly replica: Replica;
  readonly words: StandingWords;
  readonly rendering: Rendering;
  /** Of this run, where there is one already. */
  readonly shelf?: AttachmentShelf | null;
}

/** The writer of notes as the settings want them. */
export function makeNoteWriter({ deps, options, tally, replica, words, rendering, shelf = AttachmentShelf.of(deps, options.settings) }: NoteWriterParts): NoteWriter {
  const { vault, state, reporter, readYaml } = deps;
  const { settings, dryRun, signal, word } = options;
  const deletions = { ...settings.deletions, archiveFolder: archiveFolderOf(settings) };
  const context = { shelf, vault, templates: rendering.templates, decide: rendering.decide, layOut: rendering.layOut, scope: settings.scope, deletions, outOfScope: settings.outOfScope, remoteImages: settings.remoteImages, isAnew: rendering.changed, texts: new TextStore(state), readYaml };
  const health = new VaultHealth({ vault, state, folder: settings.folder, word });
  return new NoteWriter({ context, health, words, state, replica, reporter, tally, dryRun, signal });
}

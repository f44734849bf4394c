import { archiveFolderOf, type Settings } from '../../core/settings';
import type { Clock, Reporter, StateStore, Vault } from '../../ports';
import type { PersonsWord } from '../../core/plan/persons-word';
import type { ReadYaml } from '../../core/properties/yaml-entries';
import { AttachmentShelf } from '../attachments/attachments-shelf';
import { TextStore } from '../pull/full-texts';
import type { PlanContext } from '../plan/item-plan';
import { NoteWriter } from './note-writer';
import type { Rendering } from '../templates/prepare-rendering';
import type { Replica } from '../replica/replica';
import type { StandingWords } from '../deletions/standing-words';
import type { AttachmentHost } from '../sync-options';
import type { Tally } from '../tally';
import { VaultHealth } from './vault-health';

export interface PlanContextParts {
  readonly deps: { readonly vault: Vault; readonly state: StateStore; readonly readYaml: ReadYaml; readonly attachments?: AttachmentHost | undefined };
  readonly options: { readonly settings: Settings };
  readonly rendering: Rendering;
  /** Of this run, where there is one already. */
  readonly shelf?: AttachmentShelf | null;
}

export interface NoteWriterParts extends PlanContextParts {
  readonly deps: PlanContextParts['deps'] & { readonly clock: Clock; readonly reporter: Reporter };
  readonly options: {
    readonly settings: Settings;
    readonly dryRun: boolean;
    readonly chosen?: ReadonlySet<string> | undefined;
    readonly word?: PersonsWord | undefined;
    readonly signal?: AbortSignal | undefined;
  };
  readonly tally: Tally;
  readonly replica: Replica;
  readonly words: StandingWords;
}

/** The writer of notes as the settings want them. */
export function makeNoteWriter(parts: NoteWriterParts): NoteWriter {
  const { deps, options, tally, replica, words } = parts;
  const { vault, state, clock, reporter } = deps;
  const { settings, dryRun, chosen, signal, word } = options;
  const health = new VaultHealth({ vault, state, folder: settings.folder, word });
  return new NoteWriter({ context: planContextOf(parts), health, words, state, replica, clock, reporter, tally, dryRun, chosen, signal });
}

/** What the planning of items goes by. */
export function planContextOf({ deps, options, rendering, shelf = AttachmentShelf.of(deps, options.settings) }: PlanContextParts): PlanContext {
  const { vault, state, readYaml } = deps;
  const { settings } = options;
  const deletions = { ...settings.deletions, archiveFolder: archiveFolderOf(settings) };
  return {
    shelf,
    vault,
    templates: rendering.templates,
    decide: rendering.decide,
    layOut: rendering.layOut,
    scope: settings.scope,
    deletions,
    outOfScope: settings.outOfScope,
    remoteImages: settings.remoteImages,
    isAnew: rendering.changed,
    texts: new TextStore(state),
    readYaml,
  };
}

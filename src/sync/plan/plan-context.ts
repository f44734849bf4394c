import { archiveFolderOf, type Settings } from '../../model/settings';
import type { StateStore, Vault } from '../../model/ports';
import { AttachmentCache } from '../attachments/attachment-cache';
import { storedTextOf } from '../pull/full-texts';
import type { AttachmentHost } from '../sync-options';
import { NotePaths } from './note-paths';
import type { Rendering } from '../templates/prepare-rendering';
import type { PlanContext } from './item-plan';

export interface PlanContextParts {
  readonly deps: {
    readonly vault: Vault;
    readonly state: StateStore;
    readonly attachments?: AttachmentHost | undefined;
  };
  readonly options: { readonly settings: Settings };
  readonly rendering: Rendering;
  /** Of this run, where there is one already. */
  readonly cache?: AttachmentCache | null;
}

/** What the planning of items goes by. */
export function planContextOf({
  deps,
  options,
  rendering,
  cache = AttachmentCache.of(deps, options.settings),
}: PlanContextParts): PlanContext {
  const { vault, state } = deps;
  const { settings } = options;
  const deletions = { ...settings.deletions, archiveFolder: archiveFolderOf(settings) };
  return {
    cache,
    vault,
    templates: rendering.templates,
    decide: rendering.decide,
    layOut: rendering.layOut,
    scope: settings.scope,
    deletions,
    outOfScope: settings.outOfScope,
    remoteImages: settings.remoteImages,
    isAnew: rendering.changed,
    textOf: (documentId) => storedTextOf(state, documentId),
    paths: new NotePaths(vault),
  };
}

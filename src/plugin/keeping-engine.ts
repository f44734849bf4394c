import { editNote } from '../core/check/edit-note';
import type { Repair } from '../core/check/finding';
import { withoutMarks } from '../core/leave/without-marks';
import type { LibraryKeeper, LeavingWish, WorkOptions } from '../platform/obsidian/keeping/library-keeper';
import { ObsidianTexts } from '../platform/obsidian/keeping/vault-texts';
import { applyRepairs } from '../sync/check/apply-repairs';
import { checkLibrary } from '../sync/check/check-library';
import { forgetState, planLeaving, removeMarks } from '../sync/leave/remove-marks';
import type { EngineContext } from './engine-context';

/** The keeping of the library on the app's adapters. */
export class PluginKeeping implements LibraryKeeper {
  constructor(private readonly options: EngineContext) {}

  async check(work: WorkOptions) {
    await this.options.ready(work.signal);
    return this.options.withBoth((both) =>
      checkLibrary({ ...both, ...this.host, settings: this.options.settings() }, work),
    );
  }

  preview(repair: Repair) {
    return this.options.withVault(async (vault) => {
      const before = await vault.read(repair.path);
      if (before === null || (repair.kind !== 'edit' && repair.kind !== 'trash')) return null;
      return {
        before,
        after: repair.kind === 'trash' ? '' : editNote(before, repair.edit),
      };
    });
  }

  repair(repairs: readonly Repair[], { signal, progress }: WorkOptions) {
    return this.options.withBoth((both) =>
      applyRepairs({ ...both, ...this.host }, repairs, {
        signal,
        progress: (done) => progress(done, repairs.length),
      }),
    );
  }

  lookAtLeaving(
    path: string,
    { linked, keepsAnchors }: { readonly linked: ReadonlySet<string>; readonly keepsAnchors: boolean },
  ) {
    return this.options.withVault(async (vault) => {
      const before = await vault.read(path);
      return before === null
        ? null
        : {
            before,
            after: withoutMarks(before, {
              keepsAnchor: (anchor) => keepsAnchors || linked.has(anchor),
            }),
          };
    });
  }

  planLeaving(wish: LeavingWish, work: WorkOptions) {
    return this.options.withBoth((both) =>
      planLeaving({ ...both, texts: this.texts, ...this.host }, { ...wish, ...work }),
    );
  }

  removeMarks(wish: LeavingWish, work: WorkOptions) {
    return this.options.withBoth((both) =>
      removeMarks({ ...both, texts: this.texts, ...this.host }, { ...wish, ...work }),
    );
  }

  forgetState(): Promise<void> {
    return this.options.withState(forgetState);
  }

  private get host() {
    const { clock } = this.options.host;
    return { clock };
  }

  private get texts() {
    return new ObsidianTexts(this.options.app);
  }
}

import { editNote } from '../core/check/edit-note';
import type { Repair } from '../core/check/finding';
import type { LibraryKeeper, LeavingWish, WorkOptions } from '../platform/obsidian/keeping/library-keeper';
import { ObsidianTexts } from '../platform/obsidian/keeping/vault-texts';
import { vaultReady } from '../platform/obsidian/vault-ready';
import { applyRepairs } from '../sync/check/apply-repairs';
import { checkLibrary } from '../sync/check/check-library';
import { forgetState, planLeaving, removeMarks, type LeavingContext } from '../sync/leave/remove-marks';
import type { EngineContext } from './engine-context';

/** The keeping of the library on the app's adapters. */
export class PluginKeeping implements LibraryKeeper {
  constructor(private readonly options: EngineContext) {}

  async check(work: WorkOptions) {
    await vaultReady(this.options.app, work.signal);
    return this.options.withBoth((both) => checkLibrary({ ...both, ...this.host, settings: this.options.settings() }, work));
  }

  preview(repair: Repair) {
    return this.options.withVault(async (vault) => {
      const before = await vault.read(repair.path);
      if (before === null || (repair.kind !== 'edit' && repair.kind !== 'trash')) return null;
      return { before, after: repair.kind === 'trash' ? '' : editNote(before, repair.edit, this.host.readYaml) };
    });
  }

  repair(repairs: readonly Repair[], { signal, progress }: WorkOptions) {
    return this.options.withBoth((both) => applyRepairs({ ...both, ...this.host }, repairs, { signal, progress: (done) => progress(done, repairs.length) }));
  }

  planLeaving(wish: LeavingWish, work: WorkOptions) {
    return this.leaving((context) => planLeaving(context, { ...wish, ...work }));
  }

  removeMarks(wish: LeavingWish, work: WorkOptions) {
    return this.leaving((context) => removeMarks(context, { ...wish, ...work }));
  }

  forgetState(): Promise<void> {
    return this.options.withState(forgetState);
  }

  private get host() {
    const { clock, readYaml } = this.options.host;
    return { clock, readYaml };
  }

  private leaving<Result>(use: (context: LeavingContext) => Promise<Result>): Promise<Result> {
    return this.options.withVault((vault) => use({ vault, texts: new ObsidianTexts(this.options.app), ...this.host }));
  }
}

import { withoutMarks } from '../../features/unmark/without-marks';
import type { MaintenanceEngine, LeavingRequest, WorkOptions } from '../keeping/maintenance-engine';
import { ObsidianTexts } from '../keeping/vault-texts';
import { checkLibrary } from '../../features/check/check-library';
import { forgetState, planLeaving, removeMarks } from '../../features/unmark/remove-marks';
import type { EngineContext } from './engine-context';

/** The library's check and the removal of marks, on the app's adapters. */
export class PluginKeeping implements MaintenanceEngine {
  constructor(private readonly options: EngineContext) {}

  async check(work: Parameters<MaintenanceEngine['check']>[0]) {
    await this.options.ready(work.signal);
    return this.options.withBoth((both) =>
      checkLibrary({ ...both, ...this.host, settings: this.options.settings() }, work),
    );
  }

  lookAtLeaving(
    path: string,
    { linked, keepsAnchors }: { readonly linked: ReadonlySet<string>; readonly keepsAnchors: boolean },
  ) {
    return this.options.withVault(async (vault) => {
      const before = await vault.read(path);
      if (before === null) return null;
      const keepsAnchor = (anchor: string): boolean => keepsAnchors || linked.has(anchor);
      return { before, after: withoutMarks(before, { keepsAnchor }) };
    });
  }

  planLeaving(request: LeavingRequest, work: WorkOptions) {
    return this.options.withBoth((both) =>
      planLeaving({ ...both, texts: this.texts, ...this.host }, { ...request, ...work }),
    );
  }

  removeMarks(request: LeavingRequest, work: WorkOptions) {
    return this.options.withBoth((both) =>
      removeMarks({ ...both, texts: this.texts, ...this.host }, { ...request, ...work }),
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

import type { SyncReport } from '../../model/report';
import type { ResultView } from '../syncing/result-view';
import type { SettingsStore } from '../state/settings-store';
import { RESULT } from '../strings';
import type { StartOptions, SyncController } from '../syncing/sync-controller';
import type { TokenStore } from '../state/token-store';

export interface SyncsOptions {
  readonly store: SettingsStore;
  readonly tokens: TokenStore;
  readonly results: () => ResultView;
}

/** Starts what a person or the clock asks for, where there is all that it needs, and says so where there is not. */
export class Syncs {
  /** Null while the plugin is switched off: what still stands on the screen starts nothing then. */
  controller: SyncController | null = null;

  constructor(private readonly options: SyncsOptions) {}

  start(options: StartOptions): void {
    void this.finished(options);
  }

  /** Starts one whose time has come; false where it cannot begin now, because something else is at work or something is missing. */
  startInTime(): boolean {
    const origin = 'schedule';
    const canBegin = this.controller?.isRunning !== true && this.isReady({ origin, needsToken: true });
    if (canBegin) this.start({ origin });
    return canBegin;
  }

  /** Resolves when it has ended; null when it did not begin. */
  async finished(options: StartOptions): Promise<SyncReport | null> {
    await this.options.store.load();
    // What the service is not asked for needs no token.
    const needsToken = options.task !== 'render' && options.apply === undefined && options.undo === undefined;
    return this.isReady({ origin: options.origin, needsToken }) && this.controller !== null
      ? this.controller.start(options)
      : null;
  }

  /** Without good settings, and a token for what asks the service, there is nothing to start; nor when the plugin is switched off. */
  isReady({
    origin,
    needsToken,
  }: {
    readonly origin: StartOptions['origin'];
    readonly needsToken: boolean;
  }): boolean {
    const message = this.whyNot(needsToken);
    if (message !== null) this.options.results().showNotReady(message, origin);
    return message === null;
  }

  whyNot(needsToken: boolean): string | null {
    if (this.controller === null) return RESULT.isOff;
    return this.problem() ?? (needsToken && this.options.tokens.read() === null ? RESULT.noToken : null);
  }

  /** What is wrong with the settings file. */
  problem(): string | null {
    const { problems } = this.options.store;
    return problems.length === 0 ? null : RESULT.badSettings(problems.join('; '));
  }
}

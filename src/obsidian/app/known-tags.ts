import { documentCalls } from '../../readwise/document-calls';
import { pagesOf } from '../../readwise/page-walk';
import { isOperational } from '../../model/errors';
import { openClient } from '../../sync/open-client';
import type { AppEngine } from './app-engine';

const KEPT_MS = 10 * 60_000;

/** The names of the tags in Reader, which complete what a person types. Asked for when they are needed. */
export class KnownTags {
  private read: { readonly at: number; readonly names: Promise<readonly string[]> } | null = null;

  constructor(private readonly engine: AppEngine) {}

  /** Empty when the service cannot be asked. Kept for ten minutes. */
  names(): Promise<readonly string[]> {
    const now = this.engine.host.clock.now();
    if (this.read === null || now - this.read.at > KEPT_MS) this.read = { at: now, names: this.ask() };
    return this.read.names;
  }

  private async ask(): Promise<readonly string[]> {
    const { engine } = this;
    const { account, host, settings } = engine;
    if (account.token === null) return [];
    const { token } = account.forRequests();
    try {
      return await engine.withBoth(async (both) => {
        const reporter = { progress: () => undefined };
        const client = await openClient({ ...host, ...both, reporter }, { settings, token });
        const names: string[] = [];
        for await (const { entries } of pagesOf(client, documentCalls.listTags()))
          names.push(...entries.map(({ name }) => name));
        return names;
      });
    } catch (error) {
      // They only help typing.
      if (isOperational(error)) return this.forget();
      throw error;
    }
  }

  private forget(): readonly string[] {
    this.read = null;
    return [];
  }
}

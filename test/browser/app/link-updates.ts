import type { MetadataCache } from './metadata-cache';

/**
 * How the app runs renames that links follow: one after the other, each when all notes have been read. One
 * that is asked for while another goes on is done with that one: whoever asked for it is answered before it
 * is done.
 */
export class LinkUpdates {
  private last: Promise<unknown> = Promise.resolve();
  private joined: (() => Promise<void>)[] | null = null;

  constructor(private readonly metadataCache: MetadataCache) {}

  async around(rename: () => Promise<void>): Promise<void> {
    if (this.joined !== null) {
      this.joined.push(rename);
      return;
    }
    const done = this.last.then(() => this.run(rename));
    this.last = done.catch(() => undefined);
    await done;
  }

  private async run(rename: () => Promise<void>): Promise<void> {
    await this.metadataCache.whenClean();
    this.joined = [];
    try {
      await rename();
      while (this.joined.length > 0) await Promise.all(this.joined.splice(0).map((each) => each()));
    } finally {
      this.joined = null;
    }
  }
}

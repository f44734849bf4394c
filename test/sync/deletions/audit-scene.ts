import { candidatesOf, readCounters } from '../../../src/sync/deletions/audit-register';
import type { DocumentIds } from '../../../src/store/stored';
import { newDevice, World } from '../../simulation/world';
import { DocumentCounts } from '../../server/document-counts';
import type { DocumentRecord } from '../../server/records';

type WorldOptions = Parameters<typeof World.create>[0];

/** A service with Reader documents and a device, for tests of how deleted ones are found. */
export class AuditScene {
  readonly device = newDevice();

  private constructor(
    readonly world: World,
    readonly counts: DocumentCounts,
  ) {}

  static async start(options: WorldOptions = {}): Promise<AuditScene> {
    const counts = new DocumentCounts();
    return new AuditScene(
      await World.create({ pageSizes: { documents: 3 }, documentCounts: counts, ...options }),
      counts,
    );
  }

  /** Another one in place of this. */
  async again(options: WorldOptions): Promise<AuditScene> {
    await this.world.close();
    return AuditScene.start(options);
  }

  /** Documents that are a second apart, unless told otherwise. */
  add(number: number, { secondsApart = 1, location = 'new' } = {}): readonly DocumentRecord[] {
    return Array.from({ length: number }, (_, index) => {
      this.world.pass(secondsApart);
      return this.world.library.addDocument({
        title: `Document ${String(index)}`,
        category: 'article',
        location,
      });
    });
  }

  readonly remove = (document: DocumentRecord | undefined): void =>
    this.world.library.deleteDocument(document?.id ?? '');

  trashed(): number {
    return this.device.vault.trashEntries().length;
  }

  candidates(): ReturnType<typeof candidatesOf> {
    return candidatesOf(this.device.state);
  }

  /** The difference to the service's count that is expected, and how many crawls in a row explained nothing. */
  async counters(): Promise<Pick<DocumentIds, 'difference' | 'fruitless'>> {
    const { difference, fruitless } = await readCounters(this.device.state);
    return { difference, fruitless };
  }

  /** Requests so far that had a parameter. */
  asked(parameter: string): number {
    return this.world.server.requests.entries.filter(({ query }) => query[parameter] !== undefined).length;
  }
}

export const LIST = '/api/v3/list/';
/** In seconds. */
export const DAY = 86_400;
/** A page of the list with nothing on it. */
export const NOTHING_FOUND = JSON.stringify({ count: 0, nextPageCursor: null, results: [] });

/** A list that leaves documents out, and counts accordingly. */
export const without =
  (...gone: readonly (DocumentRecord | undefined)[]) =>
  (body: string): string => {
    const page = JSON.parse(body) as {
      readonly count: number;
      readonly results: readonly { readonly id: string }[];
    };
    return JSON.stringify({
      ...page,
      count: page.count - gone.length,
      results: page.results.filter(({ id }) => gone.every((document) => document?.id !== id)),
    });
  };

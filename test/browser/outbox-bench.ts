import { fieldName } from '../../src/messages/outbox-messages';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { SEND_CHANGES } from '../../src/obsidian/strings/outbox-strings';
import type { Locator } from 'playwright-core';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import type { AppUnderTest, TestBench } from './app-under-test';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
export const WALKING = 'Readwise/Articles/Walking.md';
export const WALDEN = 'Readwise/Books/Walden.md';
const ALL = { title: true, author: true, summary: true, tags: true, location: true, note: true };
const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);

/** A synced library with one document and one highlight with a note. */
export class OutboxBench {
  private constructor(
    readonly app: AppUnderTest,
    readonly server: ReferenceServer,
    readonly documentId: string,
    readonly highlightId: number,
  ) {}

  static async open(
    bench: Pick<TestBench, 'openApp'>,
    { sendBack = ALL, ...options }: Partial<OpenOptions> & { readonly sendBack?: object } = {},
  ): Promise<OutboxBench> {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', category: 'books' });
    const highlight = library.addHighlight(id, { text: 'Simplify.', location: 1, note: 'Why?' });
    const document = library.addDocument({ title: 'Walking', author: 'Thoreau', tags: ['nature'] });
    const server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    const app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, sendBack }),
      token: TOKEN,
      ...options,
    });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
    return new OutboxBench(app, server, document.id, highlight.id);
  }

  get outbox(): Locator {
    return this.app.statusPane;
  }

  entry(name: string | RegExp): Locator {
    return this.outbox.getByRole('group', { name });
  }

  get dialog(): Locator {
    return this.app.page.getByRole('dialog');
  }

  async note(path: string): Promise<string> {
    return (await this.app.notes()).find((each) => each.path === path)?.text ?? '';
  }

  async edit(path: string, from: string | RegExp, to: string): Promise<void> {
    const before = await this.note(path);
    expect(before).toMatch(from);
    await this.app.editNote(path, before.replace(from, to));
  }

  /** Changes the title in the note and sends it. */
  async sendTitle(title: string): Promise<void> {
    await this.edit(WALKING, /^title: .*$/m, `title: ${title}`);
    await this.app.runCommand(COMMANDS.sendChanges);
    await this.tick(WALKING, 'title').check();
    await this.dialog.getByRole('button', { name: SEND_CHANGES.send(1), exact: true }).click();
  }

  /** The box of what was changed by hand. */
  tick(path: string, field: string): Locator {
    const name = SEND_CHANGES.which(path, fieldName(field));
    return this.dialog.getByRole('checkbox', { name, exact: true });
  }

  /** The next request that changes a document is answered like this. */
  refuseUpdate(status: number, headers: Readonly<Record<string, string>> = {}): void {
    const match = { path: /^\/api\/v3\/update\//, times: 1 };
    this.server.faults.when(match, { kind: 'status', status, headers });
  }

  get title(): string | null {
    return this.server.library.documents.get(this.documentId).title;
  }

  /** How many requests changed something at the service. */
  get writes(): number {
    return this.server.requests.entries.filter(({ method }) => WRITES.has(method)).length;
  }
}

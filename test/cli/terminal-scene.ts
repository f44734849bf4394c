import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '../server/library';
import type { RequestMatch } from '../server/faults';
import type { LoggedRequest } from '../server/request-log';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { filesIn, startTerminal, type TerminalRun } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';
const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export interface ChangeJson {
  readonly id: string;
  readonly target: string;
  readonly fields: readonly string[];
  readonly state: string;
  readonly reason?: string;
}

export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly json: {
    readonly outcome: string;
    readonly changes: readonly ChangeJson[];
    readonly requests: number;
  };
}

/** A service, a vault that is synced with it, and the terminal program. */
export class TerminalScene {
  readonly vault = makeTemporaryFolder();
  readonly state = join(makeTemporaryFolder(), 'state');
  private input = '';

  private constructor(
    private readonly program: string,
    readonly server: ReferenceServer,
  ) {}

  static async create(program: string, library = new Library()): Promise<TerminalScene> {
    const server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    return new TerminalScene(program, server);
  }

  get library(): Library {
    return this.server.library;
  }

  /** The next command reads this from standard input. */
  typing(input: string): this {
    this.input = input;
    return this;
  }

  /** Runs a command with `--json`. */
  run(...words: readonly string[]): Promise<Answer> {
    return this.start(this.server.url, TOKEN, [...words, '--json']);
  }

  text(...words: readonly string[]): Promise<Answer> {
    return this.start(this.server.url, TOKEN, words);
  }

  offline(...words: readonly string[]): Promise<Answer> {
    return this.start(NOWHERE, TOKEN, [...words, '--json']);
  }

  withToken(token: string, ...words: readonly string[]): Promise<Answer> {
    return this.start(this.server.url, token, [...words, '--json']);
  }

  /** What a person changes in a note. */
  rewrite(path: string, change: (text: string) => string): void {
    const file = join(this.vault, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }

  /** Runs a command, and kills it when the service has done what such a request asks for, before it answers. */
  async killedAfter(match: RequestMatch, ...words: readonly string[]): Promise<void> {
    const { child, result } = this.open(this.server.url, TOKEN, words);
    const change = (body: string): string => {
      child.kill('SIGKILL');
      return body;
    };
    this.server.faults.when({ ...match, times: 1 }, { kind: 'changed-body', change });
    expect((await result).code).toBeNull();
    this.server.faults.clear();
  }

  private open(url: string, token: string, words: readonly string[]): TerminalRun {
    const place = ['--vault', this.vault, '--state', this.state, '--base-url', url];
    const { input } = this;
    this.input = '';
    const environment = { READWISE_TOKEN: token };
    return startTerminal(this.program, [...words, ...place], { environment, input });
  }

  private async start(url: string, token: string, words: readonly string[]): Promise<Answer> {
    const result = await this.open(url, token, words).result;
    const json = result.stdout.startsWith('{') ? (JSON.parse(result.stdout) as Answer['json']) : null;
    return { ...result, json: json ?? { outcome: 'none', changes: [], requests: 0 } };
  }

  async outbox(): Promise<readonly ChangeJson[]> {
    const { stdout } = await this.run('status');
    return (JSON.parse(stdout) as { readonly outbox: readonly ChangeJson[] }).outbox;
  }

  /** What was asked of the service that changes it. */
  get writes(): readonly LoggedRequest[] {
    return this.server.requests.entries.filter(({ method }) => WRITES.has(method));
  }

  note(path: string): string {
    return filesIn(this.vault)[path] ?? '';
  }
}

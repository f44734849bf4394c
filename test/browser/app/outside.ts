import type { CliHandler, ProtocolHandler } from './plugin';

/** The ways into the app from outside: links (`obsidian://…`) and its command line. */
export class Outside {
  private readonly protocols = new Map<string, ProtocolHandler>();
  private readonly commands = new Map<string, CliHandler>();

  addProtocolHandler(action: string, handler: ProtocolHandler): () => void {
    if (this.protocols.has(action)) throw new Error(`There is a handler of ${action} already`);
    this.protocols.set(action, handler);
    return () => this.protocols.delete(action);
  }

  addCliHandler(handler: CliHandler): () => void {
    if (this.commands.has(handler.command)) throw new Error(`There is a command ${handler.command} already`);
    this.commands.set(handler.command, handler);
    return () => this.commands.delete(handler.command);
  }

  /** What stands between `//` and `?` is the action; a parameter without a value is `true`. */
  openUri(uri: string): void {
    const [, action = '', query = ''] = /^obsidian:\/\/([^?#]*)(?:\?([^#]*))?/.exec(uri) ?? [];
    const params = Object.fromEntries(
      [...new URLSearchParams(query)].map(([name, value]) => [name, value === '' ? 'true' : value]),
    );
    this.protocols.get(action.replace(/\/$/, ''))?.({ ...params, action });
  }

  /** As typed: `florilegium:open id=12`. Refuses what the app itself refuses. */
  async runCli(line: string): Promise<string> {
    const [command = '', ...words] = line.split(' ');
    const found = this.commands.get(command);
    if (found === undefined) return `Error: Command "${command}" not found.`;
    const params = Object.fromEntries(
      words.map((word) => [
        word.split('=', 1)[0] ?? '',
        word.includes('=') ? word.slice(word.indexOf('=') + 1) : 'true',
      ]),
    );
    const missing = Object.entries(found.flags ?? {}).find(
      ([name, { required }]) => required === true && !(name in params),
    );
    return missing === undefined ? found.handler(params) : `Error: Missing required parameter: ${missing[0]}`;
  }
}

import type { MemoryVault } from './memory-vault';

/** How a file sync names the copy that it makes where both sides changed a file. */
export const COPY_NAMES = [
  (name: string): string => `${name} (conflicted copy)`,
  (name: string): string => `${name} (Anna's conflicted copy 2026-01-05)`,
  (name: string): string => `${name}.sync-conflict-20260105-080000-ABCDEFG`,
] as const;

export const isCopy = (path: string): boolean => /conflicted copy|\.sync-conflict-/.test(path);

/** The cloud's side of a file sync: whole files, no idea what is in them. */
export class Cloud {
  readonly files = new Map<string, string>();
  /** What the copies held that were made because of conflicts, when they were made. */
  readonly copied: string[] = [];
}

/** One device's side. Each file goes by itself, so that any of them may be late. */
export class FileSync {
  /** What device and cloud last agreed on. */
  private readonly agreed = new Map<string, string>();

  constructor(
    private readonly cloud: Cloud,
    private readonly vault: MemoryVault,
    private readonly copyName: (name: string) => string,
  ) {}

  /** Takes the files that `isDue` picks to where both sides agree. Returns whether any was moved. */
  exchange(isDue: (path: string) => boolean = () => true): boolean {
    const local = new Map(this.vault.entries());
    const paths = [...new Set([...local.keys(), ...this.agreed.keys(), ...this.cloud.files.keys()])].filter(
      isDue,
    );
    return paths.filter((path) => this.exchangeOne(path, local.get(path))).length > 0;
  }

  private exchangeOne(path: string, local: string | undefined): boolean {
    const base = this.agreed.get(path);
    const remote = this.cloud.files.get(path);
    if (local === remote) {
      put(this.agreed, path, local);
      return false;
    }
    if (local === base || local === undefined)
      return this.download(path, { remote, hasLocalChange: local !== base });
    if (remote === base || remote === undefined) {
      put(this.cloud.files, path, local);
      put(this.agreed, path, local);
      return true;
    }
    return this.conflict(path, { local, remote });
  }

  private download(
    path: string,
    { remote, hasLocalChange }: { readonly remote: string | undefined; readonly hasLocalChange: boolean },
  ): boolean {
    // Deleted here, and not changed there: the deletion goes up.
    if (hasLocalChange && remote === this.agreed.get(path)) {
      this.cloud.files.delete(path);
      this.agreed.delete(path);
      return true;
    }
    if (remote === undefined) this.vault.remove(path);
    else this.vault.put(path, remote);
    put(this.agreed, path, remote);
    return true;
  }

  /** Both changed it: the cloud's stays under the name, this device's becomes a copy. */
  private conflict(
    path: string,
    { local, remote }: { readonly local: string; readonly remote: string },
  ): boolean {
    let copy = path.replace(/\.md$/, '');
    do copy = this.copyName(copy);
    while (
      this.cloud.files.has(`${copy}.md`) ||
      this.vault.entries().some(([taken]) => taken === `${copy}.md`)
    );
    this.vault.put(`${copy}.md`, local);
    this.cloud.copied.push(local);
    this.vault.put(path, remote);
    this.agreed.set(path, remote);
    return true;
  }
}

function put(files: Map<string, string>, path: string, text: string | undefined): void {
  if (text === undefined) files.delete(path);
  else files.set(path, text);
}

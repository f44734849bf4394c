import { cloudPlaceholder } from '../../src/notes/names/naming';
import type { Attachments, NewAttachment } from '../../src/model/ports';

/** Attachments in memory, by their paths. */
export class MemoryAttachments implements Attachments {
  private readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  writes = 0;

  /** `hostFolder`: the folder that this host has for them; null where it has none. */
  constructor(private readonly hostFolder: string | null = null) {}

  names(isOurs: (name: string) => boolean): Promise<readonly string[]> {
    return Promise.resolve(
      [...this.files.keys()]
        .filter((path) => !/(?:^|\/)\.[^/]*\//.test(path))
        .map(nameOf)
        .filter(isOurs),
    );
  }

  write({ name, bytes, folder, otherwise }: NewAttachment): Promise<'created' | 'exists'> {
    const path = `${folder ?? this.hostFolder ?? otherwise}/${name}`;
    if (this.files.has(path) || this.files.has(cloudPlaceholder(path))) return Promise.resolve('exists');
    this.writes += 1;
    this.files.set(path, bytes.slice());
    return Promise.resolve('created');
  }

  /** The person, or a file sync, puts a file there. */
  put(path: string, bytes: Uint8Array): void {
    this.files.set(path, Uint8Array.from(bytes));
  }

  remove(path: string): void {
    this.files.delete(path);
  }

  move(from: string, to: string): void {
    const bytes = this.files.get(from);
    if (bytes === undefined) throw new Error(`There is no ${from}`);
    this.files.delete(from);
    this.files.set(to, bytes);
  }

  /** All of them in path order. */
  entries(): readonly (readonly [path: string, bytes: Uint8Array])[] {
    return [...this.files].sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^\.(.+)\.icloud$/.exec(name)?.[1] ?? name;
}

import { MemoryVault } from './memory-vault';

/**
 * A vault in memory on a disk that takes names for the same that differ only in case or in how accents are
 * encoded, as on macOS, Windows and phones. What is there keeps its spelling, folders too, until a rename
 * changes that of the name itself.
 */
export class CaselessVault extends MemoryVault {
  /** Spelling of each folder and note by what the disk compares. Folders stay when they are empty. */
  private readonly folders = new Map<string, string>();
  private readonly files = new Map<string, string>();

  constructor() {
    super();
  }

  override spelled(path: string): Promise<string> {
    return super.spelled(this.inFolderOnDisk(path));
  }

  override read(path: string): Promise<string | null> {
    return super.read(this.onDisk(path));
  }

  override async fileMarks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const marks = await super.fileMarks(paths.map((path) => this.onDisk(path)));
    const found = paths.map((path) => [path, marks.get(this.onDisk(path))] as const);
    return new Map(found.filter((each): each is readonly [string, string] => each[1] !== undefined));
  }

  override has(path: string): Promise<boolean> {
    return super.has(this.onDisk(path));
  }

  override create(path: string, text: string): Promise<'created' | 'exists'> {
    return super.create(this.onDisk(path), text);
  }

  override update(
    path: string,
    merge: (text: string) => string,
  ): Promise<'written' | 'unchanged' | 'missing'> {
    return super.update(this.onDisk(path), merge);
  }

  override rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'> {
    const [source, target] = [this.onDisk(from), this.inFolderOnDisk(to)];
    const holder = this.onDisk(to);
    if (holder === source)
      return source === target
        ? Promise.resolve(from === to ? 'exists' : 'renamed')
        : super.rename(source, target);
    return super.rename(source, this.files.has(folded(to)) ? holder : target);
  }

  override moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    return super.moveToTrash(this.onDisk(path));
  }

  /** The person writes a note; one that is there keeps its name. */
  override put(path: string, text: string): void {
    super.put(this.onDisk(path), text);
  }

  override remove(path: string): void {
    super.remove(this.onDisk(path));
  }

  /** The person gives a folder another spelling. */
  respell(folder: string): void {
    const former = this.entries().filter(([path]) => folded(path).startsWith(`${folded(folder)}/`));
    former.forEach(([path]) => this.remove(path));
    for (const known of [...this.folders.keys()])
      if (`${known}/`.startsWith(`${folded(folder)}/`)) this.folders.delete(known);
    this.folders.set(folded(folder), folder);
    former.forEach(([path, text]) => this.put(`${folder}${path.slice(folder.length)}`, text));
  }

  protected override another(): MemoryVault {
    return new CaselessVault();
  }

  protected override stored(path: string): void {
    this.files.set(folded(path), path);
    for (let folder = above(path); folder !== ''; folder = above(folder))
      this.folders.set(folded(folder), folder);
  }

  protected override gone(path: string): void {
    this.files.delete(folded(path));
  }

  private onDisk(path: string): string {
    return this.files.get(folded(path)) ?? this.inFolderOnDisk(path);
  }

  private inFolderOnDisk(path: string): string {
    const parts = path.split('/');
    return parts.reduce((folder, part, index) => {
      const whole = folder === '' && index === 0 ? part : `${folder}/${part}`;
      return index === parts.length - 1 ? whole : (this.folders.get(folded(whole)) ?? whole);
    }, '');
  }
}

const above = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const folded = (path: string): string => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

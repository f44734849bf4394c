import { Killed } from './killed';
import { MemoryVault } from './memory-vault';

/**
 * Writes a file as the app does, by emptying it first, and is killed in the midst of one of its writes: the
 * first is 1.
 */
export class EmptyingVault extends MemoryVault {
  writes = 0;

  constructor(
    notes: Iterable<readonly [path: string, text: string]>,
    private readonly diesAt: number,
  ) {
    super(notes);
  }

  override async create(path: string, text: string): Promise<'created' | 'exists'> {
    if (!(await this.has(path))) this.begin(path, '');
    return super.create(path, text);
  }

  override async update(
    path: string,
    merge: (text: string) => string,
  ): Promise<'written' | 'unchanged' | 'missing'> {
    const before = await this.read(path);
    if (before !== null && merge(before) !== before) this.begin(path, '');
    return super.update(path, merge);
  }

  private begin(path: string, left: string): void {
    this.writes += 1;
    if (this.writes !== this.diesAt) return;
    this.put(path, left);
    throw new Killed();
  }
}

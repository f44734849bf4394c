import { MemoryVault } from './memory-vault';

/** A vault that is slow to make and to rename notes. */
export class SlowVault extends MemoryVault {
  isToWait: () => boolean = () => false;

  override async create(path: string, text: string): ReturnType<MemoryVault['create']> {
    await turnsWhile(this.isToWait);
    return super.create(path, text);
  }

  override async rename(from: string, to: string): ReturnType<MemoryVault['rename']> {
    await turnsWhile(this.isToWait);
    return super.rename(from, to);
  }
}

/** Waits for what runs side by side, but not for ever. */
export async function turnsWhile(isToWait: () => boolean): Promise<void> {
  for (let turns = 0; turns < 1000 && isToWait(); turns += 1)
    await new Promise((resolve) => setImmediate(resolve));
}

import type * as FileSystem from 'node:fs';

/** How a call of the file system ends that the script picks. */
export type DiskFault =
  /** The process ends before the call, or after it; `half` when only half of the bytes got there. */
  | { readonly kind: 'dies'; readonly when: 'before' | 'after' | 'half' }
  | { readonly kind: 'refuses'; readonly code: string };

/**
 * Stands for the end of the process: nothing runs after it. A bug to the engine, so that nothing handles it.
 */
export class ProcessDied extends Error {}

class SystemError extends Error {
  constructor(
    readonly code: string,
    call: string,
  ) {
    super(`${code}: scripted, ${call}`);
  }
}

/** The disk of a test: the real one, but for the call that the script names. */
export class FailingDisk {
  /** Calls that change something, since `play`. */
  calls = 0;
  /** What was called, in order. */
  readonly names: string[] = [];
  isDead = false;
  private fault: { readonly at: number; readonly what: DiskFault } | null = null;

  /** From now on the call with this number (from 1) meets the fault; null: none does. */
  play(fault: { readonly at: number; readonly what: DiskFault } | null): void {
    this.calls = 0;
    this.names.length = 0;
    this.isDead = false;
    this.fault = fault;
  }

  /** One call that changes something. `half` does the part of it that a power cut may leave. */
  act<Result>(name: string, work: () => Result, half: () => void = () => undefined): Result {
    this.refuseWhenDead();
    this.calls += 1;
    this.names.push(name);
    if (this.fault?.at !== this.calls) return work();
    const { what } = this.fault;
    // A temporary file that cannot be removed is left for the next run; what is asked here is about notes.
    if (what.kind === 'refuses' && name === 'unlink') return work();
    if (what.kind === 'refuses') throw new SystemError(what.code, name);
    this.isDead = true;
    if (what.when === 'after') work();
    if (what.when === 'half') half();
    throw new ProcessDied(`The process ended at ${name}.`);
  }

  refuseWhenDead(): void {
    if (this.isDead) throw new ProcessDied('The process has ended.');
  }
}

export const disk = new FailingDisk();

type Callback = (error: Error | null) => void;

/** Node's file system with every call that changes something going through the disk. */
export function failingFileSystem(real: typeof FileSystem): typeof FileSystem {
  const fsync = (descriptor: number, done: Callback): void => {
    try {
      disk.act('fsync', () => real.fsyncSync(descriptor));
      process.nextTick(done, null);
    } catch (error) {
      process.nextTick(done, error);
    }
  };
  const isCreating = (flags: unknown): boolean => flags === 'wx';
  return {
    ...real,
    openSync: (path: FileSystem.PathLike, flags: FileSystem.OpenMode, mode?: FileSystem.Mode) =>
      isCreating(flags)
        ? disk.act('open', () => real.openSync(path, flags, mode))
        : real.openSync(path, flags, mode),
    writeFileSync: (
      file: FileSystem.PathOrFileDescriptor,
      data: string | Uint8Array,
      options?: FileSystem.WriteFileOptions,
    ) =>
      disk.act(
        'write',
        () => real.writeFileSync(file, data, options),
        () => real.writeFileSync(file, half(data), options),
      ),
    fsync: Object.assign(fsync, real.fsync),
    fsyncSync: (descriptor: number) => disk.act('fsync', () => real.fsyncSync(descriptor)),
    fchmodSync: (descriptor: number, mode: FileSystem.Mode) =>
      disk.act('chmod', () => real.fchmodSync(descriptor, mode)),
    linkSync: (from: FileSystem.PathLike, to: FileSystem.PathLike) =>
      disk.act('link', () => real.linkSync(from, to)),
    unlinkSync: (path: FileSystem.PathLike) => disk.act('unlink', () => real.unlinkSync(path)),
    renameSync: (from: FileSystem.PathLike, to: FileSystem.PathLike) =>
      disk.act('rename', () => real.renameSync(from, to)),
    mkdirSync: (path: FileSystem.PathLike, options?: FileSystem.MakeDirectoryOptions) =>
      disk.act('mkdir', () => real.mkdirSync(path, options)),
  } as typeof FileSystem;
}

function half(data: string | Uint8Array): string | Uint8Array {
  if (typeof data === 'string') return data.slice(0, data.length >> 1);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength >> 1);
}

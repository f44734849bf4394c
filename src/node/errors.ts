/** The system's code of a failed call (`ENOENT`, `ECONNREFUSED`), or null when the value carries none. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** True when there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The error, what caused it, what caused that, and so on. */
export function* causesOf(error: unknown): Generator<object, void, void> {
  let cause = error;
  while (typeof cause === 'object' && cause !== null) {
    yield cause;
    cause = 'cause' in cause ? cause.cause : null;
  }
}

/** The error's message; what is no error, as text. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** A path that names no note of the vault, or leads out of it. Nothing was read or written. */
export class VaultPathError extends Error {
  override readonly name = 'VaultPathError';
  constructor(
    readonly path: string,
    problem: string,
  ) {
    super(`“${path.replace(/\0/g, '\\0')}” cannot be a note of this vault: ${problem}`);
  }
}

/** The disk refused. The note is as it was before; the message names the note and what to do. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  constructor(
    readonly path: string,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied. Give this user the right to read and write there',
  EPERM:
    'the system does not permit it. Check the rights of the folder, and close programs that hold the note open',
  ENOSPC: 'the disk is full. Make room and sync again',
  EDQUOT: 'the disk quota is used up. Make room and sync again',
  EROFS: 'the disk is read-only. Mount it for writing and sync again',
  EIO: 'the disk reports an error. Check the disk and sync again',
  EBUSY: 'another program holds it. Close that program and sync again',
  EMFILE: 'too many files are open. Close programs or raise the limit (ulimit -n) and sync again',
  ENFILE: 'too many files are open on this machine. Close programs and sync again',
  ENAMETOOLONG: 'its name is too long for this disk. Shorten the title or the folder',
  ENOTDIR: 'a part of its path is a file, not a folder. Rename that file',
  EEXIST: 'something else is in its place. Rename that',
  EISDIR: 'a folder has its name. Rename that folder',
};

/** Turns a failed system call into a `VaultError`; anything else is a bug and is passed on as it is. */
export function asVaultError(
  error: unknown,
  doing: { readonly action: string; readonly path: string },
): unknown {
  if (error instanceof VaultError) return error;
  const code = errorCode(error);
  if (code === null || !/^E[A-Z0-9]+$/.test(code)) return error;
  const remedy = REMEDIES[code] ?? `the system says ${code}. Check the folder and sync again`;
  return new VaultError(doing.path, code, `Could not ${doing.action} “${doing.path}”: ${remedy}.`, {
    cause: error,
  });
}

/**
 * `damaged`: the store may be deleted, which costs one full pull; `locked`: another process has it; `disk`:
 * the system refused.
 */
export type StateErrorKind = 'damaged' | 'locked' | 'disk';

/** The device-local state cannot be used. The message says what to do. */
export class StateError extends Error {
  override readonly name = 'StateError';
  constructor(
    readonly kind: StateErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

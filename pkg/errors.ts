import { UnusableStateError } from '../src/model/errors';

/** The system's code of a failed call, such as `ENOENT`, or null. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The error, its cause, the cause of that, and so on. */
export function* causesOf(error: unknown): Generator<object, void, void> {
  let cause = error;
  while (typeof cause === 'object' && cause !== null) {
    yield cause;
    cause = 'cause' in cause ? cause.cause : null;
  }
}

export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** Missing or wrong input. The message says what the user has to change. */
export class CannotStart extends Error {}

/** Thrown before any access for a path that is no note path or leads out of the vault. */
export class VaultPathError extends Error {
  override readonly name = 'VaultPathError';
  constructor(
    readonly path: string,
    problem: string,
  ) {
    super(`“${path.replace(/\0/g, '\\0')}” cannot be a note of this vault: ${problem}`);
  }
}

/** The disk refused. The note is unchanged; the message names it and says what to do. */
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

/** What does not pass by itself: a note that is protected or no UTF-8 text. */
const CLOSED: ReadonlySet<string> = new Set(['EILSEQ', 'EACCES', 'EPERM', 'EROFS']);

/** Whether a note may not be read or written, which is a matter of this note alone. */
export const isClosed = (error: unknown): error is VaultError =>
  error instanceof VaultError && CLOSED.has(error.code);

/** What went wrong and what to do, by system code. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Allow your user to read and write there',
  EPERM:
    'the system does not allow it. Check the permissions of the folder, and close programs that have the note open',
  ENOSPC: 'the disk is full. Free some space and sync again',
  EDQUOT: 'the disk quota is used up. Free some space and sync again',
  EROFS: 'the disk is read-only. Make it writable and sync again',
  EIO: 'the disk reports an error. Check the disk and sync again',
  EBUSY: 'another program is using it. Close that program and sync again',
  EMFILE: 'too many files are open. Close programs or raise the limit (ulimit -n) and sync again',
  ENFILE: 'too many files are open on this machine. Close programs and sync again',
  ENAMETOOLONG: 'its name is too long for this disk. Shorten the title or the folder',
  ENOTDIR: 'a part of its path is a file, not a folder. Rename that file',
  EEXIST: 'another file has that name. Rename that file',
  EISDIR: 'a folder has that name. Rename that folder',
};

/** Turns a failed system call into a `VaultError`; returns any other error as it is. */
export function asVaultError(
  error: unknown,
  attempt: { readonly action: string; readonly path: string },
): unknown {
  if (error instanceof VaultError) return error;
  const code = errorCode(error);
  if (code === null || !/^E[A-Z0-9]+$/.test(code)) return error;
  const problem = PROBLEMS[code] ?? `the system reports ${code}. Check the folder and sync again`;
  return new VaultError(attempt.path, code, `Could not ${attempt.action} “${attempt.path}”: ${problem}.`, {
    cause: error,
  });
}

/** `locked`: in use; `disk`: refused by the system. */
export type StateErrorKind = 'locked' | 'disk';

/** The device's state cannot be used. The message says what to do. */
export class StateError extends UnusableStateError {
  override readonly name = 'StateError';
  constructor(
    readonly kind: StateErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

import { UnusableStateError } from '../src/model/errors';
import { diskText, pathText, type Attempt, type PathProblem } from './text/system-text';

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
    problem: PathProblem,
  ) {
    super(pathText(path, problem));
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

/** Turns a failed system call into a `VaultError`; returns any other error as it is. */
export function asVaultError(
  error: unknown,
  { action, path }: { readonly action: Attempt; readonly path: string },
): unknown {
  if (error instanceof VaultError) return error;
  const code = errorCode(error);
  if (code === null || !/^E[A-Z0-9]+$/.test(code)) return error;
  return new VaultError(path, code, diskText(action, path, code), { cause: error });
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

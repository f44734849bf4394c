/** `damaged`: the store may be deleted, which costs one full pull; `locked`: another process has it; `disk`: the system refused. */
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

const BUG_NAMES: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AssertionError',
]);

/** The two stores of a device. */
export type StoreKind = 'state' | 'outbox';

/** A store of the device cannot be read any more. The engine lets it pass; the host begins again without it. */
export class DamagedStateError extends Error {
  override readonly name = 'DamagedStateError';
  readonly store: StoreKind;

  constructor(message: string, { store = 'state', ...options }: ErrorOptions & { store?: StoreKind } = {}) {
    super(message, options);
    this.store = store;
  }
}

/** The device's state cannot be used just now: its disk is full, or another program has it. */
export class UnusableStateError extends Error {
  override readonly name: string = 'UnusableStateError';
}

/**
 * Whether an error is expected (network, token, vault, storage). Expected ones have their own names; others
 * are bugs. A damaged state is neither: no work can go on with it.
 */
export const isOperational = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof DamagedStateError) && !BUG_NAMES.has(error.name);

/** Whether an error is a bug: neither expected nor a damaged state. */
export const isBug = (error: unknown): boolean =>
  !(error instanceof DamagedStateError) && !isOperational(error);

const BUGS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AssertionError',
]);

/**
 * Whether an error is something that can go wrong outside: network, token, vault, storage. Those are typed and have names of
 * their own; a bare `Error` or one of the language's is a bug.
 */
export const isOperational = (error: unknown): error is Error =>
  error instanceof Error && !BUGS.has(error.name);

/** Whether a value is an object or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a value is an object and not a list. */
export const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);

/** Appends a value to the list under a key. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Wraps `make` so that it runs only once. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Remembers the values that were put last, at most so many of them. */
export class RecentValues<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string): Value | null {
    return this.values.get(key) ?? null;
  }

  put(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }

  /** The value of a key, made with `make` unless it is remembered. */
  of(key: string, make: () => Value): Value {
    const value = this.get(key) ?? make();
    this.put(key, value);
    return value;
  }

  forget(key: string): void {
    this.values.delete(key);
  }
}

/** `1,204`. Not by `toLocaleString`, whose first call loads the tables of all languages. */
export const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');

/** `1 note`, `1,204 notes`. Pass `many` when the plural is not `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** `a, b, c`. */
export const list = (parts: readonly string[]): string => parts.join(', ');

/** ` Did you mean "title"?`, behind a sentence; nothing where no known name is near. */
export const didYouMean = (near: string | null): string => (near === null ? '' : ` Did you mean "${near}"?`);

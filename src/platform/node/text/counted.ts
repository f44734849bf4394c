/** A number with its noun, as the terminal says it: `1 note`, `2 notes`. */
export const counted = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

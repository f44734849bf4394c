import { SPEECH } from './current-language';

/** A message with one value, as a function of that. */
export const naming =
  (message: string, name: string) =>
  (value: string | number): string =>
    SPEECH.fill(message, { [name]: value });

/** A message that says how much is done of what. */
export const doneOf =
  (message: string) =>
  (done: number, total: number): string =>
    SPEECH.fill(message, { done, total });

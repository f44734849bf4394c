import type { Strip } from '../handlebars-ast';
import type { Token } from './tokenizer';

/** The `~` of a tag by its first and last token. */
export const stripOf = (open: Token, close: Token): Strip => ({
  open: open.text.charAt(2) === '~',
  close: close.text.at(-3) === '~',
});

export const NO_STRIP: Strip = { open: false, close: false };

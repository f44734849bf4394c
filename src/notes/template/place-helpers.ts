import { oneLine } from '../markdown/plain-text';
import { emphasized } from './emphasis';
import { formattedLine, inlineHelper, linkName, type Helper } from './markdown-helpers';
import { spanning } from './rendered-text';
import { inlineOf, Markdown, plainText } from './values';

/**
 * Places in which a value must have one line, or fit between brackets: a heading, a cell of a table, the text
 * of a link, the name in a wikilink; and what stands between marks of emphasis, or is written raw.
 * `fit-places.ts` finds them.
 */
export type Place = '#' | '|' | '](' | '[[' | '**' | '{{{';

/** A bar would end the cell. */
const cellText = (value: unknown): string =>
  formattedLine(value, { inTable: true }).replace(/\\[^]|\|/g, (mark) => (mark === '|' ? '\\|' : mark));

/** In raw tags, properties and names nothing is escaped, so there the value is the text itself. */
const fitted = (fit: (value: unknown) => string): Helper =>
  inlineHelper([1, 1], ({ params: [value] }) => new Markdown(fit(value), oneLine(plainText(value))));

/** Helpers with names that templates cannot call. */
export const PLACE_HELPERS: Readonly<Record<Place, Helper>> = {
  '#': fitted(formattedLine),
  '|': fitted(cellText),
  '](': fitted((value) => oneLine(inlineOf(value))),
  '[[': inlineHelper([1, 1], ({ params: [value] }) => new Markdown(linkName(plainText(value)))),
  '{{{': inlineHelper([1, 1], ({ params: [value] }) => {
    const text = plainText(value);
    return text.includes('\n') ? new Markdown(spanning(text)) : value;
  }),
  '**': {
    form: 'block',
    least: 1,
    most: 1,
    run: ({ params: [mark], body }) => emphasized(body(), plainText(mark)),
  },
};

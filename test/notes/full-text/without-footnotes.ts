/**
 * Footnotes as Obsidian knows them, told to a reader that knows none: each note is an item of a list, each
 * mark a word.
 */
export const withoutFootnotes = (markdown: string): string =>
  markdown
    .replace(/^\[\^[A-Za-z0-9-]+\]: /gm, '-   ')
    .replace(/(?<!(?<!\\)(?:\\\\)*\\)\[\^([A-Za-z0-9-]+)\]/g, '(note $1)');

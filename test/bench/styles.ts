const KINDS = ['book', 'article', 'tweet', 'podcast', 'video'];

/** Settings in which each kind of item has the built-in template of a style. */
export const inStyle = (style: string): object => ({
  templates: Object.fromEntries(KINDS.map((kind) => [kind, `built-in:${style}`])),
});

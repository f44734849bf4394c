import * as z from 'zod/mini';

/** What can be wrong with a template, or will not come out right, as codes. */
export const TEMPLATE_MISTAKES = [
  // What Handlebars cannot read.
  'text-ends-in-tag',
  'no-tag',
  'tag-ends-early',
  'tag-closed-raw',
  'block-not-opened',
  'block-closed-by-other',
  'block-not-closed',
  'comment-not-closed',
  'jinja-filter',
  'tag-unreadable',
  'handlebars',
  // Parts of a file.
  'properties-not-closed',
  'no-separator',
  'second-separator',
  'separator-in-partial',
  // Tags.
  'decorator',
  'inline-partial',
  'no-field-of-highlight',
  'no-field-of-item',
  'no-field',
  'no-name',
  'no-helper',
  'no-argument',
  'no-block',
  'is-block',
  'number-of-values',
  'grouping',
  'moment-letters',
  'date-format',
  'lone-minutes',
  'partial-place',
  'partial-values',
  'no-partial',
  'endless-partial',
  // Properties.
  'property-lines',
  'property-expression',
  'property-quotes',
  'properties-too-deep',
  'properties-yaml',
  'property-name',
  'property-owned',
  'property-twice',
  'property-option',
  'property-type',
  // Warnings.
  'jinja',
  'anchor',
  'first-line-only',
  'escaped-in-code',
  'tag-signs',
  'cell-ends',
  'emphasis',
] as const;

export const templateMistakeSchema = z.lazy(() =>
  z.object({
    code: z.enum(TEMPLATE_MISTAKES),
    /** The field, helper, property or block that it is about, or what a library says. */
    name: z.optional(z.string()),
    /** The known name that is most similar. */
    near: z.optional(z.string()),
    /** What to write in its place. */
    ours: z.optional(z.string()),
    /** What stands there. */
    other: z.optional(z.string()),
    choices: z.optional(z.array(z.string())),
    /** How many values there may be, and are. */
    least: z.optional(z.number()),
    most: z.optional(z.number()),
    count: z.optional(z.number()),
    /** Of a partial: the tag that calls it. */
    calledIn: z.optional(z.object({ file: z.string(), line: z.number() })),
  }),
);
export type TemplateMistake = Readonly<z.infer<typeof templateMistakeSchema>>;
export type TemplateMistakeCode = TemplateMistake['code'];

import { CATEGORIES } from './document-query';
import { at, fields, flag, isoDate, listOf, oneOf, optional, refuse, text, type ValueOf } from './rules';
import { someCharacters } from './text-lengths';

const SETTABLE_LOCATIONS = ['new', 'later', 'archive', 'feed'] as const;

/** The specification names no limit for an address; this one keeps a mistake from being sent. */
const LONGEST_ADDRESS = 4095;

const common = {
  title: optional(text),
  author: optional(text),
  summary: optional(text),
  publishedDate: optional(isoDate),
  imageUrl: optional(text),
  location: optional(oneOf(SETTABLE_LOCATIONS)),
  category: optional(oneOf(CATEGORIES)),
  tags: optional(listOf(text)),
};

/** v3-documents.md, "Document CREATE": the body. */
export const newDocumentRule = fields(
  {
    url: someCharacters(LONGEST_ADDRESS),
    html: optional(text),
    shouldCleanHtml: optional(flag),
    ...common,
    savedUsing: optional(text),
    notes: optional(text),
  },
  ({ shouldCleanHtml, html }, place) => {
    if (shouldCleanHtml === undefined || html !== undefined) return;
    refuse(at(place, 'shouldCleanHtml'), {
      limit: 'with html',
      actual: 'without html',
      problem: 'is only allowed together with html',
    });
  },
);

/** v3-documents.md, "Document UPDATE": the body. */
export const documentChangeRule = fields(common);

export type NewDocument = ValueOf<typeof newDocumentRule>;
export type DocumentChange = ValueOf<typeof documentChangeRule>;

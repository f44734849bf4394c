import * as z from 'zod/mini';
import { BOOK_CATEGORIES, DOCUMENT_CATEGORIES, DOCUMENT_LOCATIONS, HIGHLIGHT_COLORS } from './model';
import { foldText, nearest } from './text';

/** Lists of the service's words in settings and rules. A blank entry says nothing. */

interface Words {
  readonly known: readonly string[];
  /** The service may have more by now: only what is like a known word is a mistake. */
  readonly mayGrow: boolean;
  /** The word as it is compared. */
  readonly keyOf?: (word: string) => string;
}

const listOf = ({ known, mayGrow, keyOf = (word) => word }: Words) =>
  z.array(
    z.string().check(({ value, issues }) => {
      if (value.trim() === '' || known.includes(keyOf(value))) return;
      if (mayGrow && nearest(value, known) === null) return;
      issues.push({ code: 'custom', message: 'unknown-word', params: { word: value, known }, input: value });
    }),
  );

/** Rules and choices compare folded words, the scope compares them as they are. */
const folded = (word: string): string => foldText(word.trim());

/** Types as notes name them. */
const TYPES: readonly string[] = [...DOCUMENT_CATEGORIES, 'book', 'supplemental'];

export const colorsSchema = listOf({ known: HIGHLIGHT_COLORS, mayGrow: false, keyOf: folded });
export const locationsSchema = listOf({ known: DOCUMENT_LOCATIONS, mayGrow: false, keyOf: folded });
export const typesSchema = listOf({ known: [...TYPES, ...BOOK_CATEGORIES], mayGrow: true, keyOf: folded });

export const exactTypesSchema = listOf({ known: TYPES, mayGrow: true });
export const bookCategoriesSchema = listOf({ known: BOOK_CATEGORIES, mayGrow: true });
export const documentCategoriesSchema = listOf({ known: DOCUMENT_CATEGORIES, mayGrow: true });
export const documentLocationsSchema = listOf({ known: DOCUMENT_LOCATIONS, mayGrow: false });

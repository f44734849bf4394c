import { parseDocument, type ErrorCode } from 'yaml';
import type { FrontMatterMistake } from '../../model/problem';
import { parseFrontMatter } from './front-matter';

const MISTAKES: Partial<Record<ErrorCode, FrontMatterMistake>> = {
  BLOCK_AS_IMPLICIT_KEY: 'colon',
  MULTILINE_IMPLICIT_KEY: 'colon',
  MISSING_CHAR: 'not-closed',
  TAB_AS_INDENT: 'tab',
  DUPLICATE_KEY: 'twice',
  BAD_INDENT: 'indentation',
};

/**
 * The first mistake in a note's front matter, with its line in the note; null if it can be read. `yaml` is
 * what stands between the fences, the first of which is line 1.
 */
export function frontMatterMistake(
  yaml: string,
): { readonly line: number; readonly mistake: FrontMatterMistake } | null {
  if (parseFrontMatter(yaml).ok) return null;
  const [error] = parseDocument(yaml, { logLevel: 'error' }).errors;
  if (error === undefined) return { line: 2, mistake: 'no-properties' };
  return { line: (error.linePos?.[0].line ?? 1) + 1, mistake: MISTAKES[error.code] ?? 'other' };
}

import { isAlias, isCollection, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, Pair } from 'yaml';
import type { FrontMatterMistake } from '../../model/problem';
import { tooDeepLine } from './depth';
import { parseFrontMatter } from './front-matter';

const MISTAKES: Partial<Record<ErrorCode, FrontMatterMistake>> = {
  BLOCK_AS_IMPLICIT_KEY: 'colon',
  MULTILINE_IMPLICIT_KEY: 'colon',
  MISSING_CHAR: 'not-closed',
  TAB_AS_INDENT: 'tab',
  DUPLICATE_KEY: 'twice',
  BAD_INDENT: 'indentation',
};

export interface PlacedMistake {
  /** Of the note, whose first line is the fence. */
  readonly line: number;
  readonly mistake: FrontMatterMistake;
}

/** The first mistake in what stands between the fences of a note; null if it can be read. */
export function frontMatterMistake(yaml: string): PlacedMistake | null {
  const deep = tooDeepLine(yaml);
  if (deep !== null) return { line: deep + 2, mistake: 'too-deep' };
  if (parseFrontMatter(yaml).ok) return null;
  const document = parseDocument(yaml, { logLevel: 'error' });
  const at = (offset: number): number => yaml.slice(0, offset).split('\n').length + 1;
  const [error] = document.errors;
  if (error === undefined) {
    const alias = aliasIn(document);
    return alias === null ? { line: at(0), mistake: 'no-properties' } : { line: at(alias), mistake: 'other' };
  }
  // What is not closed is noticed only where it has to end, maybe many lines later.
  const unclosed = unclosedBefore(document, error.pos[0]);
  if (unclosed !== null) return { line: at(unclosed), mistake: 'not-closed' };
  return { line: at(error.pos[0]), mistake: MISTAKES[error.code] ?? 'other' };
}

/** Where the property begins whose quote or bracket is open at an offset. */
function unclosedBefore({ contents }: Document.Parsed, offset: number): number | null {
  if (!isMap(contents)) return null;
  const last = contents.items.filter((pair) => startOf(pair) <= offset).at(-1);
  if (last === undefined || !isNode(last.value)) return null;
  const { value } = last;
  const isDelimited =
    (isCollection(value) && value.flow === true) || (isScalar(value) && /^QUOTE/.test(value.type ?? ''));
  return isDelimited && (value.range?.[1] ?? 0) >= offset ? startOf(last) : null;
}

const startOf = ({ key }: Pair): number => (isNode(key) ? (key.range?.[0] ?? 0) : 0);

function aliasIn(document: Document.Parsed): number | null {
  let offset: number | null = null;
  visit(document, {
    Alias: (_key, node) => {
      if (isAlias(node)) offset ??= node.range?.[0] ?? 0;
    },
  });
  return offset;
}

import type * as z from 'zod/mini';
import { isGroup } from '../model/collections';
import type { Quarantined } from '../model/model';
import { ResponseShapeError } from './errors';

export interface RecordParser<Value> {
  readonly endpoint: Quarantined['endpoint'];
  readonly schema: z.ZodMiniType<Value>;
  /** The field with the record's id. */
  readonly idField: string;
  /** The field with the id of the book that the record is of. */
  readonly bookIdField?: string;
  /** Fields besides the id without which the record is useless. */
  readonly essential?: readonly string[];
}

/** Replaces an id that could not be read. */
export const NO_ID = '(no id)';

/** Collects what could not be read on a page. */
export class Problems {
  /** Records that were left out. */
  readonly quarantined: Quarantined[] = [];
  /** Records that were taken without their unreadable fields. */
  readonly incomplete: Quarantined[] = [];

  /** Reads a record without its unreadable fields; null when an essential one is among them. */
  take<Value>(value: unknown, parser: RecordParser<Value>, bookId?: string): Value | null {
    const { endpoint, schema, idField, bookIdField, essential = [] } = parser;
    const result = schema.safeParse(value, { error: shapeProblem });
    if (result.success) return result.data;
    const { issues } = result.error;
    const itsBook = bookId ?? (bookIdField === undefined ? undefined : readableId(value, bookIdField));
    const report: Quarantined = {
      endpoint,
      id: readableId(value, idField),
      ...(itsBook === undefined ? {} : { bookId: itsBook }),
      problem: problemWith(value, issues),
    };
    const unreadable = issues.map(({ path }) => String(path[0] ?? idField));
    const isKept = !unreadable.some((name) => name === idField || essential.includes(name));
    if (!isGroup(value) || !isKept) {
      this.quarantined.push(report);
      return null;
    }
    this.incomplete.push(report);
    const readable = Object.entries(value).filter(([name]) => !unreadable.includes(name));
    return schema.parse(Object.fromEntries(readable));
  }
}

/** Reads a single record. Throws `ResponseShapeError`. */
export function parseSingle<Value>(value: unknown, schema: z.ZodMiniType<Value>): Value {
  const result = schema.safeParse(value, { error: shapeProblem });
  if (result.success) return result.data;
  const problem = problemWith(value, result.error.issues);
  throw new ResponseShapeError(`the answer is not the record that was asked for: ${problem}.`);
}

/** The error message of a schema without its own one. */
function shapeProblem(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'invalid_type') return 'is not what it should be';
  return `should be ${issue.expected === 'array' ? 'a list' : 'a record'}`;
}

function readableId(value: unknown, idField: string): string {
  const id = isGroup(value) ? value[idField] : undefined;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim().slice(0, 100) : '';
  return text === '' ? NO_ID : text;
}

function problemWith(value: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (value === null || value === undefined) return 'should be a record, but is nothing';
  if (typeof value === 'string') return 'should be a record, but is text';
  if (typeof value !== 'object') return `should be a record, but is a ${typeof value}`;
  if (issues.some(({ path }) => path.length === 0)) return 'should be a record, but is a list';
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
}

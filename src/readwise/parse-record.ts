import * as v from 'valibot';
import { isGroup } from '../core/is-object';
import type { Quarantined } from '../core/library/model';
import { ResponseShapeError } from './response-shape-error';

export type ParsedRecord<Wire> =
  { readonly ok: true; readonly wire: Wire } | { readonly ok: false; readonly quarantined: Quarantined };

/** Stands where a record's id could not be read. */
export const NO_ID = '(no id)';

export interface RecordParser<Wire> {
  readonly endpoint: Quarantined['endpoint'];
  readonly schema: v.GenericSchema<unknown, Wire>;
  /** The field that holds the record's id. */
  readonly idField: string;
}

/** The words of a problem where its schema has none of its own. */
const WORDS = {
  message: ({ expected }: v.BaseIssue<unknown>): string =>
    `should be ${expected === 'Array' ? 'a list' : String(expected).toLowerCase()}`,
};

/** Validates one record; one that is not what the service promises comes back as what is wrong with it, in plain words. */
export function parseRecord<Wire>(
  value: unknown,
  { endpoint, schema, idField }: RecordParser<Wire>,
): ParsedRecord<Wire> {
  const result = v.safeParse(schema, value, WORDS);
  if (result.success) return { ok: true, wire: result.output };
  return {
    ok: false,
    quarantined: { endpoint, id: readableId(value, idField), problem: problemOf(value, result.issues) },
  };
}

/** Validates the one record that a detail endpoint answers with. */
export function parseSingle<Wire>(value: unknown, schema: v.GenericSchema<unknown, Wire>): Wire {
  const result = v.safeParse(schema, value, WORDS);
  if (result.success) return result.output;
  throw new ResponseShapeError(
    'not-the-api',
    `the answer is not the record that was asked for: ${problemOf(value, result.issues)}.`,
  );
}

/** Throws when so many of a page's records are bad that the service must have changed: more than 30 %, from five records on. */
export function refuseDrift(records: number, quarantined: readonly Quarantined[]): void {
  const first = quarantined[0];
  if (first === undefined || records < 5 || quarantined.length / records <= 0.3) return;
  const howMany = `${String(quarantined.length)} of ${String(records)} records are not of the shape the service promises`;
  throw new ResponseShapeError('drift', `${howMany} (the first is ${first.id}: ${first.problem}).`);
}

function readableId(value: unknown, idField: string): string {
  const id = isGroup(value) ? value[idField] : undefined;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim().slice(0, 100) : '';
  return text === '' ? NO_ID : text;
}

function problemOf(value: unknown, issues: readonly v.BaseIssue<unknown>[]): string {
  if (!isGroup(value)) return `should be a record, but is ${nameOfType(value)}`;
  return issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()).join('; ');
}

function nameOfType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

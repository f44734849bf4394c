import type * as z from 'zod/mini';
import { isGroup } from '../model/is-object';
import type { Quarantined } from '../model/model';
import { ResponseShapeError } from './errors';

/** How one kind of record is read. */
export interface RecordParser<Wire> {
  readonly endpoint: Quarantined['endpoint'];
  readonly schema: z.ZodMiniType<Wire>;
  /** The field that holds the record's id. */
  readonly idField: string;
  /** Fields without which a record is kept out, because it would be another one, or one that says nothing. */
  readonly essential: readonly string[];
}

export type ParsedRecord<Wire> =
  /** `incomplete`: what could not be read of a record that is taken all the same. */
  | { readonly ok: true; readonly wire: Wire; readonly incomplete: Quarantined | null }
  | { readonly ok: false; readonly quarantined: Quarantined };

/** Stands where a record's id could not be read. */
export const NO_ID = '(no id)';

/** Validates one record. A field that is not what the service promises is left out; without an essential one the record is. */
export function parseRecord<Wire>(
  value: unknown,
  { endpoint, schema, idField, essential }: RecordParser<Wire>,
): ParsedRecord<Wire> {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return { ok: true, wire: result.data, incomplete: null };
  const { issues } = result.error;
  const odd: Quarantined = {
    endpoint,
    id: readableId(value, idField),
    problem: problemOf(value, issues),
  };
  const oddFields = issues.map(({ path }) => String(path[0] ?? idField));
  if (!isGroup(value) || oddFields.some((name) => essential.includes(name)))
    return { ok: false, quarantined: odd };
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !oddFields.includes(name)));
  return { ok: true, wire: schema.parse(rest), incomplete: odd };
}

/** Validates what an endpoint answers that does not answer with a page. */
export function parseSingle<Wire>(value: unknown, schema: z.ZodMiniType<Wire>): Wire {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return result.data;
  throw new ResponseShapeError(
    'not-the-api',
    `the answer is not the record that was asked for: ${problemOf(value, result.error.issues)}.`,
  );
}

/** Throws when so many of a page's records are kept out that the service must have changed: more than 30 %, from five records on. */
export function refuseDrift(records: number, quarantined: readonly Quarantined[]): void {
  const first = quarantined[0];
  if (first === undefined || records < 5 || quarantined.length / records <= 0.3) return;
  const howMany = `${String(quarantined.length)} of ${String(records)} records are not of the shape the service promises`;
  throw new ResponseShapeError('drift', `${howMany} (the first is ${first.id}: ${first.problem}).`);
}

/** The problem with a value, where its schema has no words of its own. */
function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'invalid_type') return 'is not what it should be';
  return `should be ${issue.expected === 'array' ? 'a list' : 'a record'}`;
}

function readableId(value: unknown, idField: string): string {
  const id = isGroup(value) ? value[idField] : undefined;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim().slice(0, 100) : '';
  return text === '' ? NO_ID : text;
}

function problemOf(value: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (typeof value !== 'object' || value === null) return `should be a record, but is ${nameOfType(value)}`;
  if (issues.some(({ path }) => path.length === 0)) return 'should be a record, but is a list';
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
}

function nameOfType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

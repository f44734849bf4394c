import * as z from 'zod/mini';
import { problemSchema } from '../../model/problem';
import { BROKEN_TEMPLATE, type Failure, type SyncReport } from '../../model/report';
import { RUN_KINDS } from './run-record';

const count = z.number();

/** What is kept of any run that ended. */
export const endedSchemas = {
  outcome: z.enum(['done', 'partial', 'held', 'failed']),
  cause: z.optional(z.enum(['settings', 'token', 'service', 'account', 'vault', 'device', 'cancelled'])),
  notes: z.object({
    created: count,
    updated: count,
    renamed: count,
    trashed: count,
    archived: count,
    kept: count,
    unchanged: count,
    conflicts: count,
    failed: count,
  }),
};

const schema = z.object({
  ...endedSchemas,
  undone: z.optional(z.enum(RUN_KINDS)),
  /** Notes that are held back. */
  held: count,
  /** How many things failed, and what is wrong with templates. */
  failed: count,
  templates: z.array(problemSchema),
  /** Why the run as a whole failed; empty where it did not. */
  why: z.array(problemSchema),
});

/** How a run ended: what a person is told of it in a sentence or two. */
export type RunEnd = Readonly<z.infer<typeof schema>>;

/** Of failures, only what a person is told. */
export function runEndOf(report: SyncReport): RunEnd {
  const { outcome, cause, undone, notes, hold, failures } = report;
  const failed = failedItems(report);
  const why = outcome === 'failed' ? failed.map(({ problem }) => problem) : [];
  return {
    outcome,
    cause,
    undone,
    notes,
    held: hold?.notes.length ?? 0,
    failed: failed.length,
    templates: failures.filter(isTemplate).map(({ problem }) => problem),
    why,
  };
}

/** Null where what was kept is none. */
export function readRunEnd(kept: unknown): RunEnd | null {
  const read = schema.safeParse(kept);
  return read.success ? read.data : null;
}

const isTemplate = ({ id }: Failure): boolean => id === BROKEN_TEMPLATE;

/** What failed, but for templates that cannot be used. */
export const failedItems = ({ failures }: SyncReport): readonly Failure[] =>
  failures.filter((failure) => !isTemplate(failure));

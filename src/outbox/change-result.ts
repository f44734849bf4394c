import {
  fieldsOf,
  targetIdOf,
  textToCopy,
  type Change,
  type ChangeResult,
  type OutboxEntry,
} from '../model/outbox';

/** A change in the outbox as people and scripts see it. */
export function resultOfEntry(entry: OutboxEntry): ChangeResult {
  const { id, change, state, at, reason, nextTry, wasThere, conflicts = [] } = entry;
  const fields = Object.keys(fieldsOf(change));
  const edits = 'tags' in change ? Object.values(change.tags ?? {}).flat() : [];
  const tags = 'tags' in change && edits.length > 0 ? change.tags : undefined;
  const mine: Readonly<Record<string, string | null>> = {
    ...fieldsOf(change),
    ...Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.mine])),
  };
  const theirs = Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.theirs]));
  return {
    id,
    kind: change.kind,
    target: shownTarget(change),
    fields: tags === undefined ? fields : [...fields, 'tags'],
    state,
    at,
    ...(Object.keys(mine).length === 0 ? {} : { mine }),
    ...(targetIdOf(change) === null ? { text: textToCopy(change) } : {}),
    ...(tags === undefined ? {} : { tags }),
    ...(conflicts.length === 0 ? {} : { theirs }),
    ...(reason === undefined ? {} : { reason }),
    ...(nextTry === undefined ? {} : { nextTry }),
    ...(wasThere === undefined ? {} : { wasThere }),
  };
}

function shownTarget(change: Change): string {
  if (change.kind === 'create-highlights') return change.highlights[0]?.title ?? '';
  if (change.kind === 'save-document') return change.document.url;
  return targetIdOf(change) ?? '';
}

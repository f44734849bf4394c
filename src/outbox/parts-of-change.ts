import type { Change, Edit } from '../model/outbox';
import { changesNothing } from './check-change';

export const isEdit = (change: Change): change is Edit =>
  change.kind === 'edit-highlight' || change.kind === 'edit-item';

/** Wanted values by field. Each tag is a part of its own, without a value: `+name` is added, `-name` removed. */
export function partsOf({ fields, tags }: Edit): Readonly<Record<string, string>> {
  const { add = [], remove = [] } = tags ?? {};
  const parts = [...add.map((name) => `+${name}`), ...remove.map((name) => `-${name}`)];
  return { ...fields, ...Object.fromEntries(parts.map((part) => [part, ''] as const)) };
}

/** The edit with only the parts that are wanted; null when none are left. */
export function partsWhere(edit: Edit, isWanted: (part: string) => boolean): Edit | null {
  const { fields, tags } = edit;
  const left = {
    ...edit,
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => isWanted(field))),
    tags: tags && {
      ...tags,
      add: tags.add.filter((name) => isWanted(`+${name}`)),
      remove: tags.remove.filter((name) => isWanted(`-${name}`)),
    },
  };
  return changesNothing(left) ? null : left;
}

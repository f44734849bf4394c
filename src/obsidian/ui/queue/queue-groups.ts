import type { BasesEntryGroup } from 'obsidian';
import { placeName } from '../../../messages/outbox-messages';
import { DOCUMENT_LOCATIONS } from '../../../model/model';
import { QUEUE } from '../../strings/queue-strings';

/** Groups by place in the order of Reader, others as the base has them. What has no value comes last. */
export const inReaderOrder = (groups: readonly BasesEntryGroup[]): readonly BasesEntryGroup[] =>
  [...groups].sort((one, other) => rankOf(one) - rankOf(other));

/** What a group is called; null where the base has no groups. */
export function groupName(group: BasesEntryGroup, groups: readonly BasesEntryGroup[]): string | null {
  const key = keyOf(group);
  if (key !== '') return placeName(key);
  return groups.length > 1 ? QUEUE.noPlace : null;
}

function rankOf(group: BasesEntryGroup): number {
  const key = keyOf(group);
  if (key === '') return DOCUMENT_LOCATIONS.length + 1;
  const place = DOCUMENT_LOCATIONS.findIndex((location) => location === key);
  return place === -1 ? DOCUMENT_LOCATIONS.length : place;
}

const keyOf = (group: BasesEntryGroup): string =>
  group.hasKey() ? (group.key?.toString().trim() ?? '') : '';

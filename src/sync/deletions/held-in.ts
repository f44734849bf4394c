import { itemKeyOf, shownId } from '../../notes/layout/note-part';
import type { Hold } from '../../model/report';

/** Whether an item is due because a person is to decide about a note of it: nothing is to be written then. */
export function heldIn(hold: Hold | null): (itemKey: string) => boolean {
  const ids = new Set(hold?.notes.map(({ id }) => itemKeyOf(id)));
  return (itemKey) => ids.has(shownId(itemKey));
}

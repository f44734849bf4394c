import { targetIdOf, type Change, type NamedChange, type OutboxEntry, type Values } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { plainExcerpt } from '../notes/markdown/plain-text';
import { recordOf } from '../store/library';
import { resultOfEntry } from './change-result';
import { targetOf } from './targets';

const EXCERPT_LENGTH = 60;

export async function namedResultOf(state: StateStore, entry: OutboxEntry): Promise<NamedChange> {
  return { ...resultOfEntry(entry), name: await shortNameOfChange(state, entry) };
}

interface NamedEntry {
  readonly change: Change;
  readonly base: Values;
}

export const shortNameOfChange = async (state: StateStore, entry: NamedEntry): Promise<string> =>
  plainExcerpt(await nameOfChange(state, entry), EXCERPT_LENGTH);

/** The text or title by which a person recognizes the target of a change. */
export async function nameOfChange(state: StateStore, { change, base }: NamedEntry): Promise<string> {
  if (change.kind === 'save-document') return change.document.title ?? change.document.url;
  if (change.kind === 'create-highlights') {
    const [first] = change.highlights;
    return first?.title ?? first?.text ?? '';
  }
  const { text = '', title = '' } = base.fields;
  const shown = 'anchor' in change ? text : title;
  if (shown.trim() !== '') return shown;
  const id = targetIdOf(change) ?? '';
  const target = await targetOf(state, id);
  const record = target === null ? null : await recordOf(state, target.itemKey);
  return record?.document?.title ?? record?.book?.title ?? id;
}

import { Pace } from '../../../model/pace';
import type { StateStore } from '../../../model/ports';
import { targetOf } from '../../../outbox/targets';
import { recordOf } from '../../../store/library';
import { tagsOfItems } from '../../../store/library';
import type { PluginContext } from '../../app/plugin-context';
import type { TagField } from './tag-field';

export interface OfferedTags {
  readonly signal: AbortSignal;
  /** What is edited: the tags in its note are offered as well. */
  readonly of?: string;
}

/** Completes tags with those in the same note, those of books and documents, and those of Reader. */
export function offerTags(context: PluginContext, field: TagField, options: OfferedTags): void {
  complete(context, field, options).catch((error: unknown) => {
    if (!options.signal.aborted) context.onError(error);
  });
}

async function complete(
  context: PluginContext,
  field: TagField,
  { signal, of: id }: OfferedTags,
): Promise<void> {
  if (id !== undefined) field.addKnown(await context.withState((state) => tagsBeside(state, id)));
  const pace = new Pace(context.host.clock, signal);
  field.addKnown(await context.withState((state) => tagsOfItems(state, pace)));
  field.addKnown(await context.tags.names());
}

/** The tags of an item and of its highlights. */
async function tagsBeside(state: StateStore, id: string): Promise<readonly string[]> {
  const target = await targetOf(state, id);
  const record = target === null ? null : await recordOf(state, target.itemKey);
  if (record === null) return [];
  const { book, document, highlights, documentHighlights } = record;
  return [book, document, ...highlights, ...documentHighlights].flatMap((owner) => owner?.tags ?? []);
}

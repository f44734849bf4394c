import { Pace } from '../../../model/pace';
import { ReadwiseClient } from '../../../readwise/client';
import { ReadwiseError } from '../../../readwise/errors';
import { libraryRecords } from '../../../store/read-library';
import type { AppEngine } from '../../app/app-engine';
import type { PluginContext } from '../../app/plugin-context';
import type { TagField } from './fields';

/** Completes tags with those of the library on this device, then with those of Reader. */
export function completeTags(context: PluginContext, field: TagField, signal: AbortSignal): void {
  complete(context, field, signal).catch((error: unknown) => {
    if (!signal.aborted) context.onError(error);
  });
}

async function complete(engine: AppEngine, { addKnown }: TagField, signal: AbortSignal): Promise<void> {
  addKnown(await tagsOfLibrary(engine, signal));
  if (engine.account.token !== '') addKnown(await tagsOfReader(engine, signal));
}

function tagsOfLibrary(engine: AppEngine, signal: AbortSignal): Promise<readonly string[]> {
  return engine.withState(async (state) => {
    const tags = new Set<string>();
    for await (const record of libraryRecords(state, new Pace(engine.host.clock, signal))) {
      signal.throwIfAborted();
      const { book, document, highlights, documentHighlights } = record;
      for (const owner of [book, document, ...highlights, ...documentHighlights])
        for (const tag of owner?.tags ?? []) tags.add(tag);
    }
    return [...tags].sort();
  });
}

/** None when the service cannot be asked now: completion is a help, not a need. */
async function tagsOfReader({ host, account }: AppEngine, signal: AbortSignal): Promise<readonly string[]> {
  const tags: string[] = [];
  try {
    const client = new ReadwiseClient({ ...host, ...account, signal });
    for await (const { entries } of client.documents.listTags())
      tags.push(...entries.map(({ name }) => name));
  } catch (error) {
    if (!(error instanceof ReadwiseError)) throw error;
  }
  return tags;
}

import { Pace } from '../../../model/pace';
import { libraryRecords } from '../../../store/read-library';
import type { AppEngine } from '../../app/app-engine';
import type { PluginContext } from '../../app/plugin-context';
import type { TagField } from './tag-field';

/** Completes tags with those of the library on this device, then with those of Reader. */
export function offerTags(context: PluginContext, field: TagField, signal: AbortSignal): void {
  complete(context, field, signal).catch((error: unknown) => {
    if (!signal.aborted) context.onError(error);
  });
}

async function complete(context: PluginContext, field: TagField, signal: AbortSignal): Promise<void> {
  field.addKnown(await tagsOfLibrary(context, signal));
  field.addKnown(await context.tags.names());
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

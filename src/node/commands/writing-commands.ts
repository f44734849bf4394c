import { targetIdOf, type Change } from '../../model/outbox';
import { addChange } from '../../outbox/queue';
import { readOutbox } from '../../store/outbox-store';
import { deletionOf, editOf, type EditFields } from './edit-change';
import { newDocumentOf, type DocumentFields } from './new-document';
import { creationOf, highlightInputs, type HighlightFields } from './new-highlights';
import { knownTarget } from './named-target';
import { CannotStart, readTextFile, type Options } from './inputs';
import { Refused, runVerb, type Asking, type Chosen } from './sending';

export type EditOptions = Options & EditFields;
export type HighlightOptions = Options & HighlightFields;
export type SaveOptions = Options & DocumentFields & { readonly html?: string };
export type DeleteOptions = Options & { readonly yes?: boolean };

export async function highlight(options: HighlightOptions, signal: AbortSignal): Promise<number> {
  const inputs = await highlightInputs(options);
  const target = options.title ?? '';
  const ask = async (asking: Asking): Promise<Chosen> => store(asking, target, creationOf(inputs));
  return runVerb({ options, signal, target, ask });
}

export async function edit(name: string, options: EditOptions, signal: AbortSignal): Promise<number> {
  const ask = async (asking: Asking): Promise<Chosen> =>
    store(asking, name, editOf(await knownTarget(asking.deps, options.vault, name), options));
  return runVerb({ options, signal, target: name, ask });
}

export async function deleteTarget(
  name: string,
  options: DeleteOptions,
  signal: AbortSignal,
): Promise<number> {
  if (options.yes !== true && options.dryRun !== true)
    throw new CannotStart(`This deletes ${name} at Readwise for good. If you want that, add --yes.`);
  const ask = async (asking: Asking): Promise<Chosen> =>
    store(asking, name, deletionOf(await knownTarget(asking.deps, options.vault, name)));
  return runVerb({ options, signal, target: name, ask });
}

export async function save(url: string, options: SaveOptions, signal: AbortSignal): Promise<number> {
  const html = options.html === undefined ? undefined : readTextFile(options.html);
  const ask = async (asking: Asking): Promise<Chosen> =>
    store(asking, url, newDocumentOf(url, options, html));
  return runVerb({ options, signal, target: url, ask });
}

/** Puts a change into the outbox. Where it waits there already, that one is sent. */
async function store({ deps, state }: Asking, name: string, change: Change): Promise<Chosen> {
  const added = await addChange({ ...deps, state }, change);
  if (added.ok) return new Set(added.entries.map(({ id }) => id));
  if (added.reason.code !== 'nothing-to-change')
    throw Refused.because(name, changedFields(change), added.reason);
  const target = targetIdOf(change);
  const waiting = (await readOutbox(state)).filter(
    (entry) => entry.state !== 'refused' && target !== null && targetIdOf(entry.change) === target,
  );
  return new Set(waiting.map(({ id }) => id));
}

function changedFields(change: Change): readonly string[] {
  if (change.kind !== 'edit-highlight' && change.kind !== 'edit-item') return [];
  const fields = Object.keys(change.fields);
  return change.tags === undefined ? fields : [...fields, 'tags'];
}

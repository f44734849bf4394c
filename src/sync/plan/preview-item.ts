import { liveItem } from '../../core/library/item';
import type { ItemRecord } from '../../core/library/record';
import { clashKeysOf } from '../../core/layout/layout';
import { joinNote, splitNote } from '../../core/note/note';
import type { Failure } from '../../core/report';
import type { Settings } from '../../core/settings';
import type { Vault } from '../../ports';
import { keys } from '../state/keys';
import { planContextOf } from './plan-context';
import { planItem } from './plan-item';
import { prepareRendering, type Rendering } from '../templates/prepare-rendering';
import { readKeys } from '../state/stored';
import type { SyncDependencies } from '../sync-options';

export interface PreviewedNote {
  readonly path: string;
  readonly text: string;
}

export interface FirstNote extends PreviewedNote {
  readonly noteKey: string;
}

/** What a sync would make of an item that has no note yet. */
export interface ItemPreview {
  /** None: it is left out. Null: there would be no sync. */
  readonly notes: readonly PreviewedNote[] | null;
  /** What is wrong with templates, of this item or of others, and with names. */
  readonly failures: readonly Failure[];
}

export type PreviewDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'clock'>;

/** Plans the notes of one item as a sync does, as if the vault held none. Writes nothing. */
export async function previewItem(
  deps: PreviewDependencies,
  { record, settings }: { readonly record: ItemRecord; readonly settings: Settings },
): Promise<ItemPreview> {
  const rendering = await prepareRendering(deps, settings);
  if (!rendering.ok) return { notes: null, failures: rendering.failures };
  // A sync goes on with what a broken template last was.
  const failures = rendering.broken;
  const notes = (await firstNotes(deps, { rendering, record, settings })).map(({ path, text }) => {
    const { yaml, body } = splitNote(text);
    return { path, text: joinNote(yaml ?? '', body) };
  });
  return { notes, failures };
}

/** The notes that an item gets which has none, each with its trailer: that of the whole first. None where it is left out. */
export async function firstNotes(
  deps: Pick<PreviewDependencies, 'state'>,
  {
    rendering,
    record,
    settings,
  }: { readonly rendering: Rendering; readonly record: ItemRecord; readonly settings: Settings },
): Promise<readonly FirstNote[]> {
  if (liveItem(record, settings.scope) === null) return [];
  const context = planContextOf({
    deps: { ...deps, vault: NO_NOTES },
    options: { settings },
    rendering,
    shelf: null,
  });
  const names = [...clashKeysOf(record, rendering.layOut)];
  const groups = await deps.state.getMany(names.map(([, name]) => keys.clash(name)));
  const rivals = new Map(names.map(([noteKey], index) => [noteKey, readKeys(groups[index])]));
  const plan = await planItem(context, {
    record,
    written: null,
    places: new Map(),
    rivals,
    removed: 'keep',
    v2: { kind: 'complete', upTo: null },
  });
  return (plan.kind === 'wait' ? [] : plan.notes).flatMap(({ noteKey, action }) =>
    action.kind === 'create' ? [{ noteKey, path: action.path, text: action.text(action.path) }] : [],
  );
}

const untouchable = (): never => {
  throw new Error('A preview writes nothing');
};

/** A vault in which no note has been made yet. */
const NO_NOTES: Vault = {
  locate: () => Promise.resolve([]),
  survey: () => Promise.resolve([]),
  spelled: (path) => Promise.resolve(path),
  read: () => Promise.resolve(null),
  has: () => Promise.resolve(false),
  create: untouchable,
  update: untouchable,
  rename: untouchable,
  moveToTrash: untouchable,
};

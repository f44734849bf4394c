import { problemOf } from '../../model/problem';
import type { ItemRecord } from '../../model/record';
import { joinNote, splitNote } from '../../notes/note/note';
import { BROKEN_TEMPLATE, type Failure } from '../../model/report';
import type { Settings } from '../../model/settings';
import { itemInNotes } from '../../notes/layout/decision';
import { TemplateError } from '../../notes/template/template';
import type { Vault } from '../../model/ports';
import { planContextOf } from '../../sync/plan/plan-context';
import { planItem } from '../../sync/plan/plan-item';
import { prepareRendering, type Rendering } from '../../sync/templates/prepare-rendering';
import type { SyncDependencies } from '../../sync/context/sync-options';

export interface PreviewedNote {
  readonly path: string;
  readonly text: string;
}

export interface FirstNote extends PreviewedNote {
  readonly noteKey: string;
}

/** The notes that a sync would make for a new item. */
export interface ItemPreview {
  /** Empty if the item is left out; null if failures prevent a preview. */
  readonly notes: readonly PreviewedNote[] | null;
  /** Problems with names and with templates, of this item or others, including warnings. */
  readonly failures: readonly Failure[];
}

export type PreviewDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'clock'>;

/** Plans the notes of one item as a sync would in an empty vault. Writes nothing. */
export async function previewItem(
  deps: PreviewDependencies,
  { record, settings }: { readonly record: ItemRecord; readonly settings: Settings },
): Promise<ItemPreview> {
  const rendering = await prepareRendering(deps, settings);
  if (!rendering.ok) return { notes: null, failures: rendering.failures };
  const failures = [...rendering.broken, ...rendering.warnings()];
  try {
    const notes = await firstNotes(deps, { rendering, record, settings });
    return { notes: notes === null ? null : notes.map(shownNote), failures };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const failure = { id: BROKEN_TEMPLATE, path: null, problem: problemOf(error) };
    return { notes: null, failures: [...failures, failure] };
  }
}

function shownNote({ path, text }: FirstNote): PreviewedNote {
  const { yaml, body } = splitNote(text);
  return { path, text: joinNote(yaml ?? '', body) };
}

/**
 * The notes of a new item with their trailers, the whole item's first. Empty if it is left out; null if its
 * templates cannot be used.
 */
export async function firstNotes(
  deps: Pick<PreviewDependencies, 'state'>,
  item: {
    readonly rendering: Rendering;
    readonly record: ItemRecord;
    readonly settings: Settings;
    /** A built-in style for these notes alone. */
    readonly style?: string | undefined;
  },
): Promise<readonly FirstNote[] | null> {
  const { rendering, record, settings, style = '' } = item;
  if (itemInNotes(record, settings.scope, rendering.decide(record)) === null) return [];
  const emptyVault = { ...deps, vault: NO_NOTES };
  const context = planContextOf({ deps: emptyVault, options: { settings }, rendering, cache: null });
  const planned = {
    record,
    written: null,
    isAnew: false,
    places: new Map(),
    removed: 'keep',
    v2: { kind: 'complete', upTo: null },
  } as const;
  const plan = await planItem({ ...context, newStyle: style }, planned);
  if (plan.kind === 'wait') return [];
  if (plan.notes.length === 0 && plan.isProvisional) return null;
  return plan.notes.flatMap(({ noteKey, action }) =>
    action.kind === 'create' ? [{ noteKey, path: action.path, text: action.text(action.path) }] : [],
  );
}

const untouchable = (): never => {
  throw new Error('A preview writes nothing');
};

const NO_NOTES: Vault = {
  locate: () => Promise.resolve([]),
  fileMarks: () => Promise.resolve(new Map()),
  survey: () => Promise.resolve([]),
  list: () => Promise.resolve([]),
  linkedFrom: () => Promise.resolve([]),
  spelled: (path) => Promise.resolve(path),
  read: () => Promise.resolve(null),
  has: () => Promise.resolve(false),
  create: untouchable,
  update: untouchable,
  rename: untouchable,
  moveToTrash: untouchable,
};

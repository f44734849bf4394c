import { fingerprint } from '../core/hash';
import type { PlaceItem } from '../core/library/note-name';
import type { Failure } from '../core/report';
import type { Settings } from '../core/settings';
import { compileNames } from '../core/template/name-template';
import { keys } from './keys';
import { failureOf, problemsWith, readTemplates, templateFinder, type FindTemplate } from './load-templates';
import { readText } from './stored';
import type { SyncDependencies } from './sync-options';

/** What notes are to look like, and where they belong. */
export interface Rendering {
  readonly templates: FindTemplate;
  readonly place: PlaceItem;
  /** Changes whenever any note may look different or belong elsewhere. */
  readonly mark: string;
  /** Since the last sync: then every item is due. */
  readonly changed: boolean;
}

export type PreparedRendering = ({ readonly ok: true } & Rendering) | { readonly ok: false; readonly failures: readonly Failure[] };

/** To be raised by one whenever the same template makes other bytes of the same item: escaping, helpers, anchors, trailer. */
const RENDERING_VERSION = 3;

/** Reads the templates, and checks them unless they are those that the last sync ran with. */
export async function prepareRendering({ vault, state, clock, readYaml }: Pick<SyncDependencies, 'vault' | 'state' | 'clock' | 'readYaml'>, settings: Settings): Promise<PreparedRendering> {
  const { scope, folder, naming, remoteImages } = settings;
  const read = await readTemplates(vault, settings);
  if (!read.ok) return read;
  const mark = fingerprint(JSON.stringify([RENDERING_VERSION, read.sources, scope, folder, naming, remoteImages]));
  const changed = readText((await state.getMany([keys.rendering]))[0]) !== mark;
  const names = compileNames(naming, folder);
  const failures = [...(names.ok ? [] : names.problems.map((problem) => failureOf('naming', problem))), ...(changed ? await problemsWith(read.sources, { clock, readYaml }) : [])];
  if (failures.length > 0 || !names.ok) return { ok: false, failures };
  return { ok: true, place: names.place, templates: templateFinder(read.sources, { remoteImages, readYaml }), mark, changed };
}

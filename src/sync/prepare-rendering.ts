import { fingerprint } from '../core/hash';
import { createDecide } from '../core/layout/create-decide';
import type { Decide } from '../core/layout/decision';
import { createLayOut, type LayOut } from '../core/layout/layout';
import type { Failure } from '../core/report';
import { textFolderOf, type Settings } from '../core/settings';
import { keys } from './keys';
import { failureOf, problemsWith, readTemplates, templateFinder, type FindTemplate } from './load-templates';
import { readText } from './stored';
import type { SyncDependencies } from './sync-options';

/** What notes there are to be, what they look like, and where they belong. */
export interface Rendering {
  readonly templates: FindTemplate;
  readonly decide: Decide;
  readonly layOut: LayOut;
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
  const read = await readTemplates(vault, settings);
  if (!read.ok) return read;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const mark = markOf(settings, { sources: read.sources, today });
  const changed = readText((await state.getMany([keys.rendering]))[0]) !== mark;
  const decided = createDecide({ ...settings, today });
  const failures = [...(decided.ok ? [] : decided.problems.map((problem) => failureOf('naming', problem))), ...(changed ? await problemsWith(read.sources, { clock, readYaml }) : [])];
  if (failures.length > 0 || !decided.ok) return { ok: false, failures };
  const { decide } = decided;
  return { ok: true, decide, layOut: createLayOut(decide, { textFolder: textFolderOf(settings) }), templates: templateFinder(read.sources, { settings, readYaml }), mark, changed };
}

/** Where a rule asks for age, every day is another. */
function markOf(settings: Settings, { sources, today }: { readonly sources: readonly unknown[]; readonly today: string }): string {
  const { scope, folder, naming, remoteImages, rules, notePerHighlight, fullText, outOfScope } = settings;
  const day = rules.some(({ enabled, when }) => enabled && when.age !== undefined) ? today : '';
  return fingerprint(JSON.stringify([RENDERING_VERSION, sources, scope, folder, naming, remoteImages, rules, notePerHighlight, fullText, outOfScope, day]));
}

import { attachmentsMark } from '../../notes/attachments/attachment-settings';
import { fingerprint } from '../../model/hash';
import { createDecide } from '../../notes/layout/create-decide';
import type { Decide } from '../../notes/layout/decision';
import { createLayOut, type LayOut } from '../../notes/layout/layout';
import type { Failure } from '../../model/report';
import { textFolderOf, type Settings } from '../../model/settings';
import type { StateChange } from '../../model/ports';
import { keys } from '../../store/keys';
import { goodTemplates, isKept, usableTemplates } from './last-good';
import {
  failureOf,
  readTemplates,
  templateFinder,
  type FindTemplate,
  type TemplateFailure,
  type TemplateSource,
} from './load-templates';
import { readGoodTemplates, readText } from '../../store/stored';
import type { SyncDependencies } from '../sync-options';

/** What notes there are to be, what they look like, and where they belong. */
export interface Rendering {
  readonly templates: FindTemplate;
  readonly decide: Decide;
  readonly layOut: LayOut;
  /** Any note may look different or belong elsewhere than after the last sync: then every item is due. */
  readonly changed: boolean;
  /** By what the state knows this rendering, to be put there when every item is due. */
  readonly changes: readonly StateChange[];
  /** Templates that cannot be used and in whose place is what they last were. A person has to be told. */
  readonly broken: readonly Failure[];
}

export type PreparedRendering =
  ({ readonly ok: true } & Rendering) | { readonly ok: false; readonly failures: readonly TemplateFailure[] };

/** To be raised by one whenever the same template makes other bytes of the same item: escaping, helpers, anchors, trailer. */
const RENDERING_VERSION = 9;

/** Reads the templates, and checks them unless they are those that the last sync ran with. */
export async function prepareRendering(
  deps: Pick<SyncDependencies, 'vault' | 'state' | 'clock'>,
  settings: Settings,
): Promise<PreparedRendering> {
  const { vault, state, clock } = deps;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const markWith = (sources: readonly TemplateSource[]): string => markOf(settings, { sources, today });
  const [lastMark, lastGood] = await state.getMany([keys.rendering, keys.templates]);
  const good = readGoodTemplates(lastGood);
  const chosen = await readTemplates(vault, settings);
  const found = chosen.flatMap(({ source }) => source ?? []);
  const isAsBefore = found.length === chosen.length && markWith(found) === readText(lastMark);
  const usable = isAsBefore
    ? { sources: found, broken: [], failures: [] }
    : await usableTemplates(chosen, { good, folder: settings.templates.folder, clock });
  const decided = createDecide({ ...settings, today });
  const failures = [
    ...(decided.ok ? [] : decided.problems.map((problem) => failureOf('naming', problem))),
    ...usable.failures,
  ];
  if (failures.length > 0 || !decided.ok) return { ok: false, failures };
  const { sources, broken } = usable;
  const { decide } = decided;
  const mark = markWith(sources);
  return {
    ok: true,
    decide,
    layOut: createLayOut(decide, { textFolder: textFolderOf(settings) }),
    templates: templateFinder(sources, { settings }),
    changed: readText(lastMark) !== mark || !isKept(sources, good),
    changes: [
      { put: keys.rendering, value: mark },
      { put: keys.templates, value: goodTemplates(sources) },
    ],
    broken,
  };
}

/** Where a rule asks for age, every day is another. */
function markOf(
  settings: Settings,
  { sources, today }: { readonly sources: readonly unknown[]; readonly today: string },
): string {
  const { scope, folder, naming, templates, remoteImages, rules, notePerHighlight, fullText, outOfScope } =
    settings;
  const day = rules.some(({ enabled, when }) => enabled && when.age !== undefined) ? today : '';
  return fingerprint(
    JSON.stringify([
      RENDERING_VERSION,
      sources,
      scope,
      folder,
      naming,
      templates,
      remoteImages,
      rules,
      notePerHighlight,
      fullText,
      outOfScope,
      day,
      ...attachmentsMark(settings),
    ]),
  );
}

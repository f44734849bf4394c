import { attachmentsMark } from '../../notes/attachments/attachment-settings';
import { fingerprint } from '../../model/hash';
import { createDecide, decidedOtherwise } from '../../notes/layout/create-decide';
import type { Decide } from '../../notes/layout/decision';
import { type Failure, BROKEN_TEMPLATE } from '../../model/report';
import type { ItemRecord } from '../../model/record';
import type { Settings } from '../../model/settings';
import type { StateChange, Clock } from '../../model/ports';
import { keys } from '../../store/keys';
import {
  failureOf,
  readTemplates,
  templateFinder,
  type FindTemplate,
  type TemplateFailure,
  type TemplateSource,
  builtInText,
  sourceOf,
  warningsIn,
  problemsOf,
  problemsWith,
  type ChosenTemplate,
} from './load-templates';
import { readGoodTemplates, readRendering, type GoodTemplates } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';

/** Decides what notes look like, and where they belong. */
export interface Rendering {
  readonly templates: FindTemplate;
  readonly decide: Decide;
  /** Any note may look different or belong elsewhere than after the last sync, so every item is due. */
  readonly changed: boolean;
  /** Whether an item is decided about otherwise because the day changed; null where the day changes nothing. */
  readonly changedByDay: ((record: ItemRecord) => boolean) | null;
  /** The changes to commit when the items are marked due. */
  readonly changes: readonly StateChange[];
  /** What will not come out right in the templates; to be told once, with the change. Compiles them. */
  readonly warnings: () => readonly Failure[];
  /** Unusable templates for which the last good version is used; the user must be told. */
  readonly broken: readonly Failure[];
}

type PreparedRendering =
  ({ readonly ok: true } & Rendering) | { readonly ok: false; readonly failures: readonly TemplateFailure[] };

/** Raise by one whenever the same template renders other bytes: escaping, helpers, anchors, trailer. */
const RENDERING_VERSION = 18;

/** Reads the templates, and checks them unless the last sync used the same. */
export async function prepareRendering(
  deps: Pick<SyncDependencies, 'vault' | 'state' | 'clock'>,
  settings: Settings,
): Promise<PreparedRendering> {
  const { vault, state, clock } = deps;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const markWith = (sources: readonly TemplateSource[]): string => markOf(settings, sources);
  const [lastStored, lastGood] = await state.getMany([keys.rendering, keys.templates]);
  const last = readRendering(lastStored);
  const good = readGoodTemplates(lastGood);
  const chosen = await readTemplates(vault, settings);
  const found = chosen.flatMap(({ source }) => source ?? []);
  const isAsBefore = found.length === chosen.length && markWith(found) === last?.mark;
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
    templates: templateFinder(sources, { settings }),
    changed: last?.mark !== mark || !areStored(sources, good),
    changedByDay: last === null ? null : changedByDay(settings, { since: last.day, today }),
    changes: [
      { put: keys.rendering, value: { mark, day: today } },
      { put: keys.templates, value: storedTemplates(sources) },
    ],
    broken,
    warnings: () => warningsIn(sources),
  };
}

/** The day is no part of the mark: it changes few items, and all that waits for its turn would begin anew. */
function changedByDay(
  { rules, scope }: Settings,
  days: { readonly since: string; readonly today: string },
): Rendering['changedByDay'] {
  const hasAge = rules.some(({ enabled, when }) => enabled && when.age !== undefined);
  return hasAge && days.since !== days.today ? decidedOtherwise({ rules, scope, ...days }) : null;
}

function markOf(settings: Settings, sources: readonly unknown[]): string {
  const { scope, folder, naming, templates, timeZone, rules, notePerHighlight, fullText, outOfScope } =
    settings;
  return fingerprint(
    JSON.stringify([
      RENDERING_VERSION,
      sources,
      scope,
      folder,
      naming,
      templates,
      timeZone,
      settings.remoteImages,
      settings.authorsAsLinks,
      settings.tagPrefix,
      settings.ownNotesAsMarkdown,
      rules,
      notePerHighlight,
      fullText,
      outOfScope,
      ...attachmentsMark(settings),
    ]),
  );
}

interface UsableTemplates {
  readonly sources: readonly TemplateSource[];
  /** A failure for each template replaced by its last good version. */
  readonly broken: readonly Failure[];
  /** All problems, if a template is unusable and has no good version: then there is no sync. */
  readonly failures: readonly TemplateFailure[];
}

interface LastGood {
  readonly good: GoodTemplates;
  /** The folder of partials. */
  readonly folder: string;
  readonly clock: Clock;
}

/** Checks the chosen templates, and replaces unusable ones by their last good version. */
async function usableTemplates(chosen: readonly ChosenTemplate[], last: LastGood): Promise<UsableTemplates> {
  const problems = await problemsWith(chosen, last);
  const sources: TemplateSource[] = [];
  const replaced = new Set<string>();
  for (const choice of chosen) {
    const isBroken = problems.has(choice.choice);
    const source = isBroken ? lastGoodOf(choice, last) : choice.source;
    if (source === null) continue;
    sources.push(source);
    if (isBroken) replaced.add(choice.choice);
  }
  return {
    sources,
    broken: [...replaced].map((choice) => {
      const found = (problems.get(choice) ?? []).map(({ problem }) => problem);
      return { id: BROKEN_TEMPLATE, path: choice, problem: { code: 'template-replaced', problems: found } };
    }),
    failures: replaced.size === problems.size ? [] : [...problems.values()].flat(),
  };
}

/** The last good version; null if there is none, or if this version of the program rejects it. */
function lastGoodOf(choice: ChosenTemplate, { good, folder }: LastGood): TemplateSource | null {
  const file = Object.hasOwn(good, choice.choice) ? good[choice.choice] : undefined;
  if (file === undefined) return null;
  const text = builtInText(choice) ?? file.text;
  const source = sourceOf(choice, { text, partials: { folder, files: file.partials } });
  return source === null || problemsOf(source).length > 0 ? null : source;
}

const ownTemplates = (sources: readonly TemplateSource[]): readonly TemplateSource[] =>
  sources.filter(({ path, partials }) => path !== null || partials.files.length > 0);

/** The user's own templates and partials, as they are stored. */
const storedTemplates = (sources: readonly TemplateSource[]): GoodTemplates =>
  Object.fromEntries(
    ownTemplates(sources).map(({ choice, text, partials }) => [
      choice,
      { text, partials: [...partials.files] },
    ]),
  );

/** Whether each of the user's templates is stored. */
const areStored = (sources: readonly TemplateSource[], good: GoodTemplates): boolean =>
  ownTemplates(sources).every(({ choice }) => Object.hasOwn(good, choice));

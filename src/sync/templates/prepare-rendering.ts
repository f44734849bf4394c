import { utcDay } from '../../model/time-zone';
import { attachmentsMark } from '../../notes/attachments/attachment-settings';
import { fingerprint } from '../../model/hash';
import { createDecide, decidedOtherwise } from '../../notes/layout/create-decide';
import type { Decide } from '../../notes/layout/decision';
import { type Failure, BROKEN_TEMPLATE } from '../../model/report';
import type { ItemRecord } from '../../model/record';
import type { Problem } from '../../model/problem';
import type { Settings } from '../../model/settings';
import type { StateChange } from '../../model/ports';
import { keys } from '../../store/keys';
import {
  failureOf,
  readTemplates,
  templateFinder,
  type FindTemplate,
  type TemplateFailure,
  type TemplateSource,
  warningsIn,
  problemsWith,
  type ChosenTemplate,
} from './load-templates';
import { keepTemplates } from './earlier-templates';
import { readOne } from '../../store/read-state';
import { readRendering, type StoredRendering } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';

/** Decides what notes look like, and where they belong. */
export interface Rendering {
  readonly templates: FindTemplate;
  readonly decide: Decide;
  /** Any note may look different or belong elsewhere than after the last sync, so every item is due. */
  readonly changed: boolean;
  /** Whether rules decide differently about an item because the day changed; null if the day is irrelevant. */
  readonly changedByDay: ((record: ItemRecord) => boolean) | null;
  /** The changes to commit when the items are marked due. */
  readonly changes: readonly StateChange[];
  /** What will not render as intended; to be reported once, with the change. Compiles the templates. */
  readonly warnings: () => readonly Failure[];
  /** Unusable templates, whose notes wait; the user must be told. */
  readonly broken: readonly BrokenTemplate[];
}

/** One for each template that settings or rules name. */
export interface BrokenTemplate extends Failure {
  readonly problem: Extract<Problem, { code: 'template-broken' }>;
}

type PreparedRendering =
  ({ readonly ok: true } & Rendering) | { readonly ok: false; readonly failures: readonly TemplateFailure[] };

/** Raise by one whenever the same template renders different bytes: escaping, helpers, anchors, trailer. */
const RENDERING_VERSION = 22;

/** Reads the templates, and checks them unless the last sync used the same. */
export async function prepareRendering(
  deps: Pick<SyncDependencies, 'vault' | 'state' | 'clock'>,
  settings: Settings,
): Promise<PreparedRendering> {
  const { vault, state, clock } = deps;
  const today = utcDay(clock.now());
  const decided = createDecide({ ...settings, today });
  if (!decided.ok)
    return { ok: false, failures: decided.problems.map((problem) => failureOf('naming', problem)) };
  const last = await readOne(state, keys.rendering, readRendering);
  const chosen = await readTemplates(vault, settings);
  const foundMarks = templateMarks(chosen);
  const isUnchanged = markOf(settings, foundMarks) === last?.mark;
  const problems = isUnchanged ? NO_PROBLEMS : await problemsWith(chosen, { clock });
  const sources = chosen.flatMap(({ choice, source }) =>
    source === null || problems.has(choice) ? [] : [source],
  );
  // While a template is broken, its mark stays: its notes cannot be written, so they are not due.
  const templates = { ...foundMarks };
  for (const choice of problems.keys()) templates[choice] = last?.templates[choice] ?? '';
  const mark = markOf(settings, templates);
  const rendering = { mark, day: today, templates } satisfies StoredRendering;
  const changed = last?.mark !== mark;
  return {
    ok: true,
    decide: decided.decide,
    templates: templateFinder(sources, { settings, broken: new Set(problems.keys()) }),
    changed,
    changedByDay: last === null ? null : changedByDay(settings, { since: last.day, today }),
    changes: [
      { put: keys.rendering, value: rendering },
      ...(changed ? [await keepTemplates(state, sources)] : []),
    ],
    broken: [...problems].map(([choice, found]) => brokenTemplate(choice, found)),
    warnings: () => warningsIn(sources),
  };
}

const NO_PROBLEMS: ReadonlyMap<string, readonly TemplateFailure[]> = new Map();

const brokenTemplate = (choice: string, found: readonly TemplateFailure[]): BrokenTemplate => ({
  id: BROKEN_TEMPLATE,
  path: choice,
  problem: { code: 'template-broken', problems: found.map(({ problem }) => problem) },
});

/** By name in settings and rules: a mark that changes with the template or anything that it calls. */
function templateMarks(chosen: readonly ChosenTemplate[]): Record<string, string> {
  const sources = new Map<string, (TemplateSource | null)[]>();
  for (const { choice, source } of chosen) sources.set(choice, [...(sources.get(choice) ?? []), source]);
  return Object.fromEntries(
    [...sources].map(([choice, each]) => [choice, fingerprint(JSON.stringify(each))]),
  );
}

/** The day is not part of the mark: it affects few items, and the queue would be built again each day. */
function changedByDay(
  { rules, scope }: Settings,
  days: { readonly since: string; readonly today: string },
): Rendering['changedByDay'] {
  const hasAge = rules.some(({ enabled, when }) => enabled && when.age !== undefined);
  return hasAge && days.since !== days.today ? decidedOtherwise({ rules, scope, ...days }) : null;
}

function markOf(settings: Settings, templateMarks: Readonly<Record<string, string>>): string {
  const { scope, folder, naming, templates, timeZone, rules, notePerHighlight, fullText, outOfScope } =
    settings;
  return fingerprint(
    JSON.stringify([
      RENDERING_VERSION,
      templateMarks,
      scope,
      folder,
      naming,
      templates,
      timeZone,
      settings.remoteImages,
      settings.authorsAsLinks,
      settings.tagPrefix,
      settings.ownNotesAsMarkdown,
      settings.unwrapText,
      rules,
      notePerHighlight,
      fullText,
      outOfScope,
      ...attachmentsMark(settings),
    ]),
  );
}

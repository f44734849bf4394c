import { attachmentsMark } from '../../notes/attachments/attachment-settings';
import { fingerprint } from '../../model/hash';
import { createDecide } from '../../notes/layout/create-decide';
import type { Decide } from '../../notes/layout/decision';
import { createLayOut, type LayOut } from '../../notes/layout/layout';
import { type Failure, BROKEN_TEMPLATE } from '../../model/report';
import { textFolderOf, type Settings } from '../../model/settings';
import type { StateChange, Clock } from '../../model/ports';
import { keys } from '../../store/keys';
import {
  failureOf,
  readTemplates,
  templateFinder,
  type FindTemplate,
  type TemplateFailure,
  type TemplateSource,
  ownSource,
  problemsOf,
  problemsWith,
  type ChosenTemplate,
} from './load-templates';
import { readGoodTemplates, readText, type GoodTemplates } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';

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

type PreparedRendering =
  ({ readonly ok: true } & Rendering) | { readonly ok: false; readonly failures: readonly TemplateFailure[] };

/**
 * To be raised by one whenever the same template makes other bytes of the same item: escaping, helpers,
 * anchors, trailer.
 */
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

/** What notes can be written with. */
interface UsableTemplates {
  readonly sources: readonly TemplateSource[];
  /** Of each template that is broken or missing and in whose place is what it last was. */
  readonly broken: readonly Failure[];
  /** Where one never was without mistakes there is no sync: all that is wrong with any. */
  readonly failures: readonly TemplateFailure[];
}

interface LastGood {
  readonly good: GoodTemplates;
  /** Where partials are kept. */
  readonly folder: string;
  readonly clock: Clock;
}

/**
 * Checks the chosen templates, and puts in the place of one that cannot be used what it was when it last
 * could.
 */
async function usableTemplates(chosen: readonly ChosenTemplate[], last: LastGood): Promise<UsableTemplates> {
  const problems = await problemsWith(chosen, last);
  const sources: TemplateSource[] = [];
  const replaced = new Set<string>();
  for (const each of chosen) {
    const isBroken = problems.has(each.choice);
    const source = isBroken ? lastGoodOf(each, last) : each.source;
    if (source === null) continue;
    sources.push(source);
    if (isBroken) replaced.add(each.choice);
  }
  return {
    sources,
    broken: [...replaced].map((choice) => ({
      id: BROKEN_TEMPLATE,
      path: choice,
      problem: {
        code: 'template-replaced',
        problems: (problems.get(choice) ?? []).map(({ problem }) => problem),
      },
    })),
    failures: replaced.size === problems.size ? [] : [...problems.values()].flat(),
  };
}

/** Null where there is none, and where what was good once is not any longer: the program may have changed. */
function lastGoodOf(choice: ChosenTemplate, { good, folder }: LastGood): TemplateSource | null {
  const text = Object.hasOwn(good, choice.choice) ? good[choice.choice] : undefined;
  const source = ownSource(choice, folder, text ?? null);
  return source === null || problemsOf(source).length > 0 ? null : source;
}

const own = (sources: readonly TemplateSource[]): readonly TemplateSource[] =>
  sources.filter(({ path }) => path !== null);

/** The person's own templates as the state keeps them. */
const goodTemplates = (sources: readonly TemplateSource[]): GoodTemplates =>
  Object.fromEntries(
    own(sources).map(({ choice, text, partials }) => [choice, { text, partials: [...partials.files] }]),
  );

/** Whether the state holds each of them. */
const isKept = (sources: readonly TemplateSource[], good: GoodTemplates): boolean =>
  own(sources).every(({ choice }) => Object.hasOwn(good, choice));

import { builtInStyles, fullTextTemplate, type StyleName } from '../core/template/built-in-templates';
import { ITEM_KINDS } from '../core/library/item-kind';
import type { ItemKind } from '../core/library/model';
import { withRemoteImages } from '../core/markdown/remote-images';
import type { ReadYaml } from '../core/properties/yaml-entries';
import type { Failure } from '../core/report';
import type { Settings } from '../core/settings';
import { compileTemplate } from '../core/template/compile';
import type { CompileResult, NoteTemplate, TemplateProblem } from '../core/template/template';
import type { Clock, Vault } from '../ports';
import { isOperational } from './sync-errors';

/** What a template is for: the note of an item of some kind, of one highlight, or of a full text. */
export type TemplateUse = ItemKind | 'highlight' | 'fullText';

/** A chosen template as text: built in, or a file of the person's own. */
export interface TemplateSource {
  readonly use: TemplateUse;
  /** As the settings or a rule name it. */
  readonly choice: string;
  readonly name: string;
  /** Null for a built-in one. */
  readonly path: string | null;
  readonly text: string;
}

export type ReadTemplates = { readonly ok: true; readonly sources: readonly TemplateSource[] } | { readonly ok: false; readonly failures: readonly Failure[] };

export const BUILT_IN = 'built-in';
const BUILT_IN_STYLE = `${BUILT_IN}:`;

const isStyle = (name: string): name is StyleName => Object.hasOwn(builtInStyles, name);

/** The style that a choice names; null for a path, and for a style that there is not. */
function styleIn(choice: string, use: TemplateUse): StyleName | null {
  if (choice === BUILT_IN) return use === 'highlight' ? 'highlight' : 'classic';
  const name = choice.slice(BUILT_IN_STYLE.length);
  return choice.startsWith(BUILT_IN_STYLE) && isStyle(name) ? name : null;
}

/** Every template that settings and rules name, by its use. */
function choicesIn({ templates, rules }: Settings): readonly (readonly [use: TemplateUse, choice: string])[] {
  const ruled = [...new Set(rules.flatMap(({ then }) => then.template || []))];
  const ofKinds = ITEM_KINDS.flatMap((kind) => [...new Set([templates[kind], ...ruled])].map((choice) => [kind, choice] as const));
  return [...ofKinds, ['highlight', templates.highlight], ['fullText', templates.fullText]];
}

/** Reads the chosen templates; one that is not there is a failure. */
export async function readTemplates(vault: Vault, settings: Settings): Promise<ReadTemplates> {
  const sources: TemplateSource[] = [];
  const failures = new Map<string, Failure>();
  for (const [use, choice] of choicesIn(settings)) {
    const source = choice.startsWith(BUILT_IN) ? builtIn(use, choice) : await fromVault(vault, { use, choice });
    if (source !== null) sources.push(source);
    else failures.set(choice, { id: choice, path: choice, message: `The template for ${use === 'fullText' ? 'full texts' : `${use} notes`}, ${choice}, is not in the vault. Choose another in the settings, or put it back.` });
  }
  return failures.size === 0 ? { ok: true, sources } : { ok: false, failures: [...failures.values()] };
}

function builtIn(use: TemplateUse, choice: string): TemplateSource | null {
  const style = styleIn(choice, use);
  if (style === null) return null;
  const text = use === 'fullText' ? fullTextTemplate : builtInStyles[style](use === 'highlight' ? 'book' : use);
  return { use, choice, name: `built-in ${use} template`, path: null, text };
}

async function fromVault(vault: Vault, { use, choice }: { readonly use: TemplateUse; readonly choice: string }): Promise<TemplateSource | null> {
  const text = await readTemplate(vault, choice);
  return text === null ? null : { use, choice, name: choice, path: choice, text };
}

/** Null when there is none, and when the path cannot be one of a note. */
async function readTemplate(vault: Vault, path: string): Promise<string | null> {
  try {
    return await vault.read(path);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return null;
  }
}

/** Every problem in every template, with its place: while there is one, no sync may start. Lets the app breathe in between. */
export async function problemsWith(sources: readonly TemplateSource[], { clock, readYaml }: { readonly clock: Clock; readonly readYaml: ReadYaml }): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const source of new Map(sources.map((each) => [`${each.name}\n${each.text}`, each])).values()) {
    await clock.sleep(0);
    const compiled = compiledOnce(source, readYaml);
    if (compiled.ok) continue;
    failures.push(...compiled.problems.map((problem) => ({ ...failureOf(source.name, problem), path: source.path })));
  }
  return failures;
}

/** A template's problem as people read it. */
export const failureOf = (id: string, { template, line, column, message }: TemplateProblem): Failure => ({ id, path: null, message: `${template}, line ${line}, column ${column}: ${message}` });

/** Finds the template for a use as it renders under the settings, compiled when it is first needed. `choice` null: as the settings say. */
export type FindTemplate = (use: TemplateUse, choice: string | null) => NoteTemplate;

export function templateFinder(sources: readonly TemplateSource[], { settings, readYaml }: { readonly settings: Pick<Settings, 'templates' | 'remoteImages'>; readonly readYaml: ReadYaml }): FindTemplate {
  const byChoice = new Map(sources.map((source) => [`${source.use} ${source.choice}`, source]));
  return (use, choice) => {
    const source = byChoice.get(`${use} ${choice ?? settings.templates[use]}`);
    const compiled = source === undefined ? undefined : compiledOnce(source, readYaml);
    if (compiled?.ok !== true) throw new Error(`The ${use} template was not checked before the sync began`);
    return withRemoteImages(compiled.template, settings.remoteImages);
  };
}

const MOST_REMEMBERED = 40;
const remembered = new Map<string, CompileResult>();

/** Compiling is pure and dear: a plugin that syncs every hour compiles a template once. */
function compiledOnce({ name, text }: TemplateSource, readYaml: ReadYaml): CompileResult {
  const key = `${name}\n${text}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const compiled = compileTemplate({ name, source: text, readYaml });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, compiled);
  return compiled;
}

import { builtInTemplates } from '../core/template/built-in-templates';
import { ITEM_KINDS } from '../core/library/item-kind';
import type { ItemKind } from '../core/library/model';
import { withRemoteImages } from '../core/markdown/remote-images';
import type { Failure } from '../core/report';
import type { Settings } from '../core/settings';
import type { CompileResult, NoteTemplate, TemplateProblem } from '../core/template/template';
import { compileTemplate } from '../core/template/compile';
import type { ReadYaml } from '../core/properties/yaml-entries';
import type { Clock, Vault } from '../ports';
import { isOperational } from './sync-errors';

/** A chosen template as text: built in, or a file of the person's own. */
export interface TemplateSource {
  readonly kind: ItemKind;
  readonly name: string;
  /** Null for a built-in one. */
  readonly path: string | null;
  readonly text: string;
}

export type ReadTemplates = { readonly ok: true; readonly sources: readonly TemplateSource[] } | { readonly ok: false; readonly failures: readonly Failure[] };

export const BUILT_IN = 'built-in';

/** Reads the chosen templates; one that is not there is a failure. */
export async function readTemplates(vault: Vault, settings: Settings): Promise<ReadTemplates> {
  const sources: TemplateSource[] = [];
  const failures: Failure[] = [];
  for (const kind of ITEM_KINDS) {
    const path = settings.templates[kind];
    const text = path === BUILT_IN ? builtInTemplates[kind] : await readTemplate(vault, path);
    if (text !== null) sources.push(path === BUILT_IN ? { kind, name: `built-in ${kind} template`, path: null, text } : { kind, name: path, path, text });
    else failures.push({ id: path, path, message: `The template for ${kind} notes, ${path}, is not in the vault. Choose another in the settings, or put it back.` });
  }
  return failures.length === 0 ? { ok: true, sources } : { ok: false, failures };
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
  for (const source of sources) {
    await clock.sleep(0);
    const compiled = compiledOnce(source, readYaml);
    if (compiled.ok) continue;
    failures.push(...compiled.problems.map((problem) => ({ ...failureOf(source.name, problem), path: source.path })));
  }
  return failures;
}

/** A template's problem as people read it. */
export const failureOf = (id: string, { template, line, column, message }: TemplateProblem): Failure => ({ id, path: null, message: `${template}, line ${line}, column ${column}: ${message}` });

/** Finds the template for a kind of item as it renders under the settings, compiled when it is first needed: a sync with nothing to write needs none. */
export type FindTemplate = (kind: ItemKind) => NoteTemplate;

export const templateFinder =
  (sources: readonly TemplateSource[], { remoteImages, readYaml }: Pick<Settings, 'remoteImages'> & { readonly readYaml: ReadYaml }): FindTemplate =>
  (kind) => {
    const source = sources.find((candidate) => candidate.kind === kind);
    const compiled = source === undefined ? undefined : compiledOnce(source, readYaml);
    if (compiled?.ok !== true) throw new Error(`The ${kind} template was not checked before the sync began`);
    return withRemoteImages(compiled.template, remoteImages);
  };

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

import {
  builtInParts,
  builtInStyles,
  fullTextTemplate,
  type StyleName,
} from '../../notes/template/built-in-templates';
import { ITEM_KINDS, type ItemKind } from '../../model/model';
import { withRemoteImages } from '../../notes/attachments/remote-images';
import type { Problem, TemplateFault } from '../../model/problem';
import type { Failure } from '../../model/report';
import type { Settings } from '../../model/settings';
import { compileTemplate } from '../../notes/template/compile';
import type { FieldSettings } from '../../notes/template/item-fields';
import {
  NO_PARTIALS,
  type Partials,
  partialPath,
  partialsCalledIn,
  type PartialFile,
} from '../../notes/template/template-file';
import type { CompileResult, NoteTemplate, TemplateProblem } from '../../notes/template/template';
import { isOperational } from '../../model/errors';
import type { Clock, Vault } from '../../model/ports';

/** What a template is for: notes of items of a kind, of one highlight, or of a full text. */
export type TemplateUse = ItemKind | 'highlight' | 'fullText';

/** The text of a chosen template: built in, or a file of the user's. */
export interface TemplateSource {
  readonly use: TemplateUse;
  /** As the settings or a rule name it. */
  readonly choice: string;
  readonly name: string;
  /** Null for a built-in one. */
  readonly path: string | null;
  readonly text: string;
  readonly partials: Partials;
}

/** A template that settings or a rule name; `source` is null if it does not exist. */
export interface ChosenTemplate extends Choice {
  readonly source: TemplateSource | null;
}

interface Choice extends Pick<TemplateSource, 'use' | 'choice'> {
  readonly namedBy: NamedBy;
}

/** Where a template is named. */
type NamedBy = Extract<Problem, { code: 'template-missing' }>['namedBy'];

export const BUILT_IN = 'built-in';
const BUILT_IN_STYLE = `${BUILT_IN}:`;

const STYLES = [BUILT_IN, ...Object.keys(builtInStyles).map((style) => `${BUILT_IN_STYLE}${style}`)];

const isStyle = (name: string): name is StyleName => Object.hasOwn(builtInStyles, name);

/** The built-in style that a choice names; null for a path or an unknown style. */
function styleIn(choice: string, use: TemplateUse): StyleName | null {
  if (choice === BUILT_IN) return use === 'highlight' ? 'highlight' : 'classic';
  const name = choice.slice(BUILT_IN_STYLE.length);
  return choice.startsWith(BUILT_IN_STYLE) && isStyle(name) ? name : null;
}

/** Every template that settings and rules name. One in a rule may be used for any kind. */
function choicesIn({ templates, rules }: Settings): readonly Choice[] {
  const ofRules = new Set(rules.map(({ then }) => then.template ?? ''));
  ofRules.delete('');
  const ofSetting = (use: TemplateUse): Choice => {
    return { use, choice: templates[use], namedBy: { kind: 'use', use } };
  };
  const ofKinds = ITEM_KINDS.flatMap((use) => {
    const own = ofSetting(use);
    const others = [...ofRules].filter((choice) => choice !== own.choice);
    return [own, ...others.map((choice) => ({ use, choice, namedBy: { kind: 'rule' } as const }))];
  });
  return [...ofKinds, ofSetting('highlight'), ofSetting('fullText')];
}

export async function readTemplates(vault: Vault, settings: Settings): Promise<readonly ChosenTemplate[]> {
  const { folder } = settings.templates;
  const files = new TemplateFiles(vault, folder);
  const chosen: ChosenTemplate[] = [];
  for (const choice of choicesIn(settings)) {
    const isBuiltIn = choice.choice.startsWith(BUILT_IN);
    const text = isBuiltIn ? builtInText(choice) : await files.read(choice.choice);
    // A built-in template calls built-in partials only.
    const hasOwn = text !== null && (!isBuiltIn || (await files.replaceBuiltIn()));
    const partials = hasOwn ? await files.partialsOf(text) : [];
    chosen.push({ ...choice, source: sourceOf(choice, { text, partials: { folder, files: partials } }) });
  }
  return chosen;
}

/** The text of a built-in template; null for a path or an unknown style. */
function builtInText({ use, choice }: Pick<Choice, 'use' | 'choice'>): string | null {
  const style = styleIn(choice, use);
  if (style === null) return null;
  return use === 'fullText' ? fullTextTemplate : builtInStyles[style];
}

/** A template with the person's own partials; null without a text. */
function sourceOf(
  { use, choice }: Pick<Choice, 'use' | 'choice'>,
  { text, partials }: { readonly text: string | null; readonly partials: Partials },
): TemplateSource | null {
  if (text === null) return null;
  if (!choice.startsWith(BUILT_IN)) return { use, choice, name: choice, path: choice, text, partials };
  const name = use === 'fullText' ? 'built-in full text' : `built-in ${styleIn(choice, use) ?? ''}`;
  return { use, choice, name, path: null, text, partials };
}

/** The problems of each unusable choice. Yields to the app between templates. */
export async function problemsWith(
  chosen: readonly ChosenTemplate[],
  { clock }: { readonly clock: Clock },
): Promise<ReadonlyMap<string, readonly TemplateFailure[]>> {
  const failures = new Map<string, readonly TemplateFailure[]>();
  const checked = new Set<string>();
  for (const { choice, namedBy, source } of chosen) {
    const key = source === null ? choice : keyOf(source);
    if (checked.has(key)) continue;
    checked.add(key);
    await clock.sleep(0);
    const found = source === null ? [missing(choice, namedBy)] : problemsOf(source);
    if (found.length > 0) failures.set(choice, found);
  }
  return failures;
}

export interface TemplateFailure extends Failure {
  readonly problem: TemplateFault;
}

const missing = (choice: string, namedBy: NamedBy): TemplateFailure => ({
  id: choice,
  path: choice,
  problem: {
    code: 'template-missing',
    template: choice,
    namedBy,
    ...(choice.startsWith(BUILT_IN) ? { styles: STYLES } : {}),
  },
});

/** The problems in a template and in its partials. */
function problemsOf(source: TemplateSource): readonly TemplateFailure[] {
  const compiled = compiledOnce(source);
  return compiled.ok ? [] : compiled.problems.map((problem) => failureIn(source, problem));
}

export const isUsable = (sources: readonly TemplateSource[]): boolean =>
  sources.every((source) => compiledOnce(source).ok);

/** What will not render as intended in usable templates. */
export function warningsIn(sources: readonly TemplateSource[]): readonly TemplateFailure[] {
  const found = new Map<string, TemplateFailure>();
  for (const source of sources) {
    const compiled = compiledOnce(source);
    for (const problem of compiled.ok ? compiled.warnings : [])
      found.set(JSON.stringify(problem), failureIn(source, problem));
  }
  return [...found.values()];
}

const failureIn = ({ name, path }: TemplateSource, problem: TemplateProblem): TemplateFailure => ({
  ...failureOf(name, problem),
  path: problem.template === name ? path : problem.template,
});

export function failureOf(id: string, problem: TemplateProblem): TemplateFailure {
  const { template, line, column, mistake } = problem;
  return { id, path: null, problem: { code: 'template-mistake', template, line, column, mistake } };
}

/**
 * Returns the compiled template for a use, or null if it is broken; with `choice` null, the one in the settings.
 * Where that is the default, a note with a style of its own keeps it.
 */
export type FindTemplate = (
  use: TemplateUse,
  choice: string | null,
  ownStyle?: string,
) => NoteTemplate | null;

export function templateFinder(
  sources: readonly TemplateSource[],
  {
    settings,
    broken,
  }: {
    readonly settings: Pick<Settings, 'templates' | 'remoteImages'> & FieldSettings;
    /** Names of the templates that cannot be used. */
    readonly broken: ReadonlySet<string>;
  },
): FindTemplate {
  const byChoice = new Map(sources.map((source) => [`${source.use} ${source.choice}`, source]));
  const found = new Map<string, NoteTemplate>();
  /** A style that no setting names uses the partials of the default. */
  const unnamedSource = (named: Pick<Choice, 'use' | 'choice'>): TemplateSource | null => {
    const partials = byChoice.get(`${named.use} ${BUILT_IN}`)?.partials ?? NO_PARTIALS;
    return sourceOf(named, { text: builtInText(named), partials });
  };
  return (use, choice, ownStyle = '') => {
    const isDefault = choice === null && settings.templates[use] === BUILT_IN;
    const named =
      isDefault && isStyle(ownStyle) ? BUILT_IN_STYLE + ownStyle : (choice ?? settings.templates[use]);
    if (broken.has(named)) return null;
    const key = `${use} ${named}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const source = byChoice.get(key) ?? unnamedSource({ use, choice: named });
    const compiled = source === null ? null : compiledOnce(source);
    if (compiled?.ok !== true) throw new Error(`The ${use} template was not checked before the run`);
    const template = withRemoteImages(withFields(compiled.template, settings), settings.remoteImages);
    found.set(key, template);
    return template;
  };
}

const withFields = (template: NoteTemplate, settings: FieldSettings): NoteTemplate => ({
  name: template.name,
  render: (item, options) => template.render(item, { ...options, settings }),
});

const MAX_COMPILED = 40;
const compiledTemplates = new Map<string, CompileResult>();

/** Everything that a compiled template depends on. */
const keyOf = ({ name, text, partials }: TemplateSource): string => JSON.stringify([name, text, partials]);

/** Compiling is expensive: a plugin that syncs every hour compiles each template once. */
function compiledOnce(source: TemplateSource): CompileResult {
  const key = keyOf(source);
  const known = compiledTemplates.get(key);
  if (known !== undefined) return known;
  const { name, text, partials } = source;
  const compiled = compileTemplate({ name, source: text, partials });
  if (compiledTemplates.size >= MAX_COMPILED) compiledTemplates.clear();
  compiledTemplates.set(key, compiled);
  return compiled;
}

/** Reads template files and partials, each once. */
class TemplateFiles {
  private readonly texts = new Map<string, string | null>();

  /** `folder`: the folder of partials. */
  constructor(
    private readonly vault: Vault,
    private readonly folder: string,
  ) {}

  /** The person's own partials that a template needs, directly or through built-in ones. */
  async partialsOf(text: string): Promise<readonly PartialFile[]> {
    const names = new Set(partialsCalledIn(text, 'template'));
    const files: PartialFile[] = [];
    // The loop also visits names that are added while it runs.
    for (const name of names) {
      const own = await this.ownPartial(name);
      if (own !== null) files.push({ name, text: own });
      const partial = own ?? builtInParts.get(name);
      if (partial !== undefined) partialsCalledIn(partial, 'partial').forEach((called) => names.add(called));
    }
    return files;
  }

  /** Whether any built-in partial is replaced by an own one. Costs less than reading which a template calls. */
  async replaceBuiltIn(): Promise<boolean> {
    for (const name of builtInParts.keys()) if ((await this.ownPartial(name)) !== null) return true;
    return false;
  }

  private async ownPartial(name: string): Promise<string | null> {
    const path = partialPath(this.folder, name);
    // Built-in ones are seldom replaced, and checking is cheaper than opening.
    if (builtInParts.has(name) && !this.texts.has(path) && !(await this.vault.has(path)))
      this.texts.set(path, null);
    return this.read(path);
  }

  /** Null if the file does not exist or cannot be read. */
  async read(path: string): Promise<string | null> {
    const known = this.texts.get(path);
    const text = known === undefined ? await readNote(this.vault, path) : known;
    this.texts.set(path, text);
    return text;
  }
}

async function readNote(vault: Vault, path: string): Promise<string | null> {
  try {
    return await vault.read(path);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return null;
  }
}

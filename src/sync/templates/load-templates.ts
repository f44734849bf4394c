import { builtInStyles, fullTextTemplate, type StyleName } from '../../notes/template/built-in-templates';
import { ITEM_KINDS, type ItemKind } from '../../model/model';
import { withRemoteImages } from '../../notes/markdown/remote-images';
import type { Failure } from '../../model/report';
import type { Settings } from '../../model/settings';
import { compileTemplate } from '../../notes/template/compile';
import { NO_PARTIALS, type Partials } from '../../notes/template/partials';
import type { CompileResult, NoteTemplate, TemplateProblem } from '../../notes/template/template';
import type { Clock, Vault } from '../../model/ports';
import { TemplateFiles, type TemplateText } from './template-files';

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
  readonly partials: Partials;
}

/** A template that settings or a rule name; `source` is null where there is none. */
export interface ChosenTemplate extends Choice {
  readonly source: TemplateSource | null;
}

interface Choice extends Pick<TemplateSource, 'use' | 'choice'> {
  /** Which notes it is for, in words. */
  readonly notes: string;
}

export const BUILT_IN = 'built-in';
const BUILT_IN_STYLE = `${BUILT_IN}:`;

const isStyle = (name: string): name is StyleName => Object.hasOwn(builtInStyles, name);

/** The style that a choice names; null for a path, and for a style that there is not. */
function styleIn(choice: string, use: TemplateUse): StyleName | null {
  if (choice === BUILT_IN) return use === 'highlight' ? 'highlight' : 'classic';
  const name = choice.slice(BUILT_IN_STYLE.length);
  return choice.startsWith(BUILT_IN_STYLE) && isStyle(name) ? name : null;
}

/** Every template that settings and rules name, by its use. Of what kind the items of a category or a rule are, only they know. */
function choicesIn({ templates, rules }: Settings): readonly Choice[] {
  const named = new Map([
    ...rules.map(({ then }) => [then.template ?? '', 'notes that a rule is for'] as const),
    ...Object.entries(templates.categories).map(
      ([word, choice]) => [choice, `notes of the category ${word}`] as const,
    ),
  ]);
  named.delete('');
  const ofKinds = ITEM_KINDS.flatMap((use) => {
    const own = { use, choice: templates[use], notes: `${use} notes` };
    return [
      own,
      ...[...named]
        .filter(([choice]) => choice !== own.choice)
        .map(([choice, notes]) => ({ use, choice, notes })),
    ];
  });
  return [
    ...ofKinds,
    { use: 'highlight', choice: templates.highlight, notes: 'highlight notes' },
    { use: 'fullText', choice: templates.fullText, notes: 'full texts' },
  ];
}

/** Reads the chosen templates. */
export async function readTemplates(vault: Vault, settings: Settings): Promise<readonly ChosenTemplate[]> {
  const { folder } = settings.templates;
  const files = new TemplateFiles(vault, folder);
  const chosen: ChosenTemplate[] = [];
  for (const each of choicesIn(settings))
    chosen.push({
      ...each,
      source: isBuiltIn(each) ? builtIn(each) : ownSource(each, folder, await files.template(each.choice)),
    });
  return chosen;
}

const isBuiltIn = ({ choice }: Pick<Choice, 'choice'>): boolean => choice.startsWith(BUILT_IN);

function builtIn({ use, choice }: Choice): TemplateSource | null {
  const style = styleIn(choice, use);
  if (style === null) return null;
  const text =
    use === 'fullText' ? fullTextTemplate : builtInStyles[style](use === 'highlight' ? 'book' : use);
  return { use, choice, name: `built-in ${use} template`, path: null, text, partials: NO_PARTIALS };
}

/** A file of the person's own as the template for a use. */
export function ownSource(
  { use, choice }: Pick<Choice, 'use' | 'choice'>,
  folder: string,
  file: TemplateText | null,
): TemplateSource | null {
  return file === null
    ? null
    : {
        use,
        choice,
        name: choice,
        path: choice,
        text: file.text,
        partials: { folder, files: file.partials },
      };
}

/** What is wrong with each choice that cannot be used, by the choice: all of it, with its place. Lets the app yieldIfDue in between. */
export async function problemsWith(
  chosen: readonly ChosenTemplate[],
  { clock }: { readonly clock: Clock },
): Promise<ReadonlyMap<string, readonly Failure[]>> {
  const failures = new Map<string, readonly Failure[]>();
  const asked = new Set<string>();
  for (const { choice, notes, source } of chosen) {
    const key = source === null ? choice : keyOf(source);
    if (asked.has(key)) continue;
    asked.add(key);
    await clock.sleep(0);
    const found = source === null ? [missing(choice, notes)] : problemsOf(source);
    if (found.length > 0) failures.set(choice, found);
  }
  return failures;
}

const missing = (choice: string, notes: string): Failure => ({
  id: choice,
  path: choice,
  message: `The template for ${notes}, ${choice}, is not in the vault. Choose another in the settings, or put it back.`,
});

/** What is wrong with a template, in it and in its partials. */
export function problemsOf(source: TemplateSource): readonly Failure[] {
  const compiled = compiledOnce(source);
  if (compiled.ok) return [];
  return compiled.problems.map((problem) => ({
    ...failureOf(source.name, problem),
    path: source.path === null ? null : problem.template,
  }));
}

/** A template's problem as people read it. */
export const failureOf = (id: string, { template, line, column, message }: TemplateProblem): Failure => ({
  id,
  path: null,
  message: `${template}, line ${line}, column ${column}: ${message}`,
});

/** Finds the template for a use as it renders under the settings, compiled when it is first needed. `choice` null: as the settings say. */
export type FindTemplate = (use: TemplateUse, choice: string | null) => NoteTemplate;

export function templateFinder(
  sources: readonly TemplateSource[],
  { settings }: { readonly settings: Pick<Settings, 'templates' | 'remoteImages'> },
): FindTemplate {
  const byChoice = new Map(sources.map((source) => [`${source.use} ${source.choice}`, source]));
  const found = new Map<string, NoteTemplate>();
  return (use, choice) => {
    const key = `${use} ${choice ?? settings.templates[use]}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const source = byChoice.get(key);
    const compiled = source === undefined ? undefined : compiledOnce(source);
    if (compiled?.ok !== true) throw new Error(`The ${use} template was not checked before the sync began`);
    const template = withRemoteImages(compiled.template, settings.remoteImages);
    found.set(key, template);
    return template;
  };
}

const MOST_REMEMBERED = 40;
const remembered = new Map<string, CompileResult>();

/** What a template is compiled of. */
const keyOf = ({ name, text, partials }: TemplateSource): string => JSON.stringify([name, text, partials]);

/** Compiling is pure and dear: a plugin that syncs every hour compiles a template once. */
function compiledOnce(source: TemplateSource): CompileResult {
  const key = keyOf(source);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { name, text, partials } = source;
  const compiled = compileTemplate({ name, source: text, partials });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, compiled);
  return compiled;
}

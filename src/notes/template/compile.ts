import type { Item } from '../../model/model';
import { builtInParts } from './built-in-templates';
import { checkEndless, checkPart, type Fields, type KnownPartials } from './check-template';
import { declaredProperties } from './declared-properties';
import { compileText, createEnvironment } from './environment';
import { HIGHLIGHT_FIELDS, ITEM_FIELDS, itemFields, PLAIN_FIELDS } from './item-fields';
import { settledText } from './settle';
import { ProblemList } from './syntax';
import { TemplateError, type CompileResult, type RenderedNote, type RenderOptions } from './template';
import {
  NO_PARTIALS,
  partialNamesIn,
  partialPath,
  partialsCalledIn,
  type Partials,
  PROPERTIES,
  propertiesIn,
  splitPartial,
  splitTemplate,
  type FilePart,
  type TemplateFile,
} from './template-file';

/** About as many as take a few milliseconds. */
const BLOCKS_AT_ONCE = 50;

const FIELDS_OF_HIGHLIGHT: Fields = { own: HIGHLIGHT_FIELDS, item: ITEM_FIELDS };
const FIELDS_OF_ITEM: Fields = {
  own: ITEM_FIELDS,
  item: [],
  lists: new Map([['highlights', FIELDS_OF_HIGHLIGHT]]),
};

const NO_PROPERTIES: FilePart = { text: '', origin: { line: 1, column: 1 } };

export interface TemplateText {
  readonly name: string;
  readonly source: string;
  /** The person's own partials that are called, and those that they call. */
  readonly partials?: Partials;
}

/**
 * Compiles a template file. Keep the result: compiling costs a thousand times as much as rendering. All
 * problems are returned at once, those of partials last.
 */
export function compileTemplate({ name, source, partials: own = NO_PARTIALS }: TemplateText): CompileResult {
  const problems = new ProblemList(name);
  const file = splitTemplate(source, problems);
  if (file === null) return { ok: false, problems: problems.all() };
  const partials = withBuiltIn(own, source);
  const known = knownPartials(partials, file, problems);
  checkEndless(known, problems);
  const renderProperties = declaredProperties(...propertiesOf(file, partials, problems));
  checkPart({ ...file.header, fields: FIELDS_OF_ITEM, partials: known }, problems);
  checkPart({ ...file.highlight, fields: FIELDS_OF_HIGHLIGHT, partials: known }, problems);
  if (problems.hasErrors()) return { ok: false, problems: problems.all() };
  const texts = new Map([...known.files].map(([called, part]) => [called, part?.text ?? '']));
  const environment = createEnvironment(texts);
  const writeHeader = compileText(environment, file.header.text);
  const writeBlock = compileText(environment, file.highlight.text);
  const headerTexts = [file.header.text, ...texts.values()];
  const listsHighlights = headerTexts.some((text) => /\{\{[^}]*\bhighlights\b/.test(text));
  const names = fieldsNamedIn([source, ...partials.files.map(({ text }) => text)].join('\n'));
  async function noteOf(item: Item, { settings = PLAIN_FIELDS, pace }: RenderOptions): Promise<RenderedNote> {
    const fields = itemFields(item, settings, names);
    const properties = renderProperties(fields);
    const header = settledText(writeHeader(fields));
    const blocks: { readonly anchor: string; readonly text: string }[] = [];
    for (const [position, own] of fields.highlights.entries()) {
      if (position % BLOCKS_AT_ONCE === 0) await pace?.yieldIfDue();
      const text = settledText(writeBlock(own));
      // A block id without a block would only be in the way.
      if (text !== '') blocks.push({ anchor: item.highlights[position]?.anchor ?? '', text });
    }
    return { properties, header, listsHighlights, blocks };
  }
  const render = async (item: Item, options: RenderOptions = {}): Promise<RenderedNote> => {
    try {
      return await noteOf(item, options);
    } catch (error) {
      throw new TemplateError(name, error);
    }
  };
  return { ok: true, template: { name, render }, warnings: problems.all() };
}

/** What groups highlights, names fields by values, or may list all of them. */
const ANY_FIELD =
  /\b(?:group|lookup|log|this)\b|@root|\bas[ \t]+\||#each\s+(?!\w+\s*\}\})|[\s(]\.{1,2}[\s)}]/;

/** The fields of highlights that a template can use: all where it does not name them itself. */
function fieldsNamedIn(text: string): readonly string[] {
  if (ANY_FIELD.test(text)) return HIGHLIGHT_FIELDS;
  const words = new Set(text.match(/\w+/g));
  return HIGHLIGHT_FIELDS.filter((name) => words.has(name));
}

/** Adds the built-in partials that are called and that the person has not replaced by own ones. */
function withBuiltIn({ folder, files }: Partials, source: string): Partials {
  const all = new Map(files.map(({ name, text }) => [name, text]));
  const names = new Set(partialsCalledIn(source, 'template'));
  // The loop also visits names that are added while it runs.
  for (const name of names) {
    const text = all.get(name) ?? builtInParts.get(name);
    if (text === undefined) continue;
    all.set(name, text);
    partialsCalledIn(text, 'partial').forEach((called) => names.add(called));
  }
  return { folder, files: [...all].map(([name, text]) => ({ name, text })) };
}

/** The properties of the template, else those of the partial. */
function propertiesOf(
  { frontMatter }: TemplateFile,
  { folder, files }: Partials,
  problems: ProblemList,
): Parameters<typeof declaredProperties> {
  const environment = createEnvironment();
  const options = { environment, fields: FIELDS_OF_ITEM };
  if (frontMatter !== null) return [frontMatter, { ...options, problems }];
  const inPartial = problems.inFile(partialPath(folder, PROPERTIES));
  const file = files.find(({ name }) => name === PROPERTIES);
  const part = file === undefined ? null : propertiesIn(file.text, inPartial);
  return [part ?? NO_PROPERTIES, { ...options, problems: inPartial }];
}

function knownPartials(
  { folder, files }: Partials,
  { header, highlight }: TemplateFile,
  problems: ProblemList,
): KnownPartials {
  const parts = new Map<string, FilePart | null>(
    files.map(({ name, text }) => [name, splitPartial(text, problems.inFile(partialPath(folder, name)))]),
  );
  const texts = [header, highlight, ...parts.values()].map((part) => part?.text ?? '');
  const inline = new Set(texts.flatMap((text) => [...partialNamesIn(text).inline]));
  return { folder, files: parts, inline, checked: new Set() };
}

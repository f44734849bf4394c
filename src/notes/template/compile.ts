import type { Item } from '../../model/model';
import type { Steps } from '../../model/steps';
import { checkEndless, checkPart, type Fields, type KnownPartials } from './check';
import { highlightContext, highlightContexts, itemContext } from './context';
import { declaredProperties } from './declared-properties';
import { compileNote, createEnvironment } from './environment';
import {
  NO_PARTIALS,
  partialNamesIn,
  partialPath,
  type Partials,
  splitPartial,
  splitTemplate,
  type FilePart,
  type TemplateFile,
} from './template-file';
import { ProblemList } from './syntax';
import { tidyText } from './rendered-text';
import { steppedTemplate, TemplateError, type CompileResult, type RenderedNote } from './template';
import { templateContext, templateValue } from './values';

const NO_ITEM: Item = { key: '', book: null, document: null, highlights: [] };
const NO_HIGHLIGHT = {
  anchor: '',
  otherAnchor: null,
  text: '',
  note: '',
  color: '',
  tags: [],
  location: null,
  endLocation: null,
  locationType: '',
  serviceUrl: '',
  url: '',
  highlightedAt: null,
  favorite: false,
};

/** About as many as take a few milliseconds. */
const BLOCKS_IN_A_STEP = 50;

const ITEM_FIELDS = Object.keys(itemContext(NO_ITEM));
const HIGHLIGHT_FIELDS = Object.keys(
  highlightContext({ highlight: NO_HIGHLIGHT, index: 1, item: itemContext(NO_ITEM) }),
);

const FIELDS_OF_HIGHLIGHT: Fields = { own: HIGHLIGHT_FIELDS, item: ITEM_FIELDS };
const FIELDS_OF_ITEM: Fields = {
  own: ITEM_FIELDS,
  item: [],
  lists: new Map([['highlights', FIELDS_OF_HIGHLIGHT]]),
};

export interface TemplateText {
  readonly name: string;
  readonly source: string;
  /** The called partials, and those that they call. */
  readonly partials?: Partials;
}

/**
 * Compiles a template file. Keep the result: compiling costs a thousand times as much as rendering. All
 * problems are returned at once, those of partials last.
 */
export function compileTemplate({ name, source, partials = NO_PARTIALS }: TemplateText): CompileResult {
  const problems = new ProblemList(name);
  const file = splitTemplate(source, problems);
  if (file === null) return { ok: false, problems: problems.all() };
  const known = knownPartials(partials, file, problems);
  checkEndless(known, problems);
  const renderProperties = declaredProperties(file.frontMatter, {
    environment: createEnvironment(),
    fields: FIELDS_OF_ITEM,
    problems,
  });
  checkPart({ ...file.header, fields: FIELDS_OF_ITEM, partials: known }, problems);
  checkPart({ ...file.highlight, fields: FIELDS_OF_HIGHLIGHT, partials: known }, problems);
  const found = problems.all();
  if (found.length > 0) return { ok: false, problems: found };
  const texts = new Map([...known.files].map(([called, part]) => [called, part?.text ?? '']));
  const environment = createEnvironment(templateValue, texts);
  const write = compileNote(environment, { header: file.header.text, block: file.highlight.text });
  const headerTexts = [file.header.text, ...texts.values()];
  const listsHighlights = headerTexts.some((text) => /\{\{[^}]*\bhighlights\b/.test(text));
  function* noteOf(item: Item, timeZone: string): Steps<RenderedNote> {
    const fields = itemContext(item, timeZone);
    const context = templateContext(fields, templateValue);
    const contexts = highlightContexts(item, fields, timeZone).map((own) =>
      templateContext(own, templateValue),
    );
    yield;
    const properties = renderProperties(context);
    yield;
    const { header, blocks } = write(context, contexts.slice(0, BLOCKS_IN_A_STEP));
    const texts = blocks.map(tidyText);
    while (texts.length < contexts.length) {
      yield;
      const next = write(null, contexts.slice(texts.length, texts.length + BLOCKS_IN_A_STEP));
      texts.push(...next.blocks.map(tidyText));
    }
    return {
      properties,
      header: tidyText(header),
      listsHighlights,
      blocks: texts.map((text, position) => ({ anchor: item.highlights[position]?.anchor ?? '', text })),
    };
  }
  function* steps(item: Item, timeZone = 'UTC'): Steps<RenderedNote> {
    try {
      return yield* noteOf(item, timeZone);
    } catch (error) {
      throw new TemplateError(name, error);
    }
  }
  return { ok: true, template: steppedTemplate(name, steps) };
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

import type { Item } from '../../model/model';
import { checkEndless, checkPart, type Fields, type KnownPartials } from './check';
import { highlightContext, itemContext } from './context';
import { isHeading } from './action-tags';
import { declaredProperties } from './declared-properties';
import { compileText, createEnvironment } from './environment';
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
import { TemplateError, type CompileResult, type RenderedNote } from './template';
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

const ITEM_FIELDS = Object.keys(itemContext(NO_ITEM));
const HIGHLIGHT_FIELDS = Object.keys(
  highlightContext({ highlight: NO_HIGHLIGHT, index: 1, item: itemContext(NO_ITEM) }),
);

const FIELDS_OF_ITEM: Fields = { own: ITEM_FIELDS, item: [] };
const FIELDS_OF_HIGHLIGHT: Fields = { own: HIGHLIGHT_FIELDS, item: ITEM_FIELDS };

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
  const properties = declaredProperties(file.frontMatter, {
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
  const writeHeader = compileText(environment, file.header.text);
  const writeHighlight = compileText(environment, file.highlight.text);
  const noteOf = (item: Item): RenderedNote => {
    const fields = itemContext(item);
    const context = templateContext(fields, templateValue);
    let index = 0;
    return {
      properties: properties.flatMap(({ name, render }) => {
        const value = render(context);
        return value === null ? [] : [[name, value] as const];
      }),
      header: tidyText(writeHeader(context)),
      blocks: item.highlights.map((highlight, position) => {
        const before = item.highlights[position - 1];
        const after = item.highlights[position + 1];
        if (!isHeading(highlight)) index += 1;
        const own = highlightContext({ highlight, index, item: fields, before, after });
        return {
          anchor: highlight.anchor,
          text: tidyText(writeHighlight(templateContext(own, templateValue))),
        };
      }),
    };
  };
  return { ok: true, template: { name, render: (item) => rendered(name, () => noteOf(item)) } };
}

function rendered(name: string, render: () => RenderedNote): RenderedNote {
  try {
    return render();
  } catch (error) {
    throw new TemplateError(name, error);
  }
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

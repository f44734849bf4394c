import type { Item } from '../library/model';
import { tidyText } from './rendered-text';
import type { CompileResult, NoteTemplate, PropertyValue } from './template';
import { highlightContext, itemContext } from './context';
import { checkPart, type Fields } from './expressions';
import { NO_PARTIALS, PartialShelf, type Partials } from './partials';
import { splitTemplate, type FilePart } from './template-file';
import { ProblemList } from './problems';
import { compileProgram, type PartialSource } from './program';
import { declaredProperties } from './declared-properties';
import { markdownOf } from './values';

const NO_ITEM: Item = { key: '', book: null, document: null, highlights: [] };
const NO_HIGHLIGHT = {
  anchor: '',
  otherAnchor: null,
  text: '',
  note: '',
  color: '',
  tags: [],
  location: null,
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
  /** Those that it calls, and those that they call; none if not said. */
  readonly partials?: Partials;
}

/**
 * Compiles a template file. Compiling costs a thousand times what rendering does: keep the result. Problems come all at
 * once, in the order of the file, and behind them those of its partials.
 */
export function compileTemplate({
  name,
  source,
  partials: files = NO_PARTIALS,
}: TemplateText): CompileResult {
  const problems = new ProblemList(name);
  const file = splitTemplate(source, problems);
  if (file === null) return { ok: false, problems: problems.all() };
  const properties = declaredProperties(file.frontMatter, { fields: FIELDS_OF_ITEM, problems });
  const partials = new PartialShelf(files, problems);
  const check = ({ text, origin }: FilePart, fields: Fields) =>
    checkPart({ source: text, origin, fields, partials }, problems);
  const header = check(file.header, FIELDS_OF_ITEM);
  const highlight = check(file.highlight, FIELDS_OF_HIGHLIGHT);
  if (problems.all().length > 0 || header === null || highlight === null)
    return { ok: false, problems: problems.all() };
  const sourceOf: PartialSource = (called, tag) => partials.sourceOf(called, tag);
  const writeHeader = compileProgram(header, markdownOf, sourceOf);
  const writeHighlight = compileProgram(highlight, markdownOf, sourceOf);
  const template: NoteTemplate = {
    name,
    render: (item) => {
      const context = itemContext(item);
      return {
        properties: properties.flatMap((property): (readonly [string, PropertyValue])[] => {
          const value = property.render(context);
          return value === null ? [] : [[property.name, value]];
        }),
        header: tidyText(writeHeader(context)),
        blocks: item.highlights.map((record, position) => ({
          anchor: record.anchor,
          text: tidyText(
            writeHighlight(
              highlightContext({
                highlight: record,
                index: position + 1,
                item: context,
                before: item.highlights[position - 1],
                after: item.highlights[position + 1],
              }),
            ),
          ),
        })),
      };
    },
  };
  return { ok: true, template };
}

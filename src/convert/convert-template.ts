import { compileTemplate } from '../core/template/compile';
import { ExpressionConverter, type NameScope } from './expression-converter';
import { DIALECTS, type TemplateLanguage } from './fields';
import { FrontMatterConverter, type PropertyLine } from './front-matter';
import { splitAtLoop, type BodyParts } from './highlight-loop';
import { withHelpers } from './idioms';
import { parseJinja } from './jinja-parser';
import { joinTexts, withTagsOnLines } from './line-breaks';
import { parseMustache } from './mustache-parser';
import { withoutPartials } from './partial-calls';
import { withQuotedLines } from './quoted-lines';
import { sourceBoxes, type SourceBox } from './source-boxes';
import { TemplateText, type Mark } from './template-text';
import { TemplateWriter } from './template-writer';
import type { TemplateNode } from './tree';
import { Warnings, type ConversionWarning } from './warnings';
import { unixText } from '../core/unix-text';

export interface ConvertedTemplate {
  /** A template file. It compiles, or a warning says where it does not. */
  readonly text: string;
  /** What did not go over, in the order of the source. */
  readonly warnings: readonly ConversionWarning[];
}

export interface SourceTemplate {
  readonly source: string;
  readonly from: TemplateLanguage;
}

const DEFAULT_HIGHLIGHT = '{{#quote}}\n{{text}}\n{{/quote}}\n\n{{note}}\n';

/** Makes a template file of a template that another plugin had. Never throws, whatever the text is. */
export function convertTemplate({ source, from }: SourceTemplate): ConvertedTemplate {
  const text = unixText(source);
  const warnings = new Warnings(text);
  const parse = (box: SourceBox) =>
    joinTexts(
      from === 'jinja' || from === 'nunjucks' ? parseJinja(box, warnings) : parseMustache(box, warnings),
    );
  const { frontMatter, body, highlight } = sourceBoxes(text);
  const dialect = DIALECTS[from];
  const parts = {
    frontMatter: frontMatter === null ? [] : parse(frontMatter),
    ...splitAtLoop(parse(body), dialect.highlightLists),
    highlight: highlight === null ? null : parse(highlight),
  };
  const file = new FileWriter(new ExpressionConverter(dialect, warnings), warnings).write(parts);
  const compiled = compileTemplate({ name: '', source: file.text });
  for (const problem of compiled.ok ? [] : compiled.problems) {
    const at = sourceOf(problem, file);
    if (!warnings.knows(at))
      warnings.add(
        at,
        `The result does not work here (its line ${String(problem.line)}): ${problem.message}`,
      );
  }
  return { text: file.text, warnings: warnings.all() };
}

interface WrittenFile {
  readonly text: string;
  /** In the order of the text. */
  readonly marks: readonly Mark[];
}

/** Where in the source the thing came from that stands at a line and column of the result. */
function sourceOf(
  { line, column }: { readonly line: number; readonly column: number },
  { text, marks }: WrittenFile,
): number {
  const lines = text.split('\n');
  const offset = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return marks.filter((mark) => mark.offset <= offset).at(-1)?.at ?? 0;
}

interface SourceParts extends BodyParts {
  readonly frontMatter: readonly TemplateNode[];
  /** Null where the file has none of its own for highlights. */
  readonly highlight: readonly TemplateNode[] | null;
}

class FileWriter {
  constructor(
    private readonly convert: ExpressionConverter,
    private readonly warnings: Warnings,
  ) {}

  write(parts: SourceParts): WrittenFile {
    const top: NameScope = {
      part: 'header',
      bare: 'item',
      highlightName: null,
      loops: [],
      variables: new Map(),
    };
    const properties = new FrontMatterConverter(this.convert, this.warnings, top).lines(
      withHelpers(withoutPartials(parts.frontMatter, this.warnings), this.warnings),
    );
    const header = this.part(parts.header, top);
    const highlight = withRuleAbove(this.highlight(parts, top));
    this.tellRest(parts.after);
    return assembled({ properties, header, highlight });
  }

  private highlight({ highlight, loop }: SourceParts, top: NameScope): WrittenFile {
    if (highlight !== null) {
      if (loop !== null)
        this.warnings.add(loop.at, 'There is a part for each highlight already: this loop was left out.');
      return this.part(highlight, { ...top, part: 'highlight', bare: 'highlight' });
    }
    if (loop === null) {
      this.warnings.add(
        0,
        'Nothing is written for each highlight: a plain quote stands in. Their template for highlights goes behind a line %% highlight %%.',
      );
      return { text: DEFAULT_HIGHLIGHT, marks: [] };
    }
    if (loop.list.kind === 'filter')
      this.warnings.add(
        loop.list.at,
        'The order and choice of highlights is no matter of the template: this filter was left out.',
      );
    return this.part(loop.body, {
      ...top,
      part: 'highlight',
      bare: loop.name === null ? 'highlight' : 'item',
      highlightName: loop.name,
    });
  }

  private part(nodes: readonly TemplateNode[], scope: NameScope): WrittenFile {
    const out = new TemplateText();
    new TemplateWriter(this.convert, this.warnings, out).write(
      withQuotedLines(withTagsOnLines(joinTexts(withHelpers(nodes, this.warnings)))),
      scope,
    );
    return trimmed({ text: out.whole(), marks: out.marks });
  }

  private tellRest(after: readonly TemplateNode[]): void {
    const first = after.find((node) => node.kind !== 'text' || node.text.trim() !== '');
    if (first === undefined) return;
    const at = first.kind === 'text' ? first.at + first.text.search(/\S/) : first.at;
    this.warnings.add(at, 'What stands behind the highlights has no place in a template and was left out.');
  }
}

/** Without blank lines at either end. */
function trimmed({ text, marks }: WrittenFile): WrittenFile {
  const cut = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(cut).trimEnd();
  return {
    text: rest === '' ? '' : `${rest}\n`,
    marks: marks.map(({ offset, at }) => ({ offset: offset - cut, at })),
  };
}

const RULE_BELOW = /\n\n(-{3,}|\*{3,}|_{3,})\n$/;

/** A highlight ends in its anchor, and a rule cannot hold one: that between highlights goes above each. */
function withRuleAbove(part: WrittenFile): WrittenFile {
  const [below = '', rule = ''] = RULE_BELOW.exec(part.text) ?? [];
  if (rule === '') return part;
  const rest = `${part.text.slice(0, -below.length)}\n`;
  const above = rest.startsWith(`${rule}\n`) ? '' : `${rule}\n\n`;
  return {
    text: above + rest,
    marks: part.marks.map(({ offset, at }) => ({ offset: offset + above.length, at })),
  };
}

function assembled({
  properties,
  header,
  highlight,
}: {
  readonly properties: readonly PropertyLine[];
  readonly header: WrittenFile;
  readonly highlight: WrittenFile;
}): WrittenFile {
  const marks: Mark[] = [];
  let text = properties.length === 0 ? '' : '---\n';
  for (const property of properties) {
    marks.push({ offset: text.length, at: property.at });
    text += `${property.text}\n`;
  }
  // A rule at the very beginning would be taken for front matter.
  text += properties.length > 0 ? '---\n' : header.text.startsWith('---') ? '\n' : '';
  const shifted = (part: WrittenFile): readonly Mark[] =>
    part.marks.map(({ offset, at }) => ({ offset: offset + text.length, at }));
  marks.push(...shifted(header));
  text += `${header.text}${header.text === '' ? '' : '\n'}%% highlight %%\n`;
  marks.push(...shifted(highlight));
  return { text: text + highlight.text, marks };
}

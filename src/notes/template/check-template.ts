import Handlebars from 'handlebars';
import { nearest } from '../../model/text';
import type { TemplateMistake } from '../../model/template-mistake';
import { hintForForeign } from './foreign-fields';
import { GROUPINGS } from './group';
import { HELPERS } from './helpers';
import { calledName, inlineName, isPath, pairsOf, readTree, within, type ProblemList } from './syntax';
import type {
  BlockStatement,
  Decorator,
  DecoratorBlock,
  Expression,
  MustacheStatement,
  PartialBlockStatement,
  PartialStatement,
  PathExpression,
  Position,
  Program,
  StringLiteral,
  SubExpression,
  SyntaxNode,
} from './syntax-nodes';
import { partialPath, type FilePart } from './template-file';
import { fromMoment, hasLoneMinutes, problemWithDateFormat } from './dates';
import { warnAbout } from './warnings';

/** Names that expressions may use, directly and under `item`. */
export interface Fields {
  readonly own: readonly string[];
  readonly item: readonly string[];
  /** Names in `own` that are lists, with the fields of their entries. */
  readonly lists?: ReadonlyMap<string, Fields>;
}

/** The partials that a template may call. */
export interface KnownPartials {
  readonly folder: string;
  /** By name; null for partials with problems that were already reported. */
  readonly files: ReadonlyMap<string, FilePart | null>;
  /** Inline partials, defined anywhere in the template and its partials. */
  readonly inline: ReadonlySet<string>;
  /** Partials already checked, by name and fields. */
  readonly checked: Set<string>;
}

/** The tag that calls a partial. */
type CalledIn = TemplateMistake['calledIn'];

interface Part extends FilePart {
  /** Null if they depend on the item. */
  readonly fields: Fields | null;
  /** Absent where partials are not allowed. */
  readonly partials?: KnownPartials;
}

/**
 * Checks a part of a template and the partials it calls. `calledIn`: the tag that calls the part.
 */
export function checkPart(part: Part, problems: ProblemList, calledIn?: CalledIn): void {
  const read = readTree(part.text);
  if (!read.ok) {
    problems.add(within(part.origin, read.at), read.mistake);
    return;
  }
  new PartCheck(part, problems, calledIn).accept(read.tree);
  if (part.partials !== undefined) warnAbout(part, problems);
}

/**
 * Reports partials that include themselves, directly or not, without a condition: rendering them would never
 * end.
 */
export function checkEndless({ folder, files, inline }: KnownPartials, problems: ProblemList): void {
  const calls = new Map([...files].map(([name, file]) => [name, unconditionalCalls(file?.text ?? '')]));
  const reaches = (from: string, to: string, passed = new Set<string>()): boolean => {
    if (from === to) return true;
    if (inline.has(from) || passed.has(from)) return false;
    passed.add(from);
    return (calls.get(from) ?? []).some(({ name }) => reaches(name, to, passed));
  };
  for (const [name, file] of files) {
    for (const call of calls.get(name) ?? []) {
      if (file === null || !reaches(call.name, name)) continue;
      problems
        .inFile(partialPath(folder, name))
        .add(within(file.origin, call.at), { code: 'endless-partial', name });
    }
  }
}

interface PartialCall {
  readonly name: string;
  readonly at: Position;
}

/** The partials that a text calls outside of all blocks. */
function unconditionalCalls(text: string): readonly PartialCall[] {
  const read = readTree(text);
  const found = new UnconditionalCalls();
  if (read.ok) found.accept(read.tree);
  return found.calls;
}

class UnconditionalCalls extends Handlebars.Visitor {
  readonly calls: PartialCall[] = [];

  override BlockStatement(): void {
    // The content of a block may not be rendered.
  }

  override DecoratorBlock(): void {
    // An inline partial is rendered only where it is called.
  }

  override PartialStatement(tag: PartialStatement): void {
    this.add(tag);
  }

  override PartialBlockStatement(tag: PartialBlockStatement): void {
    this.add(tag);
  }

  private add(tag: PartialTag): void {
    const name = calledName(tag);
    if (name !== null) this.calls.push({ name, at: tag.loc.start });
  }
}

type Call = MustacheStatement | BlockStatement | SubExpression;
type PartialTag = PartialStatement | PartialBlockStatement;
/** How a helper is called. */
type Form = 'inline' | 'block' | 'call';

const isText = (node: SyntaxNode): node is StringLiteral => node.type === 'StringLiteral';

class PartCheck extends Handlebars.Visitor {
  private fields: Fields | null;

  constructor(
    private readonly part: Part,
    private readonly problems: ProblemList,
    private readonly calledIn: CalledIn | undefined,
  ) {
    super();
    this.fields = part.fields;
  }

  override MustacheStatement(tag: MustacheStatement): void {
    this.checkCall(tag, 'inline');
  }

  override SubExpression(call: SubExpression): void {
    this.checkCall(call, 'call');
  }

  override BlockStatement(block: BlockStatement): void {
    this.checkCall(block, 'block');
    const { fields } = this;
    this.fields = this.fieldsInside(block);
    this.acceptKey(block, 'program');
    this.fields = fields;
    this.acceptKey(block, 'inverse');
  }

  override Decorator(decorator: Decorator): void {
    this.report(decorator, { code: 'decorator' });
  }

  override DecoratorBlock(decorator: DecoratorBlock): void {
    if (decorator.path.original !== 'inline' || inlineName(decorator) === null)
      this.report(decorator, { code: 'inline-partial' });
    const { fields } = this;
    // Its fields depend on where it is called.
    this.fields = null;
    this.acceptKey(decorator, 'program');
    this.fields = fields;
  }

  override PartialStatement(tag: PartialStatement): void {
    this.checkPartial(tag);
  }

  override PartialBlockStatement(tag: PartialBlockStatement): void {
    this.checkPartial(tag);
    this.acceptKey(tag, 'program');
  }

  override PathExpression(path: PathExpression): void {
    const [first, second] = path.parts;
    if (path.data || path.depth > 0 || first === undefined || this.fields === null) return;
    const { own, item } = this.fields;
    if (!own.includes(first)) this.reportIn(path, this.unknownField(first, this.fields));
    else if (first === 'item' && second !== undefined && !item.includes(second))
      this.reportIn(path, { code: 'no-field-of-item', name: second, ...near(second, item) });
  }

  /** The names that may be used in a block; null where they depend on the item. */
  private fieldsInside(block: BlockStatement): Fields | null {
    const name = block.path.original;
    const list = HELPERS.has(name) ? block.params[0] : block.path;
    if (name === 'with') return null;
    if (name !== 'each' && name !== 'group' && HELPERS.has(name)) return this.fields;
    const entries = list === undefined ? null : this.fieldsOfEntries(list);
    if (entries === null) return null;
    const fields =
      name === 'group' ? { own: ['key', 'items'], item: [], lists: new Map([['items', entries]]) } : entries;
    return { ...fields, own: [...fields.own, ...blockParamsOf(block)] };
  }

  private fieldsOfEntries(list: Expression): Fields | null {
    if (!isPath(list) || list.data || list.depth > 0 || list.parts.length > 1) return null;
    return this.fields?.lists?.get(list.original) ?? null;
  }

  private report({ loc }: SyntaxNode, mistake: TemplateMistake): void {
    this.problems.add(within(this.part.origin, loc.start), mistake);
  }

  /** What depends on where the part is called. */
  private reportIn(node: SyntaxNode, mistake: TemplateMistake): void {
    const { calledIn } = this;
    this.report(node, calledIn === undefined ? mistake : { ...mistake, calledIn });
  }

  private warn({ loc }: SyntaxNode, mistake: TemplateMistake): void {
    this.problems.add(within(this.part.origin, loc.start), mistake, 'warning');
  }

  private unknownField(name: string, { own, item }: Fields): TemplateMistake {
    if (own.includes('item') && item.includes(name)) return { code: 'no-field-of-highlight', name };
    const hint = hintForForeign(name, { own, item }) ?? near(name, [...own, ...HELPERS.keys()]);
    return { code: 'no-field', name, ...hint };
  }

  private checkCall(call: Call, form: Form): void {
    const { path, params } = call;
    const pairs = pairsOf(call);
    if (!isPath(path)) {
      this.report(call, { code: 'no-name' });
    } else if (HELPERS.has(path.original)) {
      this.checkHelper(call, path.original, form);
    } else if (form !== 'call' && params.length === 0 && pairs.length === 0) {
      this.accept(path);
    } else {
      const name = path.original;
      this.report(path, { code: 'no-helper', name, ...near(name, [...HELPERS.keys()]) });
    }
    this.acceptArray(params);
    for (const { value } of pairs) this.accept(value);
  }

  private checkHelper(call: Call, name: string, form: Form): void {
    const helper = HELPERS.get(name);
    if (helper === undefined) return;
    const { named = [], takesAnyName = false, least, most } = helper;
    for (const { key, value } of pairsOf(call))
      if (!takesAnyName && !named.includes(key))
        this.report(value, { code: 'no-argument', name, other: key, ...near(key, named) });
    const count = call.params.length;
    if (form === 'block' && helper.form === 'inline') this.report(call, { code: 'no-block', name });
    else if (form !== 'block' && helper.form === 'block') this.report(call, { code: 'is-block', name });
    else if (count < least || count > most)
      this.report(call, { code: 'number-of-values', name, least, most, count });
    else if (name === 'date') this.checkDateFormat(call);
    else if (name === 'group') this.checkGrouping(call);
  }

  private checkGrouping(call: Call): void {
    const by = pairsOf(call).find(({ key }) => key === 'by')?.value;
    const word = by !== undefined && isText(by) ? by.value : '';
    if (GROUPINGS.some((known) => known === word)) return;
    this.report(by ?? call, { code: 'grouping', ...near(word, GROUPINGS) });
  }

  private checkDateFormat(call: Call): void {
    const pattern = call.params[1] ?? pairsOf(call).find(({ key }) => key === 'format')?.value;
    if (pattern === undefined || !isText(pattern)) return;
    const ours = fromMoment(pattern.value);
    if (ours !== null) return this.warn(pattern, { code: 'moment-letters', ours });
    const problem = problemWithDateFormat(pattern.value);
    if (problem !== null) this.report(pattern, { code: 'date-format', name: problem });
    else if (hasLoneMinutes(pattern.value)) this.warn(pattern, { code: 'lone-minutes' });
  }

  private checkPartial(tag: PartialTag): void {
    this.acceptArray(tag.params);
    for (const { value } of pairsOf(tag)) this.accept(value);
    const { partials } = this.part;
    const name = calledName(tag);
    if (partials === undefined) this.report(tag, { code: 'partial-place' });
    else if (tag.params.length > 1) this.report(tag, { code: 'partial-values' });
    else if (name === null) this.accept(tag.name);
    else this.checkCalled(tag, name, partials);
  }

  private checkCalled(tag: PartialTag, name: string, partials: KnownPartials): void {
    const file = partials.files.get(name);
    if (file === undefined) {
      const isDefined = name === '@partial-block' || partials.inline.has(name) || 'program' in tag;
      if (isDefined) return;
      this.report(tag, { code: 'no-partial', name, other: partialPath(partials.folder, name) });
      return;
    }
    const fields = this.fieldsFor(tag);
    const key = JSON.stringify([name, fields]);
    if (file === null || partials.checked.has(key)) return;
    partials.checked.add(key);
    const { line } = within(this.part.origin, tag.loc.start);
    const inFile = this.problems.inFile(partialPath(partials.folder, name));
    checkPart({ ...file, fields, partials }, inFile, { file: this.problems.file, line });
  }

  /** The fields of a partial: those around its tag or of its value, and its arguments. */
  private fieldsFor(tag: PartialTag): Fields | null {
    const [value] = tag.params;
    const fields = value === undefined ? this.fields : this.fieldsOf(value);
    if (fields === null) return null;
    // Without duplicates, so that a recursive partial is checked only once.
    return { ...fields, own: [...new Set([...fields.own, ...pairsOf(tag).map(({ key }) => key)])] };
  }

  private fieldsOf(value: Expression): Fields | null {
    if (!isPath(value) || this.fields === null) return null;
    if (value.original === 'this' || value.original === '.') return this.fields;
    const isItem = value.original === 'item' && this.fields.own.includes('item');
    return isItem ? { own: this.fields.item, item: [] } : null;
  }
}

/** The names that a block gives to its values: `as |name|`. Handlebars leaves out what is empty. */
function blockParamsOf({ program }: { readonly program?: Program }): readonly string[] {
  const { blockParams = [] }: { readonly blockParams?: readonly string[] } = program ?? {};
  return blockParams;
}

function near(name: string, known: readonly string[]): Pick<TemplateMistake, 'near'> {
  const found = nearest(name, known);
  return found === null ? {} : { near: found };
}

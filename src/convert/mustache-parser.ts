import { readHandlebarsExpression } from './handlebars-expression';
import { MustacheTokens, type MustacheToken } from './mustache-tokens';
import { partialName } from './partial-calls';
import type { SourceBox } from './source-boxes';
import { DEPTH_LIMIT, type Branch, type Expression, type TemplateNode } from './tree';
import type { Warnings } from './warnings';

type Tag = Extract<MustacheToken, { readonly kind: 'tag' }>;

const LISTS: ReadonlySet<string> = new Set(['highlights', 'labels', 'tags', 'book_tags', 'authors']);
const TEXT_FUNCTIONS: ReadonlySet<string> = new Set([
  'formatDate',
  'lowerCase',
  'upperCase',
  'upperCaseFirst',
]);
const WHOLES: ReadonlySet<string> = new Set(['book', 'doc', 'document', 'article', 'highlight', 'this']);
const BLOCKS: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

/** Reads a template of Mustache or Handlebars. What cannot be read is told and left out. */
export function parseMustache(box: SourceBox, warnings: Warnings): readonly TemplateNode[] {
  return new Parser(new MustacheTokens(box.text, warnings, box.start).read(), warnings).whole();
}

class Parser {
  private position = 0;
  /** What `.` stands for in the sections around; null in a loop. */
  private readonly subjects: (Expression | null)[] = [];

  constructor(
    private readonly tokens: readonly MustacheToken[],
    private readonly warnings: Warnings,
  ) {}

  whole(): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    while (this.position < this.tokens.length) {
      nodes.push(...this.nodes());
      const surplus = this.tokens[this.position];
      if (surplus !== undefined)
        this.warnings.add(surplus.at, 'This tag closes or continues what is not open: it was left out.');
      this.position += 1;
    }
    return nodes;
  }

  private nodes(): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (
      let token = this.tokens[this.position];
      token !== undefined && !endsBody(token);
      token = this.tokens[this.position]
    ) {
      this.position += 1;
      if (token.kind === 'text') nodes.push(token);
      else if (token.sign === '') nodes.push({ kind: 'output', value: this.expression(token), at: token.at });
      else if (token.sign === '>') nodes.push(...this.partial(token));
      else nodes.push(...this.block(token));
    }
    return nodes;
  }

  private expression({ code, at }: { readonly code: string; readonly at: number }): Expression {
    const value = readHandlebarsExpression(code, at);
    const subject = this.subjects[this.subjects.length - 1];
    const isDot =
      value.kind === 'path' &&
      (value.parts[0] === '.' || value.parts[0] === 'this') &&
      value.parts.length === 1;
    return isDot && subject !== null && subject !== undefined ? { ...subject, at } : value;
  }

  private partial({ code, at }: Tag): readonly TemplateNode[] {
    const [, quote = '', file = '', rest = ''] = /^(["']?)(.*?)\1(?:\s+([^]*))?$/.exec(code) ?? [];
    const name = quote === '' && /\s/.test(file) ? null : partialName(file);
    if (name !== null && rest === '') return [{ kind: 'partial', name, at }];
    this.warnings.add(
      at,
      name === null
        ? 'A partial is called by a fixed name that a note can have: this one was left out.'
        : `What is given to the partial “${name}” cannot be converted: it was left out.`,
    );
    return [];
  }

  private block(tag: Tag): readonly TemplateNode[] {
    if (this.subjects.length > DEPTH_LIMIT) {
      this.warnings.add(tag.at, 'This is nested too deep and was left out.');
      return [];
    }
    const [, name = '', rest = ''] = /^(\S*)\s*([^]*)$/.exec(tag.code) ?? [];
    const inside = { code: rest, at: tag.at + tag.code.length - rest.length };
    if (tag.sign === '#' && BLOCKS.has(name) && rest !== '') return this.known(name, { tag, inside });
    if (tag.sign === '#' && TEXT_FUNCTIONS.has(name)) return this.textFunction(name, tag);
    if (rest === '') return this.section(tag);
    this.warnings.add(tag.at, `There is no block “${name}”: only what stands inside was kept.`);
    return this.body(tag, null).nodes;
  }

  private known(
    name: string,
    { tag, inside }: { readonly tag: Tag; readonly inside: { readonly code: string; readonly at: number } },
  ): readonly TemplateNode[] {
    const [, list = inside.code, as] = /^([^]*?)\s+as\s+\|\s*(\w+)[^|]*\|$/.exec(inside.code) ?? [];
    const value = this.expression({ code: list, at: inside.at });
    if (name === 'each') {
      const { nodes: body, otherwise } = this.body(tag, null);
      return [{ kind: 'loop', name: as ?? null, list: value, body, otherwise, at: tag.at }];
    }
    if (name === 'with' && value.kind === 'path' && WHOLES.has(value.parts[0] ?? ''))
      return this.body(tag, null).nodes;
    const test: Expression = name === 'unless' ? { kind: 'not', value, at: value.at } : value;
    return [this.choice(tag, { test, subject: name === 'with' ? value : undefined })];
  }

  private section(tag: Tag): readonly TemplateNode[] {
    const value = this.expression(tag);
    const last = value.kind === 'path' ? (value.parts[value.parts.length - 1] ?? '') : '';
    if (tag.sign === '#' && LISTS.has(last)) {
      const { nodes: body, otherwise } = this.body(tag, null);
      return [{ kind: 'loop', name: null, list: value, body, otherwise, at: tag.at }];
    }
    const test: Expression = tag.sign === '^' ? { kind: 'not', value, at: value.at } : value;
    return [this.choice(tag, { test, subject: value })];
  }

  private choice(
    tag: Tag,
    { test, subject }: { readonly test: Expression; readonly subject: Expression | undefined },
  ): TemplateNode {
    const outer = this.subjects[this.subjects.length - 1] ?? null;
    const { nodes: body, branches, otherwise } = this.body(tag, subject ?? outer);
    return { kind: 'choice', branches: [{ test, body }, ...branches], otherwise, at: tag.at };
  }

  private body(
    tag: Tag,
    subject: Expression | null,
  ): {
    readonly nodes: readonly TemplateNode[];
    readonly branches: readonly Branch[];
    readonly otherwise: readonly TemplateNode[];
  } {
    this.subjects.push(subject);
    const nodes = this.nodes();
    const branches: Branch[] = [];
    let otherwise: readonly TemplateNode[] = [];
    for (let next = this.continuation(); next !== null; next = this.continuation()) {
      const [, condition] = /^else\s+if\s+([^]+)$/.exec(next.code) ?? [];
      if (condition === undefined) otherwise = this.nodes();
      else
        branches.push({
          test: this.expression({ code: condition, at: next.at + next.code.length - condition.length }),
          body: this.nodes(),
        });
    }
    this.subjects.pop();
    this.close(tag);
    return { nodes, branches, otherwise };
  }

  private continuation(): Tag | null {
    const token = this.tokens[this.position];
    if (token === undefined || !continues(token)) return null;
    this.position += 1;
    return token;
  }

  private close(tag: Tag): void {
    const token = this.tokens[this.position];
    const name = /^\S*/.exec(tag.code)?.[0] ?? '';
    if (token?.kind === 'tag' && token.sign === '/' && token.code === name) this.position += 1;
    else this.warnings.add(tag.at, `“${name}” is not closed where it should be.`);
  }

  /** A function of Omnivore's on the text inside: what it does to one value is kept. */
  private textFunction(name: string, tag: Tag): readonly TemplateNode[] {
    const { nodes } = this.body(tag, null);
    const [first, second, third] = nodes;
    const isDate = name === 'formatDate';
    const format = second?.kind === 'text' ? /^,\s*([^]*?)\s*$/.exec(second.text)?.[1] : undefined;
    if (
      first?.kind === 'output' &&
      (isDate ? third === undefined && (second === undefined || format !== undefined) : second === undefined)
    ) {
      const args: readonly Expression[] =
        format === undefined ? [] : [{ kind: 'literal', value: format, at: first.at }];
      return [{ ...first, value: { kind: 'filter', name, value: first.value, args, at: tag.at } }];
    }
    this.warnings.add(tag.at, `“${name}” is converted around one value only: what stands inside was kept.`);
    return nodes;
  }
}

const continues = (token: MustacheToken): token is Tag =>
  token.kind === 'tag' &&
  ((token.sign === '' && /^else\b/.test(token.code)) || (token.sign === '^' && token.code === ''));
const endsBody = (token: MustacheToken): boolean =>
  (token.kind === 'tag' && token.sign === '/') || continues(token);

import { readJinjaExpression } from './jinja-expression';
import { JinjaTokens, type JinjaToken } from './jinja-tokens';
import { partialName } from './partial-calls';
import type { SourceBox } from './source-boxes';
import { DEPTH_LIMIT, type Branch, type Expression, type TemplateNode } from './tree';
import type { Warnings } from './warnings';

type Tag = Extract<JinjaToken, { readonly kind: 'tag' }>;

const KEPT_INSIDE: ReadonlySet<string> = new Set([
  'block',
  'filter',
  'with',
  'call',
  'autoescape',
  'atomize',
  'spaceless',
]);
const ALONE: ReadonlySet<string> = new Set(['import', 'from', 'extends', 'do', 'break', 'continue', 'load']);
const CONTINUATIONS: ReadonlySet<string> = new Set(['elif', 'elseif', 'else']);
const FOR = /^([A-Za-z_]\w*)(\s*,\s*[A-Za-z_]\w*)?\s+in\s+([^]+)$/;
const INCLUDE = /^(["'])([^"']*)\1(?:\s+ignore\s+missing)?(?:\s+with(?:out)?\s+context)?$/;
const SET = /^([A-Za-z_]\w*)\s*=(?!=)\s*([^]+)$/;

/** Reads a template of Jinja2 or Nunjucks. What cannot be read is told and left out. */
export function parseJinja(box: SourceBox, warnings: Warnings): readonly TemplateNode[] {
  return new Parser(new JinjaTokens(box.text, warnings, box.start).read(), warnings).whole();
}

class Parser {
  private position = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly JinjaToken[],
    private readonly warnings: Warnings,
  ) {}

  whole(): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    while (this.position < this.tokens.length) {
      nodes.push(...this.nodes());
      const surplus = this.tokens[this.position];
      if (surplus?.kind === 'tag')
        this.warnings.add(surplus.at, `{% ${surplus.name} %} belongs to nothing and was left out.`);
      this.position += 1;
    }
    return nodes;
  }

  /** Up to a tag that ends or continues something. */
  private nodes(): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (let token = this.tokens[this.position]; token !== undefined; token = this.tokens[this.position]) {
      if (token.kind === 'tag' && (token.name.startsWith('end') || CONTINUATIONS.has(token.name))) break;
      this.position += 1;
      if (token.kind === 'text') nodes.push(token);
      else if (token.kind === 'output') nodes.push(this.output(readJinjaExpression(token.code, token.at)));
      else nodes.push(...this.tag(token));
    }
    return nodes;
  }

  private output(value: Expression): TemplateNode {
    if (value.kind !== 'pick') return { kind: 'output', value, at: value.at };
    const { test, then, otherwise, at } = value;
    return {
      kind: 'choice',
      branches: [{ test, body: [this.output(then)] }],
      otherwise: otherwise === null ? [] : [this.output(otherwise)],
      at,
    };
  }

  private tag(tag: Tag): readonly TemplateNode[] {
    if (this.depth > DEPTH_LIMIT) {
      this.warnings.add(tag.at, `{% ${tag.name} %} is nested too deep and was left out.`);
      return [];
    }
    this.depth += 1;
    const nodes = this.statement(tag);
    this.depth -= 1;
    return nodes;
  }

  private statement(tag: Tag): readonly TemplateNode[] {
    const { name, at } = tag;
    if (name === 'if') return [this.choice(tag)];
    if (name === 'for' || name === 'asyncEach') return this.loop(tag);
    if (name === 'set') return this.assignment(tag);
    if (name === 'include') return this.include(tag);
    if (name === 'macro') {
      this.body(tag);
      this.warnings.add(
        at,
        'Macros have no counterpart: this one was left out. Write its text where it is called.',
      );
      return [];
    }
    if (KEPT_INSIDE.has(name)) {
      this.warnings.add(at, `{% ${name} %} has no counterpart: only what stands inside was kept.`);
      return this.body(tag);
    }
    const why = ALONE.has(name) ? 'has no counterpart and was left out.' : 'is not known and was left out.';
    this.warnings.add(at, `{% ${name} %} ${why}`);
    return [];
  }

  private include({ code, at }: Tag): readonly TemplateNode[] {
    const name = partialName(INCLUDE.exec(code)?.[2] ?? '');
    if (name !== null) return [{ kind: 'partial', name, at }];
    this.warnings.add(
      at,
      'Only {% include "name" %} with a name that a note can have can be converted: this was left out.',
    );
    return [];
  }

  /** The inside of a tag up to its end. */
  private body(tag: Tag): readonly TemplateNode[] {
    const nodes = this.nodes();
    this.close(tag);
    return nodes;
  }

  private close({ name, at }: Tag): void {
    const token = this.tokens[this.position];
    if (token?.kind === 'tag' && token.name === (name === 'asyncEach' ? 'endeach' : `end${name}`))
      this.position += 1;
    else this.warnings.add(at, `{% ${name} %} is not closed where it should be.`);
  }

  private choice(tag: Tag): TemplateNode {
    const branches: Branch[] = [{ test: readJinjaExpression(tag.code, tag.at), body: this.nodes() }];
    let otherwise: readonly TemplateNode[] = [];
    for (let next = this.continuation(); next !== null; next = this.continuation()) {
      if (next.name === 'else') otherwise = this.nodes();
      else branches.push({ test: readJinjaExpression(next.code, next.at), body: this.nodes() });
    }
    this.close(tag);
    return { kind: 'choice', branches, otherwise, at: tag.at };
  }

  private continuation(): Tag | null {
    const token = this.tokens[this.position];
    if (token?.kind !== 'tag' || !CONTINUATIONS.has(token.name)) return null;
    this.position += 1;
    return token;
  }

  private loop(tag: Tag): readonly TemplateNode[] {
    const [, name = '', second, list = ''] = FOR.exec(tag.code) ?? [];
    const body = this.nodes();
    const otherwise = this.continuation() === null ? [] : this.nodes();
    this.close(tag);
    if (name === '' || second !== undefined) {
      this.warnings.add(tag.at, 'A loop is {% for entry in list %}: this one was left out.');
      return [];
    }
    return [
      {
        kind: 'loop',
        name,
        list: readJinjaExpression(list, tag.at + tag.code.length - list.length),
        body,
        otherwise,
        at: tag.at,
      },
    ];
  }

  private assignment(tag: Tag): readonly TemplateNode[] {
    const [, name = '', code = ''] = SET.exec(tag.code) ?? [];
    if (name !== '') {
      this.warnings.add(
        tag.at,
        `There are no variables: what “${name}” holds is written wherever it is used.`,
      );
      return [
        {
          kind: 'assignment',
          name,
          value: readJinjaExpression(code, tag.at + tag.code.length - code.length),
          at: tag.at,
        },
      ];
    }
    if (!tag.code.includes('=')) this.body(tag);
    this.warnings.add(tag.at, 'Only {% set name = value %} can be converted: this was left out.');
    return [];
  }
}

import { codeText, shown, testText, typeOf, type Code, type Standing } from './code';
import { decided, listOf, type ExpressionConverter, type NameScope } from './expression-converter';
import { partialTag } from './partial-calls';
import type { TemplateText } from './template-text';
import type { Branch, ChoiceNode, LoopNode, OutputNode, PartialNode, QuoteNode, TemplateNode } from './tree';
import type { Warnings } from './warnings';

interface OpenBranch {
  readonly test: Code;
  readonly body: readonly TemplateNode[];
}

/** Writes the tree of one part as Handlebars. */
export class TemplateWriter {
  constructor(
    private readonly convert: ExpressionConverter,
    private readonly warnings: Warnings,
    private readonly out: TemplateText,
  ) {}

  write(nodes: readonly TemplateNode[], scope: NameScope): void {
    for (const node of nodes) this.node(node, scope);
  }

  private node(node: TemplateNode, scope: NameScope): void {
    switch (node.kind) {
      case 'text':
        this.out.write(node.text);
        return;
      case 'output':
        this.output(node, scope);
        return;
      case 'choice':
        this.choice(node, scope);
        return;
      case 'loop':
        this.loop(node, scope);
        return;
      case 'quote':
        this.quote(node, scope);
        return;
      case 'assignment':
        this.convert.bind(node.name, node.value, scope);
        return;
      case 'partial':
        this.partial(node);
        return;
    }
  }

  private output({ value, at }: OutputNode, scope: NameScope): void {
    const code = shown(this.convert.value(value, scope));
    if (code.form === 'literal') this.out.write(String(code.value));
    else this.out.output(codeText(code, standingOf(scope)), at);
  }

  private partial({ name, at }: PartialNode): void {
    this.warnings.add(
      at,
      `The partial “${name}” is a file of its own: convert it, too, and put it into the folder of templates as ${name}.md.`,
    );
    this.out.output(partialTag(name), at);
  }

  /** A passage may have several paragraphs, which only the helper keeps in the quote. */
  private quote({ mark, body, end, at }: QuoteNode, scope: NameScope): void {
    if (!this.holdsPassage(body, scope)) {
      this.out.write(mark);
      this.write(body, scope);
      this.out.write(end);
      return;
    }
    const isOnOwnLine = end !== '';
    this.out.block('#quote', { at, isOnOwnLine });
    this.write(body, scope);
    this.out.write(end);
    this.out.block('/quote', { at, isOnOwnLine });
  }

  private holdsPassage(nodes: readonly TemplateNode[], scope: NameScope): boolean {
    return nodes.some((node) => {
      // What a partial holds is not known here.
      if (node.kind === 'partial') return true;
      if (node.kind === 'output') return typeOf(this.convert.value(node.value, scope)) === 'passage';
      return (
        node.kind === 'choice' &&
        (node.branches.some(({ body }) => this.holdsPassage(body, scope)) ||
          this.holdsPassage(node.otherwise, scope))
      );
    });
  }

  private choice({ branches, otherwise, at }: ChoiceNode, scope: NameScope): void {
    const { open, rest } = this.openBranches(branches, { otherwise, scope });
    const [first, ...others] = open;
    if (first === undefined) {
      this.write(rest, scope);
      return;
    }
    const isOnOwnLine = [...open.map(({ body }) => body), ...(rest.length === 0 ? [] : [rest])].every(
      endsLine,
    );
    const tag = (code: string): void => this.out.block(code, { at, isOnOwnLine });
    const standing = standingOf(scope);
    const [denied] =
      others.length === 0 && rest.length === 0 && first.test.form === 'call' && first.test.name === 'not'
        ? first.test.args
        : [];
    tag(
      denied === undefined
        ? `#if ${testText(first.test, standing)}`
        : `#unless ${testText(denied, standing)}`,
    );
    this.write(first.body, scope);
    for (const { test, body } of others) {
      tag(`else if ${testText(test, standing)}`);
      this.write(body, scope);
    }
    if (rest.length > 0) {
      tag('else');
      this.write(rest, scope);
    }
    tag(denied === undefined ? '/if' : '/unless');
  }

  /** The branches that the item decides on, and what is left when none is taken. */
  private openBranches(
    branches: readonly Branch[],
    { otherwise, scope }: { readonly otherwise: readonly TemplateNode[]; readonly scope: NameScope },
  ): { readonly open: readonly OpenBranch[]; readonly rest: readonly TemplateNode[] } {
    const open = new Map<string, OpenBranch>();
    for (const { test, body } of branches) {
      const code = this.convert.test(test, scope);
      const isTrue = decided(code);
      if (isTrue === true) return { open: [...open.values()], rest: body };
      const key = JSON.stringify(code);
      if (isTrue === null && !open.has(key)) open.set(key, { test: code, body });
    }
    return { open: [...open.values()], rest: otherwise };
  }

  private loop({ name, list, body, otherwise, at }: LoopNode, scope: NameScope): void {
    const value = this.convert.value(list, scope);
    const entries = listOf(value);
    if (entries === null) {
      this.warnings.add(at, 'This loop goes over what is no list here: it was left out.');
      return;
    }
    const isOnOwnLine = endsLine(body) && (otherwise.length === 0 || endsLine(otherwise));
    const tag = (code: string): void => this.out.block(code, { at, isOnOwnLine });
    tag(`#each ${testText(entries, standingOf(scope))}`);
    this.write(body, { ...scope, loops: [...scope.loops, name], variables: new Map(scope.variables) });
    if (otherwise.length > 0) {
      tag('else');
      this.write(otherwise, scope);
    }
    tag('/each');
  }
}

const standingOf = ({ part, loops }: NameScope): Standing => ({ part, depth: loops.length });

/** Whether what comes behind begins a line, as far as the template says. */
function endsLine(nodes: readonly TemplateNode[]): boolean {
  const last = nodes[nodes.length - 1];
  switch (last?.kind) {
    case 'text':
      return last.text.endsWith('\n');
    case 'choice':
      return (
        last.branches.every(({ body }) => endsLine(body)) &&
        (last.otherwise.length === 0 || endsLine(last.otherwise))
      );
    case 'loop':
      return endsLine(last.body);
    case 'quote':
      return last.end !== '';
    case 'output':
    case 'assignment':
    case 'partial':
    case undefined:
      return false;
  }
}

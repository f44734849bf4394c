import { DEPTH_LIMIT, type Expression, type TemplateNode } from './tree';

/** A line of front matter as it would be written. */
export interface FrontMatterLine {
  readonly nodes: readonly TemplateNode[];
  /** The conditions around the line. */
  readonly guards: readonly Expression[];
  readonly at: number;
}

const HAS_KEY = /^\s*[^\s:#-][^:\n]*:(?:\s|$)/;

/** Cuts front matter into lines; lines that stand in a condition keep it. */
export function frontMatterLines(
  nodes: readonly TemplateNode[],
  guards: readonly Expression[] = [],
): readonly FrontMatterLine[] {
  const lines: FrontMatterLine[] = [];
  let current: TemplateNode[] = [];
  const end = (): void => {
    const [first] = current;
    if (first !== undefined && current.some((node) => node.kind !== 'text' || node.text.trim() !== ''))
      lines.push({ nodes: current, guards, at: startOf(first) });
    current = [];
  };
  for (const node of nodes) {
    if (node.kind === 'text') {
      let { at } = node;
      for (const [index, text] of node.text.split('\n').entries()) {
        if (index > 0) end();
        if (text !== '') current.push({ kind: 'text', text, at });
        at += text.length + 1;
      }
    } else if (
      node.kind === 'choice' &&
      guards.length < DEPTH_LIMIT &&
      current.every((before) => before.kind === 'text' && before.text.trim() === '') &&
      holdsLines(node.branches[0]?.body ?? [])
    ) {
      end();
      const [branch, ...others] = node.branches;
      if (branch !== undefined) lines.push(...frontMatterLines(branch.body, [...guards, branch.test]));
      const rest = others.length === 0 ? node.otherwise : [{ ...node, branches: others }];
      if (branch !== undefined && rest.length > 0)
        lines.push(
          ...frontMatterLines(rest, [...guards, { kind: 'not', value: branch.test, at: branch.test.at }]),
        );
    } else {
      current.push(node);
    }
  }
  end();
  return lines;
}

function holdsLines(body: readonly TemplateNode[]): boolean {
  const first = body.find((node) => node.kind !== 'text' || node.text.trim() !== '');
  if (first?.kind === 'choice') return holdsLines(first.branches[0]?.body ?? []);
  return first?.kind === 'text' && HAS_KEY.test(first.text.replace(/^\s*\n/, ''));
}

const startOf = (node: TemplateNode): number =>
  node.kind === 'text' ? node.at + node.text.length - node.text.trimStart().length : node.at;

/** The text of nodes that are nothing else; null for any others. */
export function textAlone(nodes: readonly TemplateNode[]): string | null {
  return nodes.every((node) => node.kind === 'text')
    ? nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('')
    : null;
}

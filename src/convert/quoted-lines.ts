import { joinTexts } from './line-breaks';
import { DEPTH_LIMIT, type QuoteNode, type TemplateNode } from './tree';

const LINE_OF_QUOTE = /(^|\n)(> ?)([^\n]*)$/;

/** Finds the lines that begin with `>` and hold values. */
export function withQuotedLines(nodes: readonly TemplateNode[], depth = 0): readonly TemplateNode[] {
  if (depth > 2 * DEPTH_LIMIT) return nodes;
  const done: TemplateNode[] = [];
  const rest = [...nodes].reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const match = node.kind === 'text' && rest.length > 0 ? LINE_OF_QUOTE.exec(node.text) : null;
    if (node.kind !== 'text' || match === null) {
      done.push(withInside(node, depth));
      continue;
    }
    const [, lineBreak = '', mark = '', text = ''] = match;
    const end = match.index + lineBreak.length;
    done.push(
      { ...node, text: node.text.slice(0, end) },
      lineFrom(rest, { mark, first: { ...node, text, at: node.at + end + mark.length } }),
    );
  }
  return joinTexts(done);
}

/** Takes what belongs to the line from what follows. */
function lineFrom(
  rest: TemplateNode[],
  {
    mark,
    first,
  }: { readonly mark: string; readonly first: Extract<TemplateNode, { readonly kind: 'text' }> },
): QuoteNode {
  const body: TemplateNode[] = [first];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const end = node.kind === 'text' ? node.text.indexOf('\n') : -1;
    if (node.kind === 'text' && end !== -1) {
      body.push({ ...node, text: node.text.slice(0, end) });
      if (end + 1 < node.text.length)
        rest.push({ ...node, text: node.text.slice(end + 1), at: node.at + end + 1 });
      return { kind: 'quote', mark, body: joinTexts(body), end: '\n', at: first.at };
    }
    if (holdsBreak(node)) {
      rest.push(node);
      return { kind: 'quote', mark, body: joinTexts(body), end: '', at: first.at };
    }
    body.push(node);
  }
  return { kind: 'quote', mark, body: joinTexts(body), end: '', at: first.at };
}

function holdsBreak(node: TemplateNode): boolean {
  if (node.kind === 'text') return node.text.includes('\n');
  if (node.kind === 'choice')
    return node.branches.some(({ body }) => body.some(holdsBreak)) || node.otherwise.some(holdsBreak);
  return node.kind === 'loop' && (node.body.some(holdsBreak) || node.otherwise.some(holdsBreak));
}

function withInside(node: TemplateNode, depth: number): TemplateNode {
  const inside = (body: readonly TemplateNode[]) => withQuotedLines(body, depth + 1);
  if (node.kind === 'choice')
    return {
      ...node,
      branches: node.branches.map(({ test, body }) => ({ test, body: inside(body) })),
      otherwise: inside(node.otherwise),
    };
  return node.kind === 'loop'
    ? { ...node, body: inside(node.body), otherwise: inside(node.otherwise) }
    : node;
}

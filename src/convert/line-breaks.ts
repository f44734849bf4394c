import { DEPTH_LIMIT, type TemplateNode } from './tree';

/**
 * Moves line breaks that stand at the beginning of each branch to their ends, where what is written stays the same: tags then come
 * to stand on lines of their own.
 */
export function withTagsOnLines(nodes: readonly TemplateNode[], depth = 0): readonly TemplateNode[] {
  if (depth > 2 * DEPTH_LIMIT) return nodes;
  const inside = (body: readonly TemplateNode[]) => withTagsOnLines(body, depth + 1);
  // From the end, because a block that moved makes room for the one before it.
  const rest: TemplateNode[] = [];
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const [before, node] = [nodes[index - 1], nodes[index]];
    if (node === undefined) continue;
    const isOnNewLine = before === undefined || (before.kind === 'text' && before.text.endsWith('\n'));
    const next = rest[rest.length - 1];
    const isLastOfAll = depth === 0 && next === undefined;
    if (
      isOnNewLine ||
      !startsWithBreak(node) ||
      !(isLastOfAll || (next?.kind === 'text' && next.text.startsWith('\n')))
    ) {
      rest.push(node);
      continue;
    }
    if (next?.kind === 'text') rest.splice(-1, 1, { ...next, text: next.text.slice(1), at: next.at + 1 });
    rest.push(moved(node), { kind: 'text', text: '\n', at: node.at });
  }
  return joinTexts(rest.reverse()).map((node) => {
    if (node.kind === 'choice')
      return {
        ...node,
        branches: node.branches.map(({ test, body }) => ({ test, body: inside(body) })),
        otherwise: inside(node.otherwise),
      };
    return node.kind === 'loop'
      ? { ...node, body: inside(node.body), otherwise: inside(node.otherwise) }
      : node;
  });
}

function startsWithBreak(node: TemplateNode): boolean {
  const begins = ([first]: readonly TemplateNode[]): boolean =>
    first?.kind === 'text' && first.text.startsWith('\n');
  if (node.kind === 'choice')
    return (
      node.branches.every(({ body }) => begins(body)) &&
      (node.otherwise.length === 0 || begins(node.otherwise))
    );
  return node.kind === 'loop' && begins(node.body) && node.otherwise.length === 0;
}

function moved(node: TemplateNode): TemplateNode {
  const turn = (body: readonly TemplateNode[]): readonly TemplateNode[] => {
    const [first, ...others] = body;
    if (first?.kind !== 'text') return body;
    return joinTexts([
      { ...first, text: first.text.slice(1), at: first.at + 1 },
      ...others,
      { kind: 'text', text: '\n', at: first.at },
    ]);
  };
  if (node.kind === 'choice')
    return {
      ...node,
      branches: node.branches.map(({ test, body }) => ({ test, body: turn(body) })),
      otherwise: turn(node.otherwise),
    };
  return node.kind === 'loop' ? { ...node, body: turn(node.body) } : node;
}

/** Texts that follow each other as one, and none that is empty. */
export function joinTexts(nodes: readonly TemplateNode[]): readonly TemplateNode[] {
  const done: TemplateNode[] = [];
  for (const node of nodes) {
    const last = done[done.length - 1];
    if (node.kind === 'text' && last?.kind === 'text')
      done.splice(-1, 1, { ...last, text: last.text + node.text });
    else done.push(node);
  }
  return done.filter((node) => node.kind !== 'text' || node.text !== '');
}

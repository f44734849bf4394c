import { DEPTH_LIMIT, type LoopNode, type TemplateNode } from './tree';

/** What stands outside a front matter, in the parts that ours have. */
export interface BodyParts {
  readonly header: readonly TemplateNode[];
  /** Null where there is none over the highlights. */
  readonly loop: LoopNode | null;
  /** What stands behind the loop. */
  readonly after: readonly TemplateNode[];
}

/** Takes a body apart at the loop over the highlights. */
export function splitAtLoop(nodes: readonly TemplateNode[], highlightLists: ReadonlySet<string>): BodyParts {
  const found = cutAtLoop(nodes, { highlightLists, depth: 0 });
  if (found === null) return { header: nodes, loop: null, after: [] };
  return { header: found.before, loop: found.loop, after: [...found.loop.otherwise, ...found.after] };
}

interface Cut {
  readonly before: readonly TemplateNode[];
  readonly after: readonly TemplateNode[];
  readonly loop: LoopNode;
}

/** The loop over the highlights, which may stand in conditions: these then hold for what stands before it. */
function cutAtLoop(
  nodes: readonly TemplateNode[],
  given: { readonly highlightLists: ReadonlySet<string>; readonly depth: number },
): Cut | null {
  if (given.depth > DEPTH_LIMIT) return null;
  for (const [index, node] of nodes.entries()) {
    const [before, after] = [nodes.slice(0, index), nodes.slice(index + 1)];
    if (node.kind === 'loop' && isOverHighlights(node, given.highlightLists))
      return { before, loop: node, after };
    if (node.kind !== 'choice') continue;
    for (const [place, branch] of node.branches.entries()) {
      const inner = cutAtLoop(branch.body, { ...given, depth: given.depth + 1 });
      if (inner === null) continue;
      const branches = node.branches.map((other, position) =>
        position === place ? { ...branch, body: inner.before } : other,
      );
      return {
        before: [...before, { ...node, branches }],
        loop: inner.loop,
        after: [...inner.after, ...after],
      };
    }
  }
  return null;
}

function isOverHighlights({ list }: LoopNode, highlightLists: ReadonlySet<string>): boolean {
  const value = list.kind === 'filter' ? list.value : list;
  return value.kind === 'path' && highlightLists.has(value.parts[value.parts.length - 1] ?? '');
}

import { DEPTH_LIMIT, type Expression, type OutputNode, type TemplateNode, type TextNode } from './tree';
import type { Warnings } from './warnings';

const HIGHLIGHT_IDS: ReadonlySet<string> = new Set(['id', 'highlight_id', 'highlightID', 'highlightId']);
const ANCHOR = /[ \t]*\^[A-Za-z0-9-]*$/;
const HASH = /(?:^|[\s(>,;|])#$/;

const filtered = (name: string, value: Expression, args: readonly Expression[] = []): Expression => ({
  kind: 'filter',
  name,
  value,
  args,
  at: value.at,
});

/**
 * Turns what their templates write around values into the helpers that do it safely: links `[[{{...}}]]`, tags `#{{...}}`. Block ids are left out, because each block gets its anchor from the program.
 */
export function withHelpers(
  nodes: readonly TemplateNode[],
  warnings: Warnings,
  depth = 0,
): readonly TemplateNode[] {
  if (depth > 2 * DEPTH_LIMIT) return nodes;
  const inner = nodes.map((node) => withInside(node, warnings, depth));
  const done: TemplateNode[] = [];
  const rest = [...inner].reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.kind === 'output') around(node, { done, rest, warnings });
    else done.push(node);
  }
  return done.filter((node) => node.kind !== 'text' || node.text !== '');
}

function withInside(node: TemplateNode, warnings: Warnings, depth: number): TemplateNode {
  const within = (body: readonly TemplateNode[]) => withHelpers(body, warnings, depth + 1);
  switch (node.kind) {
    case 'choice':
      return {
        ...node,
        branches: node.branches.map(({ test, body }) => ({ test, body: within(body) })),
        otherwise: within(node.otherwise),
      };
    case 'loop':
      return { ...node, body: within(node.body), otherwise: within(node.otherwise) };
    case 'text':
    case 'output':
    case 'quote':
    case 'assignment':
    case 'partial':
      return node;
  }
}

interface Surroundings {
  readonly done: TemplateNode[];
  /** What follows, the next one last. */
  readonly rest: TemplateNode[];
  readonly warnings: Warnings;
}

function around(node: OutputNode, { done, rest, warnings }: Surroundings): void {
  const before = done[done.length - 1];
  const after = rest[rest.length - 1];
  const text = before?.kind === 'text' ? before.text : '';
  const next = after?.kind === 'text' ? after.text : '';
  const endBefore = (end: number): void => {
    if (before?.kind === 'text') done.splice(-1, 1, { ...before, text: before.text.slice(0, end) });
  };
  if (text.endsWith('[[') && next.startsWith(']]')) {
    endBefore(-2);
    cut(rest, 2);
    done.push({ ...node, value: filtered('wikilink', node.value) });
    return;
  }
  const shownAs = text.endsWith('[[') && next === '|' ? rest[rest.length - 2] : undefined;
  const closing = rest[rest.length - 3];
  if (shownAs?.kind === 'output' && closing?.kind === 'text' && closing.text.startsWith(']]')) {
    endBefore(-2);
    rest.splice(-2, 2);
    cut(rest, 2);
    done.push({ ...node, value: filtered('wikilink', node.value, [shownAs.value]) });
    return;
  }
  if (isHighlightId(node.value) && ANCHOR.test(text)) {
    warnings.add(node.at, 'The block id was left out: the program gives each block its own.');
    endBefore(text.search(ANCHOR));
    return;
  }
  if (HASH.test(text) && !/^[\w/-]/.test(next) && (after === undefined || after.kind !== 'output')) {
    endBefore(-1);
    done.push({ ...node, value: filtered('hashtag', node.value) });
    return;
  }
  done.push(node);
}

const isHighlightId = (value: Expression): boolean =>
  value.kind === 'path' && HIGHLIGHT_IDS.has(value.parts[value.parts.length - 1] ?? '');

function cut(rest: TemplateNode[], count: number): void {
  const next = rest.pop();
  if (next?.kind === 'text')
    rest.push({ ...next, text: next.text.slice(count), at: next.at + count } satisfies TextNode);
}

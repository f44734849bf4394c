import { DEPTH_LIMIT, type TemplateNode } from './tree';
import type { Warnings } from './warnings';

const ENDING = /\.(?:md|html?|njk|j2|jinja2?|txt|mustache|hbs|handlebars)$/i;
const NAME = /^[^\s./\\][^/\\]*(?:\/[^\s./\\][^/\\]*)*$/;
/** What no name of a note has, and what would end the tag. */
const ODD = /[\p{C}"*:<>?|#^[\](){}@$]/u;

/** What the partial is called here whose file a template of theirs includes; null where no note can be called so. */
export function partialName(file: string): string | null {
  const name = file.replace(/^\.\//, '').replace(ENDING, '');
  return NAME.test(name) && !ODD.test(name) && name === name.trim() ? name : null;
}

/** The tag that calls a partial, without its braces. */
export const partialTag = (name: string): string =>
  `> ${/^(?!(?:else|this|true|false|null|undefined|as)$)[A-Za-z_][\w-]*$/.test(name) ? name : `"${name}"`}`;

/** For properties, which can call none. */
export function withoutPartials(
  nodes: readonly TemplateNode[],
  warnings: Warnings,
  depth = 0,
): readonly TemplateNode[] {
  if (depth > 2 * DEPTH_LIMIT) return nodes;
  const within = (body: readonly TemplateNode[]) => withoutPartials(body, warnings, depth + 1);
  return nodes.flatMap((node): readonly TemplateNode[] => {
    if (node.kind === 'choice')
      return [
        {
          ...node,
          branches: node.branches.map(({ test, body }) => ({ test, body: within(body) })),
          otherwise: within(node.otherwise),
        },
      ];
    if (node.kind === 'loop')
      return [{ ...node, body: within(node.body), otherwise: within(node.otherwise) }];
    if (node.kind !== 'partial') return [node];
    warnings.add(node.at, `Properties cannot call partials: “${node.name}” was left out.`);
    return [];
  });
}

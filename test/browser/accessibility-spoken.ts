import type { CDPSession, Page } from 'playwright-core';

type AxNodes = Awaited<ReturnType<typeof fullTree>>;
type AxNode = AxNodes[number];

/** Parts of a window that a screen reader names on the way into them. */
const PARTS = ['group', 'list', 'region'];

const fullTree = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes;

/**
 * What a screen reader leaves out or says twice, by the browser's own tree: members of a list of which
 * nothing is heard, and parts in parts of the same name.
 */
export async function heardFindings(page: Page, at: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const root = await domNodeOf(session, at);
  const nodes = await fullTree(session);
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const childrenOf = ({ childIds = [] }: AxNode): AxNodes => childIds.flatMap((id) => byId.get(id) ?? []);
  const isHeard = (node: AxNode): boolean =>
    (nameOf(node) !== '' && roleOf(node) !== 'ListMarker') || childrenOf(node).some(isHeard);
  const findings: string[] = [];
  const walk = (node: AxNode, within: string): void => {
    const name = PARTS.includes(roleOf(node)) ? nameOf(node) : '';
    // A region is come to by leaps, too, and needs its name for itself.
    if (name !== '' && name === within && roleOf(node) !== 'region')
      findings.push(`said twice on the way in: "${name.slice(0, 60)}"`);
    if (roleOf(node) === 'listitem' && !isHeard(node))
      findings.push(`nothing is heard of a member of the list "${within}"`);
    for (const child of childrenOf(node)) walk(child, name || within);
  };
  const start = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === root);
  if (start !== undefined) walk(start, '');
  return [...new Set(findings)];
}

const roleOf = ({ role }: AxNode): string => String(role?.value ?? '');

const nameOf = ({ name }: AxNode): string => String(name?.value ?? '').trim();

/** The last element that matches, by the browser's number for it. */
async function domNodeOf(session: CDPSession, selector: string): Promise<number | undefined> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const nodeId = nodeIds.at(-1);
  return nodeId === undefined
    ? undefined
    : (await session.send('DOM.describeNode', { nodeId })).node.backendNodeId;
}

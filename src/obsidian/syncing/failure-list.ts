/** Below what is said of a run: what failed, line by line. Nothing where nothing did. */
export function addFailures(container: Node, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const list = container.createEl('ul', { cls: 'florilegium-failures' });
  for (const text of lines) list.createEl('li', { text, attr: { dir: 'auto' } });
}

import type { Page } from 'playwright-core';

/**
 * Text that stands out of the window or of its box, that lies on other text, or that is cut off; and what
 * scrolls sideways.
 */
export const layoutFindings = (page: Page, at: string): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    /** A line box is a little higher than the distance of the lines. */
    const [SLACK_ACROSS, SLACK_DOWN] = [2, 5];
    const root = [...document.querySelectorAll(selector)].at(-1);
    if (root === undefined) return [];
    const findings: string[] = [];
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent.trim().slice(0, 50)}`;

    // A note in the app's own look may have tables, which scroll.
    const elements = [...root.querySelectorAll<HTMLElement>('*')].filter(
      (each) =>
        each.closest('.markdown-rendered') === null && each.checkVisibility({ visibilityProperty: true }),
    );
    for (const element of elements) {
      const { overflowX, clipPath } = getComputedStyle(element);
      const { left, right, width } = element.getBoundingClientRect();
      if (clipPath !== 'none' || width < SLACK_ACROSS) continue;
      if (right > window.innerWidth + 1 || left < -1) findings.push(`out of the window: ${nameOf(element)}`);
      const isField = element.matches('input, select');
      if (overflowX !== 'visible' && !isField && element.scrollWidth > element.clientWidth + 1)
        findings.push(
          `${overflowX === 'auto' || overflowX === 'scroll' ? 'scrolls sideways' : 'cut off'}: ${nameOf(element)}`,
        );
    }

    interface Line {
      readonly node: Text;
      readonly box: DOMRect;
    }
    /** What can be seen of a box inside all that scrolls or hides. */
    const visible = (box: DOMRect, element: Element | null): DOMRect | null => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let parent = element; parent !== null; parent = parent.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(parent);
        if (clipPath !== 'none') return null;
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = parent.getBoundingClientRect();
        [left, top, right, bottom] = [
          Math.max(left, edge.left),
          Math.max(top, edge.top),
          Math.min(right, edge.right),
          Math.min(bottom, edge.bottom),
        ];
      }
      return right - left > SLACK_ACROSS && bottom - top > SLACK_DOWN
        ? new DOMRect(left, top, right - left, bottom - top)
        : null;
    };
    const lines: Line[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (
        node.data.trim() === '' ||
        parent === null ||
        parent.closest('select, textarea, .markdown-rendered') !== null ||
        !parent.checkVisibility({ visibilityProperty: true })
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const block = parent
        .closest('button, li, p, div, label, legend, summary, pre, h1, h2, h3, h4, h5')
        ?.getBoundingClientRect();
      for (const rect of Array.from(range.getClientRects())) {
        const box = visible(rect, parent);
        if (box === null) continue;
        lines.push({ node, box });
        if (
          block !== undefined &&
          (box.right > block.right + SLACK_ACROSS || box.left < block.left - SLACK_ACROSS)
        )
          findings.push(`out of its box: ${nameOf(parent)}`);
      }
    }
    const across = (one: DOMRect, other: DOMRect): number =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = (one: DOMRect, other: DOMRect): number =>
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (
          one.node === other.node ||
          across(one.box, other.box) <= SLACK_ACROSS ||
          down(one.box, other.box) <= SLACK_DOWN
        )
          continue;
        findings.push(
          `"${one.node.data.trim().slice(0, 40)}" lies on "${other.node.data.trim().slice(0, 40)}"`,
        );
      }
    }
    return [...new Set(findings)];
  }, at);

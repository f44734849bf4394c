import type { CDPSession, Page } from 'playwright-core';

/** Of radio buttons, Tab reaches the one that is chosen; arrows lead to the others. */
const STOPS =
  'a[href], button:enabled, input:enabled:not([type="radio"]:not(:checked)), select:enabled, textarea:enabled, summary, [tabindex="0"]';
const MOST_STOPS = 150;

/** Clicked by the mouse and by nothing else: the app's notices close by a click anywhere, and by Escape. */
const OF_THE_APP = '.modal-bg, .notice, .suggestion-item, .menu-item, .checkbox-container, .setting-item';

/** What listens for clicks and is no control that the keyboard reaches and works. */
export async function mouseOnly(page: Page, at: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `[...document.querySelectorAll(${JSON.stringify(at)})].at(-1)`,
    });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
      depth: -1,
    });
    const by = (type: string): ReadonlySet<number> =>
      new Set(
        listeners.flatMap((each) =>
          each.type === type && each.backendNodeId !== undefined ? [each.backendNodeId] : [],
        ),
      );
    const keys = by('keydown');
    const problems = await Promise.all(
      [...by('click')].map((node) => problemWith(session, { node, hearsKeys: keys.has(node) })),
    );
    return problems.filter((problem) => problem !== '');
  } finally {
    await session.detach();
  }
}

async function problemWith(
  session: CDPSession,
  { node, hearsKeys }: { readonly node: number; readonly hearsKeys: boolean },
): Promise<string> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId: node });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId ?? '',
    returnByValue: true,
    arguments: [{ value: hearsKeys }, { value: OF_THE_APP }],
    functionDeclaration: `function (hearsKeys, ofTheApp) {
      if (this.matches('a[href], button, input, select, textarea, summary, label') || this.matches(ofTheApp)) return '';
      if (this.matches('.extra-setting-button') || (this.tabIndex >= 0 && this.hasAttribute('role') && hearsKeys)) return '';
      return 'only for the mouse: ' + this.outerHTML.slice(0, 120);
    }`,
  });
  return String(result.value);
}

/** Controls that Tab does not reach, or not in the order in which they stand. */
export async function outOfOrder(page: Page, at: string): Promise<readonly string[]> {
  const wanted = await page.evaluate(
    ({ selector, stops }) => {
      const root = [...document.querySelectorAll(selector)].at(-1);
      const controls = [...(root?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(
        (each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
      );
      controls.forEach((control, index) => (control.dataset['stop'] = String(index)));
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      const first = controls[0];
      first?.focus();
      return controls.map((control) => control.outerHTML.slice(0, 120));
    },
    { selector: at, stops: STOPS },
  );
  const visited: number[] = [];
  for (let presses = 0; presses < Math.min(MOST_STOPS, wanted.length * 2 + 2); presses += 1) {
    const stop = await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? (document.activeElement.dataset['stop'] ?? null) : null,
    );
    if (stop !== null && visited.includes(Number(stop))) break;
    if (stop !== null) visited.push(Number(stop));
    await page.keyboard.press('Tab');
  }
  await page.evaluate(() =>
    document.querySelectorAll<HTMLElement>('[data-stop]').forEach((each) => delete each.dataset['stop']),
  );
  const missed = wanted
    .filter((_, index) => !visited.includes(index))
    .map((control) => `Tab does not reach ${control}`);
  const jumps = visited.flatMap((stop, index) =>
    index > 0 && stop < (visited[index - 1] ?? 0) ? [`Tab jumps back to ${wanted[stop] ?? ''}`] : [],
  );
  return [...missed, ...jumps];
}

import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { answerOf } from './answer-of';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    // What is seen must be in what is heard: people who speak to their device say what they see.
    'label-content-name-mismatch': { enabled: true },
    'target-size': { enabled: true },
    // About a page as a whole: landmarks and its first heading are the app's.
    region: { enabled: false },
    'page-has-heading-one': { enabled: false },
  },
};

/** What the app itself draws, as the stand-in has it: not ours to judge. */
const OF_THE_APP =
  '.modal-close-button, .vertical-tab-header, .prompt-results, .prompt-instructions, .suggestion-container, .setting-drag-handle, .setting-item-chevron, .mod-navigable';

/**
 * Colors of the app's own components and of links in a note: white on the accent, and errors in red, are less
 * than 4.5 to 1 in its default theme.
 */
const COLORED_BY_THE_APP =
  '.mod-cta, .mod-destructive, .setting-item-error, .markdown-rendered a, .setting-item-description a, .callout-title';

const ABOUT_COLORS = ['color-contrast', 'link-in-text-block'];

export interface LookOptions {
  /** The last element that matches is looked at. */
  readonly at?: string;
  /** Tab is pressed through all of it. */
  readonly withKeyboard?: boolean;
  /** All there is by default; `colors` where the rest has been looked at in others. */
  readonly what?: 'all' | 'colors';
}

export const WINDOW = '.modal-container .modal';
const REST_MS = 500;
const MOST_LOOKS = 4;

/**
 * All that keeps somebody from using what is on the screen, each as a line; nothing when all is well. What
 * moves is looked at again when it has come to rest.
 */
export async function findingsIn(page: Page, options: LookOptions = {}): Promise<readonly string[]> {
  let findings = await lookOnce(page, options);
  for (let look = 1; look < MOST_LOOKS && findings.length > 0; look += 1) {
    await page.waitForTimeout(REST_MS);
    findings = await lookOnce(page, options);
  }
  return findings;
}

async function lookOnce(
  page: Page,
  { at = WINDOW, withKeyboard = false, what = 'all' }: LookOptions,
): Promise<readonly string[]> {
  await page.mouse.move(0, 0);
  if (what === 'colors') return axeFindings(page, at, { ...OPTIONS, runOnly: ABOUT_COLORS });
  return [
    ...(await axeFindings(page, at, OPTIONS)),
    ...(await strayTooltips(page, at)),
    ...(await tooWide(page, at)),
    ...(withKeyboard ? await outOfOrder(page, at) : []),
  ];
}

async function axeFindings(page: Page, at: string, options: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: AXE });
  return answerOf(
    page,
    async ({ selector, options, ofTheApp, coloredByTheApp }) => {
      const { axe } = window as unknown as {
        readonly axe: { readonly run: (root: Element, options: RunOptions) => Promise<AxeResults> };
      };
      const root = [...document.querySelectorAll(selector)].at(-1);
      if (root === undefined) return [`nothing matches ${selector}`];
      const { violations } = await axe.run(root, { ...options, elementRef: true });
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(
            ({ element }) =>
              element?.closest(ofTheApp) == null &&
              !(id === 'color-contrast' && element?.closest(coloredByTheApp) != null),
          )
          .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      );
    },
    { selector: at, options, ofTheApp: OF_THE_APP, coloredByTheApp: COLORED_BY_THE_APP },
  );
}

/**
 * Of each `aria-label` the app makes a tooltip, for as long as the mouse is anywhere in the element: only what
 * is one control may have one.
 */
const strayTooltips = (page: Page, at: string): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    const mayHaveOne =
      'a, button, input, select, textarea, [role="button"], [role="progressbar"], [role="listbox"], .setting-group, [hidden]';
    return [...([...document.querySelectorAll(selector)].at(-1)?.querySelectorAll('[aria-label]') ?? [])]
      .filter((each) => !each.matches(mayHaveOne))
      .map((each) => `a tooltip all over ${each.outerHTML.slice(0, 120)}`);
  }, at);

/** What stands out of the window, is cut off, or scrolls sideways. A note in the app's own look may have tables. */
const tooWide = (page: Page, at: string): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    const root = [...document.querySelectorAll(selector)].at(-1);
    const edge = root?.getBoundingClientRect().right ?? 0;
    const words = document.createRange();
    /** A word that cannot be broken may be wider than its element. */
    const isOverEdge = (each: HTMLElement): boolean =>
      [...each.childNodes].some((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return false;
        words.selectNode(node);
        return [...words.getClientRects()].some(({ right }) => right > edge + 1);
      });
    return [...(root?.querySelectorAll<HTMLElement>('*') ?? [])]
      .filter((each) => {
        const { overflowX, clipPath } = getComputedStyle(each);
        const { left, right, width } = each.getBoundingClientRect();
        const isSeen = each.checkVisibility({ visibilityProperty: true }) && clipPath === 'none' && width > 2;
        if (!isSeen || each.closest('.markdown-rendered') !== null) return false;
        const isCut = overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1;
        const isOut = right > window.innerWidth + 1 || left < -1 || isOverEdge(each);
        return isOut || (isCut && !each.matches('input, select'));
      })
      .map((each) => `too wide: ${each.outerHTML.slice(0, 120)}`);
  }, at);

/** Of radio buttons, Tab reaches the one that is chosen; arrows lead to the others. */
const STOPS =
  'a[href], button:enabled, input:enabled:not([type="radio"]:not(:checked)), select:enabled, textarea:enabled, summary, [tabindex="0"]';
const MOST_STOPS = 150;

/** Controls that Tab does not reach, or not in the order in which they stand. */
async function outOfOrder(page: Page, at: string): Promise<readonly string[]> {
  const wanted = await page.evaluate(
    ({ selector, stops }) => {
      const root = [...document.querySelectorAll(selector)].at(-1);
      const controls = [...(root?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(
        (each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
      );
      controls.forEach((control, index) => (control.dataset['stop'] = String(index)));
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      controls[0]?.focus();
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

import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { heardFindings } from './accessibility-spoken';
import { layoutFindings } from './accessibility-layout';
import { mouseOnly, outOfOrder } from './accessibility-keyboard';

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
 * Colours of the app's own components and of links in a note: white on the accent, and errors in red, are
 * less than 4.5 to 1 in its default theme.
 */
const COLOURED_BY_THE_APP =
  '.mod-cta, .mod-destructive, .setting-item-error, .markdown-rendered a, .setting-item-description a, .callout-title';

export interface LookOptions {
  /** The last element that matches is looked at. */
  readonly at?: string;
  /** Tab is pressed through all of it. */
  readonly withKeyboard?: boolean;
  /** All there is by default; `colours` where the rest has been looked at in others. */
  readonly what?: 'all' | 'colours';
}

const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

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
  { at = '.modal-container .modal', withKeyboard = false, what = 'all' }: LookOptions,
): Promise<readonly string[]> {
  await page.mouse.move(0, 0);
  if (what === 'colours') return axeFindings(page, at, { ...OPTIONS, runOnly: ABOUT_COLOURS });
  return [
    ...(await axeFindings(page, at, OPTIONS)),
    ...(await strayTooltips(page, at)),
    ...(await layoutFindings(page, at)),
    ...(await heardFindings(page, at)),
    ...(withKeyboard ? [...(await mouseOnly(page, at)), ...(await outOfOrder(page, at))] : []),
  ];
}

/**
 * Of each `aria-label` the app makes a tooltip, for as long as the mouse is anywhere in the element: only
 * what is one control may have one.
 */
const strayTooltips = (page: Page, at: string): Promise<readonly string[]> =>
  page.evaluate(
    (selector) =>
      [...([...document.querySelectorAll(selector)].at(-1)?.querySelectorAll('[aria-label]') ?? [])]
        .filter(
          (each) =>
            !each.matches(
              'a, button, input, select, textarea, [role="button"], [role="progressbar"], [role="listbox"], .setting-group, [hidden]',
            ),
        )
        .map((each) => `a tooltip all over ${each.outerHTML.slice(0, 120)}`),
    at,
  );

async function axeFindings(page: Page, at: string, options: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: AXE });
  return page.evaluate(
    async ({ selector, options, ofTheApp, colouredByTheApp }) => {
      const { axe } = window as unknown as {
        readonly axe: { readonly run: (root: Element, options: RunOptions) => Promise<AxeResults> };
      };
      const root = [...document.querySelectorAll(selector)].at(-1);
      if (root === undefined) return [`nothing matches ${selector}`];
      const { violations } = await axe.run(root, { ...options, elementRef: true });
      return violations.flatMap(({ id, impact, nodes }) =>
        nodes
          .filter(
            ({ element }) =>
              element?.closest(ofTheApp) == null &&
              !(id === 'color-contrast' && element?.closest(colouredByTheApp) != null),
          )
          .map(
            ({ html, failureSummary }) =>
              `${id} (${String(impact)}): ${html.slice(0, 160)} ${(failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 240)}`,
          ),
      );
    },
    { selector: at, options, ofTheApp: OF_THE_APP, colouredByTheApp: COLOURED_BY_THE_APP },
  );
}

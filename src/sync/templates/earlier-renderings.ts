import { ITEM_KINDS } from '../../model/model';
import type { StateStore } from '../../model/ports';
import { builtInStyles } from '../../notes/template/built-in-templates';
import type { EarlierTemplate } from '../../store/stored';
import { readEarlierTemplates } from './earlier-templates';
import { BUILT_IN, isUsable, templateFinder, type TemplateSource } from './load-templates';
import type { Settings } from '../../model/settings';
import type { Rendering } from './prepare-rendering';

const ITEMS: ReadonlySet<string> = new Set(ITEM_KINDS);

/**
 * One rendering for each template that notes may have been written with although the settings name another: the
 * built-in styles for items, and the person's own templates that this device used before.
 */
export async function earlierRenderings(
  state: StateStore,
  { rendering, settings }: { readonly rendering: Rendering; readonly settings: Settings },
): Promise<readonly Rendering[]> {
  const styles = Object.keys(builtInStyles).filter((style) => style !== 'highlight');
  const builtIn = styles.map((style) => ({
    ...rendering,
    templates: ofItems(rendering, (use, own) => rendering.templates(use, `${BUILT_IN}:${style}`, own)),
  }));
  const earlier = (await readEarlierTemplates(state)).map(forEachKind).filter(isUsable);
  const own = earlier.map((sources) => {
    const find = templateFinder(sources, { settings, broken: new Set() });
    const choice = sources[0]?.choice ?? null;
    return { ...rendering, templates: ofItems(rendering, (use) => find(use, choice)) };
  });
  return [...own, ...builtIn];
}

type Find = Rendering['templates'];

/** Uses `find` for items, and `rendering` for all else. */
const ofItems =
  (rendering: Rendering, find: (use: Parameters<Find>[0], own?: string) => ReturnType<Find>): Find =>
  (use, choice, own) =>
    ITEMS.has(use) ? find(use, own) : rendering.templates(use, choice, own);

const forEachKind = (template: EarlierTemplate): readonly TemplateSource[] =>
  ITEM_KINDS.map((use) => ({ ...template, use }));

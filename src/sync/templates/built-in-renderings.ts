import { ITEM_KINDS } from '../../model/model';
import { builtInStyles } from '../../notes/template/built-in-templates';
import { BUILT_IN } from './load-templates';
import type { Rendering } from './prepare-rendering';

const ITEMS: ReadonlySet<string> = new Set(ITEM_KINDS);

/** With each built-in style for items: what notes may be written with that the settings give another template. */
export function builtInRenderings(rendering: Rendering): readonly Rendering[] {
  const styles = Object.keys(builtInStyles).filter((style) => style !== 'highlight');
  return styles.map((style) => ({
    ...rendering,
    templates: (use, choice, own) =>
      rendering.templates(use, ITEMS.has(use) ? `${BUILT_IN}:${style}` : choice, own),
  }));
}

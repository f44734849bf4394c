import { flattenCode } from './code-blocks';
import { escapeTexts } from './escape-text';
import { markFootnotes } from './footnotes';
import { markFormulas } from './formulas';
import { dissolveLayouts } from './layout-tables';
import { limitDepth } from './limit-depth';
import {
  joinFormats,
  joinVerse,
  mendLists,
  pushFormatsIntoBlocks,
  renameBlocks,
  settleBreaks,
  settleCaptions,
} from './structure';
import { removeUnwanted } from './unwanted';

/** Brings a parsed page into the shape that the rules expect: what markdown has no word for is gone, its text is escaped. */
export function preparePage(root: HTMLElement): void {
  limitDepth(root);
  markFormulas(root);
  removeUnwanted(root);
  markFootnotes(root);
  dissolveLayouts(root);
  flattenCode(root);
  renameBlocks(root);
  joinVerse(root);
  settleBreaks(root);
  settleCaptions(root);
  mendLists(root);
  pushFormatsIntoBlocks(root);
  joinFormats(root);
  escapeTexts(root);
}

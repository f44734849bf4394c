import { distinctWords } from '../../model/text';
import { cleanText } from '../markdown/plain-text';

// What Obsidian takes in no tag: punctuation of ASCII but _ - /, general and supplemental punctuation, spaces of every kind.
const ILLEGAL = /[\s!-,.:-@[-^`{-~\u2000-\u206f\u2e00-\u2e7f]+/g;

/** A name as a legal Obsidian tag, without `#`; `''` when nothing of it can be one. `machine learning` gives `machine-learning`, `1984` gives `y1984`. */
export function obsidianTag(name: string): string {
  const tag = cleanText(name)
    .trim()
    .replace(/^#+/, '')
    .replace(ILLEGAL, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\/{2,}/g, '/')
    .replace(/^[-/]+|[-/]+$/g, '');
  return /^[\d/]+$/.test(tag) ? `y${tag}` : tag;
}

/** The legal tags among the names, each once whatever its case; the first spelling stays. */
export const obsidianTags = (names: readonly string[]): readonly string[] =>
  distinctWords(names.map(obsidianTag));

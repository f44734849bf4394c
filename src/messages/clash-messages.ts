import type { OpenConflict } from '../model/report';

/** What both sides changed, and passages of notes, in a few words. */

const MOST_CHARACTERS = 60;

/** What something is, with the beginning of its first paragraph. */
export const passageText = (what: string, text: string): string =>
  `${what} ${excerpt(paragraphsOf(text)[0])}`;

/** What both sides changed: the first paragraph of each that the other one does not have. */
export function clashText({ block, mine, theirs }: Pick<OpenConflict, 'block' | 'mine' | 'theirs'>): string {
  const [ours, others] = [paragraphsOf(mine), paragraphsOf(theirs)];
  const own = ours.find((paragraph) => !others.includes(paragraph)) ?? ours[0];
  const other = others.find((paragraph) => !ours.includes(paragraph)) ?? others[0];
  return `${partText(block)}${excerpt(own)}, in Readwise ${excerpt(other)}`;
}

/** Of a property or the header; a passage is known by its words. */
const partText = (block: string): string => (isPassage(block) ? '' : `${partName(block)}: `);

/** Whether a part of a note is a highlight, not its header or a property. */
export const isPassage = (block: string): boolean => /^r[wd]\w+$/.test(block);

export const partName = (block: string): string => (block === 'header' ? 'top of the note' : block);

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^[>\s]+/, '').trim())
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\n/g, ' '));

function excerpt(text = ''): string {
  const characters = [...text];
  const end = characters.length > MOST_CHARACTERS ? '…' : '';
  return `“${characters.slice(0, MOST_CHARACTERS).join('')}${end}”`;
}

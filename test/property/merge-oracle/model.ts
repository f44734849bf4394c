/**
 * A note and the service's side of it as a person would draw them: blocks of paragraphs of words. Every word
 * is one of a kind, so that where it ends up can be told. Nothing here knows how the program merges.
 */

export type Paragraph = readonly string[];

/** A highlight as the service has it, and what the template shows beside it. */
export interface Remote {
  readonly id: number;
  readonly paragraphs: readonly Paragraph[];
  readonly place: string;
  /** The template's own word. */
  readonly label: string;
}

export interface RemoteNote {
  readonly title: readonly Paragraph[];
  readonly highlights: readonly Remote[];
  readonly gone: ReadonlySet<number>;
}

/** What stands between the blocks: a paragraph of the person's, or the box with the service's text. */
export type Item =
  { readonly kind: 'mine'; readonly text: string } | { readonly kind: 'box'; readonly text: string };

export interface LocalBlock {
  readonly id: number;
  paragraphs: readonly Paragraph[];
  tail: Item[];
  /** What the person changed, where only templates followed since then. */
  readonly madeFrom?: readonly Paragraph[];
}

export interface LocalNote {
  lead: Item[];
  title: readonly Paragraph[];
  intro: Item[];
  blocks: LocalBlock[];
}

export const MARK = '*Gone.*';
export const BOX = '> [!warning] Changed.\n> {{text}}';

export type Style = 'plain' | 'quote';

/** The words of a highlight as the note shows them. */
export const shown = ({ paragraphs, place, label }: Remote): readonly Paragraph[] => [
  ...paragraphs.slice(0, -1),
  [...(paragraphs[paragraphs.length - 1] ?? []), label, place],
];

export const paragraphsText = (paragraphs: readonly Paragraph[], style: Style): string =>
  style === 'plain'
    ? paragraphs.map((words) => words.join(' ')).join('\n\n')
    : paragraphs.map((words) => `> ${words.join(' ')}`).join('\n>\n');

export const titleText = (paragraphs: readonly Paragraph[]): string =>
  paragraphs.map((words, index) => `${index === 0 ? '# ' : ''}${words.join(' ')}`).join('\n\n');

export const isSame = (left: readonly Paragraph[], right: readonly Paragraph[]): boolean =>
  left.map((words) => words.join(' ')).join('\n') === right.map((words) => words.join(' ')).join('\n');

export const boxText = (text: string): string =>
  `> [!warning] Changed.\n${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}`;

export function blockText(block: LocalBlock, style: Style): string {
  const text = paragraphsText(block.paragraphs, style);
  if (block.paragraphs.length === 0) return `^rw${String(block.id)}`;
  return style === 'plain' ? `${text} ^rw${String(block.id)}` : `${text}\n\n^rw${String(block.id)}`;
}

export const itemText = (item: Item): string => (item.kind === 'mine' ? item.text : boxText(item.text));

/** The body of the note. */
export function bodyText(note: LocalNote, style: Style): string {
  const parts = [
    ...note.lead.map(itemText),
    titleText(note.title),
    ...note.intro.map(itemText),
    ...note.blocks.flatMap((block) => [blockText(block, style), ...block.tail.map(itemText)]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The note as it is when nobody has written in it. */
export const firstNote = ({ title, highlights }: RemoteNote): LocalNote => ({
  lead: [],
  title,
  intro: [],
  blocks: highlights.map((one) => ({ id: one.id, paragraphs: shown(one), tail: [] })),
});

export function copyOf(note: LocalNote): LocalNote {
  return {
    ...note,
    lead: [...note.lead],
    intro: [...note.intro],
    blocks: note.blocks.map((block) => ({ ...block, tail: [...block.tail] })),
  };
}

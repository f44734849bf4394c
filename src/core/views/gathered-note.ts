import gatheredTemplate from '../../../templates/gathered-section.hbs';
import { embedOf, linkTo, noteName, type HighlightRef, type PlacedHighlight } from './highlight-embed';
import type { SectionVerdict } from './note-section';
import { renewSection } from './renew-section';
import { sectionLines } from './section-template';
import type { Item, ItemHighlight } from '../library/model';
import { compareText } from '../library/record';
import { tagsOf } from '../template/action-tags';

/** A tag, or a name, as it is compared: case and the encoding of accents tell nothing. */
export const folded = (tag: string): string => tag.trim().normalize('NFC').toLowerCase();

/** Whether two tags differ in nothing but case and the encoding of accents. */
export const isSameTag = (one: string, other: string): boolean => folded(one) === folded(other);

/** The tags of a highlight as the service and its note have them, actions such as `h1` among them: whoever asks for one by name may have it. */
export const everyTagOf = (highlight: ItemHighlight): readonly string[] => [
  ...highlight.tags,
  ...tagsOf(highlight),
];

/** The highlights of an item that bear a tag, in any case, in the service's order. */
export function highlightsWithTag(item: Item, tag: string): readonly HighlightRef[] {
  return item.highlights
    .filter((highlight) => everyTagOf(highlight).some((one) => isSameTag(one, tag)))
    .map(({ anchor, otherAnchor }) => ({ itemKey: item.key, anchor, otherAnchor }));
}

/**
 * A note's section with all highlights that bear a tag, under a heading for each note: notes by name, highlights in the given order.
 * Made anew each time; what the person wrote in or around it stays.
 */
export function gatheredSection({
  tag,
  entries,
  current,
}: {
  readonly tag: string;
  readonly entries: readonly PlacedHighlight[];
  readonly current: string | null;
}): SectionVerdict {
  const [head = '', group = ''] = gatheredTemplate.split(/^%% note %%$/m);
  const parts = groupedByNote(entries).map(({ path, embeds }) =>
    sectionLines(
      group.replaceAll('{{note}}', () => linkTo(path)),
      { texts: {}, embeds },
    ),
  );
  const body = [
    ...sectionLines(head, { texts: { tag }, embeds: [] }),
    ...parts.flatMap((part) => ['', ...part]),
  ];
  const verdict = renewSection({ id: { name: 'gathered', key: folded(tag) }, current, body });
  return verdict.kind === 'new' && entries.length === 0 ? { kind: 'unchanged' } : verdict;
}

interface NoteGroup {
  readonly path: string;
  readonly embeds: readonly string[];
}

function groupedByNote(entries: readonly PlacedHighlight[]): readonly NoteGroup[] {
  const byPath = new Map<string, Set<string>>();
  for (const entry of entries)
    byPath.set(entry.path, (byPath.get(entry.path) ?? new Set()).add(embedOf(entry)));
  const byName = (left: string, right: string): number =>
    compareText(folded(noteName(left)), folded(noteName(right))) || compareText(left, right);
  return [...byPath]
    .sort(([left], [right]) => byName(left, right))
    .map(([path, embeds]) => ({ path, embeds: [...embeds] }));
}

import { compareText } from '../../model/record';
import { isGroup } from '../../model/collections';
import type { Helper } from './markdown-helpers';
import { formatDate } from './dates';
import { listOf, plainText, templateValue } from './values';

/** By what highlights can be grouped. */
export const GROUPINGS = ['color', 'tag', 'chapter', 'date'] as const;

type Fields = Readonly<Record<string, unknown>>;

interface Group {
  readonly key: unknown;
  readonly items: Fields[];
}

/** What a highlight is grouped by; none if it has nothing of the kind. */
function keysOf(highlight: Fields, by: string, chapter: Fields | null): readonly unknown[] {
  switch (by) {
    case 'tag':
      return listOf(highlight.tags);
    case 'chapter':
      return chapter === null ? [] : [chapter.text];
    case 'date':
      return listOf(formatDate(plainText(highlight.highlightedAt)));
    default:
      return listOf(highlight.color);
  }
}

/**
 * Groups in the order in which their first highlight comes, dates in their own. Those that have no key are the
 * last group, but what stands before the first chapter comes first. Passages that are headings begin chapters
 * and are in no group.
 */
function groupsOf(highlights: readonly Fields[], by: string): readonly Group[] {
  const groups = new Map<string, Group>();
  const others: Group = { key: null, items: [] };
  let chapter: Fields | null = null;
  for (const highlight of highlights) {
    if (highlight.isHeading === true) {
      chapter = highlight;
      continue;
    }
    const keys = keysOf(highlight, by, chapter);
    if (keys.length === 0) others.items.push(highlight);
    for (const key of keys) {
      // Two chapters may have the same title.
      const id = plainText(by === 'chapter' ? chapter?.anchor : key);
      const group = groups.get(id) ?? { key, items: [] };
      group.items.push(highlight);
      groups.set(id, group);
    }
  }
  const named = [...groups.entries()];
  if (by === 'date') named.sort(([left], [right]) => compareText(left, right));
  const keyed = named.map(([, group]) => group);
  if (others.items.length === 0) return keyed;
  return by === 'chapter' ? [others, ...keyed] : [...keyed, others];
}

/** `{{#group highlights by="color"}}{{key}} {{#each items}}...{{/each}}{{/group}}`. */
export const group: Helper = {
  form: 'block',
  least: 1,
  most: 1,
  named: ['by'],
  run: ({ params: [list], named, body }) =>
    groupsOf(listOf(list).filter(isGroup), plainText(named.by))
      .map(({ key, items }) => body({ key: templateValue(key), items }))
      .join(''),
};

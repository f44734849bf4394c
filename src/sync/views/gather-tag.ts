import { plainName } from '../../core/library/naming';
import {
  everyTagOf,
  folded,
  gatheredSection,
  highlightsWithTag,
  isSameTag,
} from '../../core/views/gathered-note';
import { tagsOf } from '../../core/template/action-tags';
import type { HighlightRef } from '../../core/views/highlight-embed';
import type { SectionVerdict } from '../../core/views/note-section';
import type { SectionResult } from '../../core/views/view-result';
import type { Vault } from '../../ports';
import { libraryItems } from './library-items';
import { Pace } from '../../pace';
import { Places } from './places';
import type { ViewContext } from './view-context';
import { writeSection } from './write-section';

/** Gathers all highlights with a tag in a note, made anew each time around what the person wrote there. */
export async function gatherTag(context: ViewContext, tag: string): Promise<SectionResult> {
  const { vault, settings, clock, signal } = context;
  const tagged: HighlightRef[] = [];
  const spellings = new Set<string>();
  for await (const item of libraryItems(context, new Pace(clock, signal))) {
    tagged.push(...highlightsWithTag(item, tag));
    for (const one of item.highlights.flatMap(everyTagOf)) if (isSameTag(one, tag)) spellings.add(one);
  }
  const entries = await new Places(context).placed(tagged);
  const section = (current: string | null): SectionVerdict => gatheredSection({ tag, entries, current });
  // In letters that the service has, so that whoever asks in others is led to the same note.
  const paths = [...new Set([...(spellings.has(tag) ? [tag] : spellings), ...spellings, tag])].map(
    (one) => `${settings.folder}/Tags/${plainName(one)}.md`,
  );
  const path = (await firstGathered(vault, { paths, section })) ?? paths[0] ?? '';
  const result = await writeSection(context, { path, beginning: () => Promise.resolve(null), section });
  return {
    view: 'gather',
    path,
    result,
    highlights: entries.length,
    missing: tagged.length - entries.length,
  };
}

/** Where the tag has been gathered already, in whatever letters. */
async function firstGathered(
  vault: Vault,
  {
    paths,
    section,
  }: { readonly paths: readonly string[]; readonly section: (current: string | null) => SectionVerdict },
): Promise<string | undefined> {
  for (const path of paths) {
    const text = await vault.read(path);
    if (text !== null && section(text).kind !== 'new') return path;
  }
  return undefined;
}

/** A tag as it is mostly written, and how many highlights have it. */
export interface CountedTag {
  readonly tag: string;
  readonly count: number;
}

/** The tags of highlights as notes show them, the most used first. */
export async function tagsInUse(context: ViewContext): Promise<readonly CountedTag[]> {
  const counts = new Map<string, CountedTag>();
  for await (const { highlights } of libraryItems(context, new Pace(context.clock, context.signal))) {
    for (const tag of highlights.flatMap(tagsOf)) {
      const key = folded(tag);
      const known = counts.get(key) ?? { tag: tag.trim(), count: 0 };
      if (key !== '') counts.set(key, { ...known, count: known.count + 1 });
    }
  }
  return [...counts.values()].sort(
    (left, right) => right.count - left.count || (left.tag < right.tag ? -1 : 1),
  );
}

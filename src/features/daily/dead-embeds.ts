import { knownNote } from '../../sync/plan/known-note';
import { readNote } from '../../store/note-places';
import type { DailyContext } from './daily-context';
import { goneHighlights } from './find-highlights';
import { blockAnchors } from '../../notes/note/block-anchor';
import type { EmbedPlace } from './highlight-places';
import { sourceWriter } from './review-text';
import { embedsInSections, type DeadEmbed } from './section-embeds';

interface DayText {
  readonly day: string;
  /** The note's text; null for a new note. */
  readonly text: string | null;
}

/**
 * The embeds in a day's sections that show nothing, because their highlights were deleted at the service. A block
 * that is still in the vault, because of the person's words or until its note is written, still shows.
 */
export async function deadEmbeds(
  context: DailyContext,
  { day, text }: DayText,
): Promise<readonly DeadEmbed[]> {
  const broken = text === null ? [] : await withoutBlock(context, embedsInSections(text, day));
  if (broken.length === 0) return [];
  const gone = await goneHighlights(context, new Set(broken.map(({ anchor }) => anchor)));
  const writeSource = sourceWriter();
  const dead: DeadEmbed[] = [];
  for (const place of broken) {
    const highlight = gone.get(place.anchor);
    if (highlight === undefined) continue;
    // The app may have shortened the link when the note was renamed.
    const note = await knownNote(context, highlight.itemKey);
    if (note !== null && blockAnchors(note.text).has(place.anchor)) continue;
    const { anchors, author } = highlight;
    dead.push({ text: writeSource({ author }, place), anchors });
  }
  return dead;
}

/** The embeds whose block does not exist. A note that cannot be read may have it. */
async function withoutBlock(
  { vault }: Pick<DailyContext, 'vault'>,
  embeds: readonly EmbedPlace[],
): Promise<readonly EmbedPlace[]> {
  const anchorsAt = new Map<string, ReadonlySet<string> | null>();
  for (const path of new Set(embeds.map((embed) => embed.path))) {
    const { text, isUnreadable } = await readNote(vault, path);
    anchorsAt.set(path, isUnreadable ? null : blockAnchors(text ?? ''));
  }
  return embeds.filter(({ path, anchor }) => anchorsAt.get(path)?.has(anchor) === false);
}

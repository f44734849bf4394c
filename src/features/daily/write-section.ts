import { highlightCalls } from '../../readwise/highlight-calls';
import type { StateStore, Vault } from '../../model/ports';
import { ReadwiseClient } from '../../readwise/client';
import { isHeading } from '../../model/action-tags';
import { keys } from '../../store/keys';
import { readNote } from '../../store/note-places';
import { recoverTexts } from '../../sync/journal/recover';
import type { WrittenText } from '../../sync/journal/undo-state';
import { ProblemError } from '../../model/problem';
import { ServicePauses } from '../../sync/open-client';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { today, type DailyContext } from './daily-context';
import { dayNotes, reviewNotes } from './daily-notes';
import { deadEmbeds } from './dead-embeds';
import { highlightsByAnchor, highlightsByDay } from './find-highlights';
import { placedHighlights, type PlacedHighlight } from './highlight-places';
import { reviewWriter } from './review-text';
import { withoutEmbeds } from './section-embeds';
import { daySection, reviewSection } from './sections';

/** The result for one section. Scripts read its JSON form. */
export interface SectionResult {
  readonly view: 'review' | 'day';
  readonly path: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  /** Number of highlights shown in the section. */
  readonly highlights: number;
  /** Number of highlights that were left out because they have no block in the vault. */
  readonly missing: number;
}

export type ServiceAccess = Pick<SyncDependencies, 'http' | 'random' | 'budgets'> & {
  readonly token: string;
};

/** Writes the highlights made on a day (null: today) into the note of that day, each only once. */
export async function writeDay(context: DailyContext, wanted: string | null): Promise<SectionResult> {
  const day = wanted ?? today(context);
  const note = (await dayNotes(context))(day);
  const made = (await highlightsByDay(context, new Set([day]))).get(day) ?? [];
  const entries = await placedHighlights(context, made);
  const { text } = await readNote(context.vault, note.path);
  const dead = await deadEmbeds(context, { day, text });
  const section: Section = (current) => {
    const left = current === null ? null : withoutEmbeds(current, { day, dead });
    return daySection({ day, entries, current: left }) ?? (dead.length === 0 ? null : left);
  };
  const result = await writeSection(context, { ...note, section });
  const highlights = entries.length;
  return { view: 'day', path: note.path, result, highlights, missing: made.length - highlights };
}

/**
 * Writes the service's review of today into a note, once a day: embeds, and the text of what has no block in
 * the vault. Throws `ReadwiseError`.
 */
export async function writeReview(
  context: DailyContext,
  { http, random, budgets, token }: ServiceAccess,
): Promise<SectionResult> {
  const { clock, settings, signal } = context;
  const { baseUrl } = settings;
  const pauses = await ServicePauses.read(context, { baseUrl, token });
  const client = new ReadwiseClient({ http, random, budgets, token, clock, signal, baseUrl, pauses });
  const review = await client.send(highlightCalls.dailyReview());
  const day = today(context);
  const note = (await reviewNotes(context))(day);
  const reviewed = review.highlights.map((highlight) => ({ ...highlight, anchor: `rw${highlight.id}` }));
  const passages = reviewed.filter((highlight) => !isHeading(highlight));
  const chosen = new Map(passages.map((highlight) => [highlight.anchor, highlight]));
  const inLibrary = await highlightsByAnchor(context, new Set(chosen.keys()));
  const placed = new Map<string, PlacedHighlight>();
  for (const place of await placedHighlights(context, inLibrary)) {
    placed.set(place.anchor, place);
    if (place.otherAnchor !== null) placed.set(place.otherAnchor, place);
  }
  const write = reviewWriter(settings);
  const paragraphs = [...chosen].map(([anchor, highlight]) => write(highlight, placed.get(anchor) ?? null));
  const section: Section = (current) => reviewSection({ day, paragraphs, current });
  const result = await writeSection(context, { ...note, section });
  return { view: 'review', path: note.path, result, highlights: paragraphs.length, missing: 0 };
}

/** Returns a note's text with its section; null if nothing changes. Gets null for a new note. */
type Section = (current: string | null) => string | null;

export interface SectionToWrite {
  readonly path: string;
  /** The initial text of a new note; null for none. */
  readonly initialText: () => Promise<string | null>;
  readonly section: Section;
}

/** Writes a section into a note and creates the note if needed. Throws `ProblemError` if it cannot. */
export async function writeSection(
  { vault, state }: { readonly vault: Vault; readonly state: StateStore },
  { path, initialText, section }: SectionToWrite,
): Promise<SectionResult['result']> {
  await recoverTexts({ vault, state });
  const isNew = !(await vault.has(path));
  if (isNew) {
    const text = section(await initialText());
    if (text === null) return 'unchanged';
    if ((await vault.create(path, text)) === 'created') return 'created';
  }
  const change = (text: string): string => section(text) ?? text;
  const before = await vault.read(path);
  if (isNew && before === null) throw new ProblemError({ code: 'cannot-write', path });
  const after = change(before ?? '');
  if (before === null || after === before) return 'unchanged';
  await state.commit([
    { put: keys.section, value: [{ path, was: before, becomes: after }] satisfies WrittenText[] },
  ]);
  const written = await vault.update(path, change);
  await state.commit([{ remove: keys.section }]);
  return written === 'written' ? 'updated' : 'unchanged';
}

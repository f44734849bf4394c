import { firstLineOf } from '../../core/merge/conflict-callout';
import { explainNote } from '../../core/history/explain-note';
import type { ExplainedNote } from '../../core/history/explained-note';
import { newHistory } from '../../core/history/note-history';
import { isTextPart, itemKeyOf, partIdOf } from '../../core/layout/note-part';
import { liveItem } from '../../core/library/item';
import { titleOf } from '../../core/library/item-title';
import { kindOf } from '../../core/library/item-kind';
import { nameableItem } from '../../core/library/note-name';
import type { ItemRecord } from '../../core/library/record';
import { factsOf } from '../../core/rules/item-facts';
import { compileRules, ruleFor } from '../../core/rules/match-rules';
import type { Settings } from '../../core/settings';
import { marks } from '../../core/template/built-in-templates';
import type { Clock, NoteIdentity } from '../../ports';
import { keys, prefixes } from '../state/keys';
import type { TemplateUse } from '../templates/load-templates';
import { namedNotes } from '../replica/named-notes';
import { prepareRendering } from '../templates/prepare-rendering';
import { keyRange } from '../state/state-range';
import { readNotePlace, readRecord } from '../state/stored';
import { readRuns } from './read-history';
import { readNoteHistory } from './stored-history';
import type { UndoScene } from './undo-scene';

export interface NoteQuestion {
  readonly path: string;
  readonly identity: NoteIdentity;
  readonly settings: Settings;
}

/** Why a note looks as it does; null where there is no such note. Writes nothing. */
export async function explain(
  deps: UndoScene & { readonly clock: Clock },
  { path, identity, settings }: NoteQuestion,
): Promise<ExplainedNote | null> {
  const { vault, state } = deps;
  const text = await vault.read(path);
  if (text === null) return null;
  const noteKey = await keyOf(deps, identity);
  const [place, history, held] =
    noteKey === null
      ? []
      : await state.getMany([keys.note(noteKey), keys.history(noteKey), keys.item(itemKeyOf(noteKey))]);
  const record = readRecord(held);
  const live = record === null ? null : liveItem(record, settings.scope);
  const passages = new Map(live?.highlights.map(({ anchor, text: said }) => [anchor, said]));
  const explanation = explainNote({
    text,
    history: readNoteHistory(history) ?? newHistory(readNotePlace(place)?.made ?? null),
    passages,
    boxLine: firstLineOf(marks.conflict),
  });
  const item = record === null ? null : nameableItem(record);
  return {
    ...explanation,
    ...{ path, identity },
    item: item === null ? null : { title: titleOf(item), kind: kindOf(item) },
    ...(record === null
      ? { template: null, rule: null }
      : await lookOf(deps, { record, partId: identity.partId, settings })),
    runs: new Map((await readRuns(state)).map((run) => [run.run, run])),
  };
}

/** The key of the note that bears an identity; of a part, only where the device has seen its note. */
async function keyOf(
  { state }: UndoScene,
  { bookId, documentId, partId }: NoteIdentity,
): Promise<string | null> {
  if (partId === null) return (await namedNotes(state, [documentId ?? bookId ?? '']))[0] ?? null;
  for await (const some of keyRange(state, prefixes.note)) {
    const key = some.find((each) => partIdOf(each) === partId);
    if (key !== undefined) return key.slice(prefixes.note.length);
  }
  return null;
}

async function lookOf(
  deps: UndoScene & { readonly clock: Clock },
  {
    record,
    partId,
    settings,
  }: { readonly record: ItemRecord; readonly partId: string | null; readonly settings: Settings },
): Promise<Pick<ExplainedNote, 'template' | 'rule'>> {
  const facts = factsOf(record, settings.scope);
  const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const rule = facts === null ? null : ruleFor({ facts, rules: compileRules(settings.rules), today });
  const prepared = await prepareRendering(deps, settings);
  const decision = prepared.ok ? prepared.decide(record) : null;
  const item = nameableItem(record);
  const use: TemplateUse =
    partId === null
      ? item === null
        ? 'article'
        : kindOf(item)
      : isTextPart(partId)
        ? 'fullText'
        : 'highlight';
  const choice = partId === null ? (decision?.template ?? settings.templates[use]) : settings.templates[use];
  return { template: { use, choice }, rule };
}

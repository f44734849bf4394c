import { withoutEnding } from '../../../notes/names/naming';
import type { LibraryOverview } from '../../../features/status/overview';
import { ALL_UNDONE_KINDS, undoneSteps, undoneTexts } from '../../../messages/report-messages';
import { factsText, failureLines, resultMessage } from '../../../messages/result-messages';
import {
  type AwaitedDeletion,
  type DeletedNote,
  type LeftOutNote,
  type SyncStatus,
} from '../../../model/report';
import type { RunRecord } from '../../../sync/journal/run-history';
import type { PluginContext } from '../../app/plugin-context';
import { DELETED, DEVICE, FAILURES, NOT_SYNCED, RUNS } from '../../strings/pane-strings';
import { NEXT_STEPS, UNDONE, withColon, withComma } from '../../strings/strings';
import { localTime } from '../../strings/times';
import { reviewLeftOut } from '../windows/removals';
import { buttonsFor } from './next-steps';
import { addAction, addNoteLink, buttonRow, drawList, type Section } from './section';

/** What the last syncs did, and what failed. */
export function drawHistory(section: Section, runs: readonly RunRecord[], context: PluginContext): void {
  section.draw(runs.length === 0 ? null : RUNS.title, runs, (body) => {
    for (const run of runs)
      section.details(body, { key: String(run.run), summary: runText(run) }, (details) =>
        drawRun(details, run, context),
      );
  });
}

function runText({ at, kind, ...end }: RunRecord): string {
  return RUNS.line(kind, localTime(at), resultMessage(end).text);
}

function drawRun(body: HTMLElement, run: RunRecord, context: PluginContext): void {
  body.createEl('p', { text: factsText(run) });
  const failures = failureLines(run, withoutEnding);
  if (failures.length > 0)
    drawList(body, { entries: failures, label: RUNS.failures }, (line, failure) => line.setText(failure));
  const conflicted = new Map<string, Set<string>>();
  for (const { block, path } of run.conflicts) {
    const title = RUNS.conflict(block);
    conflicted.set(title, (conflicted.get(title) ?? new Set()).add(path));
  }
  for (const [label, paths] of conflicted) {
    body.createEl('p', { text: label });
    drawList(body, { entries: [...paths], label }, (line, path) =>
      addNoteLink(line, context, path, withoutEnding(path)),
    );
  }
}

/** Notes that no sync writes any more, to be restored: deleted by the person, or without their ids. */
export function drawDeleted(section: Section, deleted: readonly DeletedNote[], context: PluginContext): void {
  const isThere = (path: string): boolean => context.app.vault.getFileByPath(path) !== null;
  const entries = deleted.map(({ id, path }) => ({ id, name: withoutEnding(path), isThere: isThere(path) }));
  section.draw(entries.length === 0 ? null : DELETED.title, entries, (body) => {
    body.createEl('p', { text: DELETED.explanation });
    drawList(body, { entries }, (line, { id, name, isThere: hasNote }) => {
      line.createDiv({ text: hasNote ? withComma(name, DELETED.withoutId) : name });
      const act = (): void => context.request({ restore: { kind: 'items', ids: [id] } });
      addAction(buttonRow(line), context, { text: DELETED.restore, label: DELETED.restoreOf(name), act });
    });
  });
}

/** Notes that are as undo left them, until their items change. */
export function drawUndone(
  section: Section,
  { removed, reverted, kept }: SyncStatus['undoneNotes'],
  context: PluginContext,
): void {
  const counts = { removed: removed.length, reverted: reverted.length, kept: kept.length };
  const paths = [...removed, ...reverted, ...kept].map(({ path }) => path);
  section.draw(paths.length === 0 ? null : UNDONE.title(paths.length), paths, (body) => {
    for (const kind of ALL_UNDONE_KINDS)
      if (counts[kind] > 0) body.createEl('p', { text: undoneTexts[kind](counts[kind]) });
    const buttons = buttonRow(body);
    for (const { label: text, act } of buttonsFor(undoneSteps(counts), context))
      addAction(buttons, context, { text, act });
    drawList(body, { entries: paths }, (line, path) => addNoteLink(line, context, path, withoutEnding(path)));
  });
}

/** Notes that are no longer synced, to be decided about. */
export function drawLeftOut(section: Section, notes: readonly LeftOutNote[], context: PluginContext): void {
  const paths = notes.map(({ path }) => path);
  section.draw(paths.length === 0 ? null : NOT_SYNCED.title(paths.length), paths, (body) => {
    addAction(buttonRow(body), context, {
      text: NEXT_STEPS['choose-left-out'],
      act: () => reviewLeftOut(context, notes, () => context.events.trigger('decided')),
    });
    drawList(body, { entries: paths }, (line, path) => addNoteLink(line, context, path, withoutEnding(path)));
  });
}

/** What this device knows, and what is still to come. */
export function drawDevice(
  section: Section,
  overview: LibraryOverview,
  awaited: readonly AwaitedDeletion[],
): void {
  const lines = deviceLines(overview);
  section.draw(DEVICE.title, [lines, awaited], (body) => {
    for (const text of lines) body.createEl('p', { text });
    if (awaited.length === 0) return;
    body.createEl('p', { text: DEVICE.pending });
    drawList(body, { entries: awaited, label: DEVICE.pending }, (line, { id, title, since }) =>
      line.setText(
        withColon(title || FAILURES.record(id), since === null ? DEVICE.notAsked : DEVICE.absent(since)),
      ),
    );
  });
}

function deviceLines({ counts, due, texts, files, watermarks }: LibraryOverview): readonly string[] {
  const { highlights, documents } = watermarks;
  if (highlights === null && documents === null && counts.notes === 0) return [DEVICE.nothingYet];
  return [
    DEVICE.holds(counts.items, counts.notes),
    ...(due > 0 ? [DEVICE.due(due)] : []),
    ...(texts > 0 ? [DEVICE.texts(texts)] : []),
    ...(files > 0 ? [DEVICE.files(files)] : []),
  ];
}

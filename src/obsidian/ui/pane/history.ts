import { problemMessage } from '../../../messages/messages';
import { addToList } from '../../../model/collections';
import type { LibraryOverview } from '../../../features/status/overview';
import { WHOLE_SYNC, type AwaitedDeletion, type DeletedNote } from '../../../model/report';
import type { RunRecord } from '../../../sync/journal/run-history';
import type { PluginContext } from '../../app/plugin-context';
import { DELETED, DEVICE, FAILURES, RUNS } from '../../strings/pane-strings';
import { MORE, withColon } from '../../strings/strings';
import { named } from '../components/elements';
import { factsText, runText } from '../components/result-text';
import { withoutEnding } from '../windows/choice-modal';
import { addNoteLink, addSectionButton, buttonRow, listIn, type Section } from './section';

const MOST_DELETED = 100;
const MOST_AWAITED = 50;
const RUNS_AT_FIRST = 8;

/** What the last syncs did, and what failed. */
export class History {
  private showsAll = false;

  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(runs: readonly RunRecord[]): void {
    if (runs.length === 0) {
      this.section.hide();
      return;
    }
    const shown = this.showsAll ? runs : runs.slice(0, RUNS_AT_FIRST);
    this.section.draw(RUNS.title, [shown, runs.length], (body) => {
      for (const run of shown)
        this.section.details(body, { key: String(run.run), summary: runText(run) }, (details) =>
          this.drawRun(details, run),
        );
      if (shown.length === runs.length) return;
      addSectionButton(body, {
        text: RUNS.more(runs.length - shown.length),
        act: () => {
          this.showsAll = true;
          this.draw(runs);
        },
        onError: this.context.onError,
      });
    });
  }

  private drawRun(body: HTMLElement, run: RunRecord): void {
    body.createEl('p', { text: factsText(run) });
    // The summary already says that it was cancelled.
    const failures = run.failures.filter(({ id }) => run.cause !== 'cancelled' || id !== WHOLE_SYNC);
    if (failures.length > 0) {
      const list = named(listIn(body), RUNS.failures);
      for (const { path, id, problem } of failures) {
        const name = path === null ? id : withoutEnding(path);
        list.createEl('li', { text: RUNS.failure(name, problemMessage(problem)), attr: { dir: 'auto' } });
      }
    }
    const conflicted = new Map<string, string[]>();
    for (const { block, path } of run.conflicts) addToList(conflicted, RUNS.conflict(block), path);
    for (const [title, paths] of conflicted) {
      body.createEl('p', { text: title });
      const list = named(listIn(body), title);
      for (const path of new Set(paths))
        addNoteLink(list.createEl('li'), { path, text: withoutEnding(path), context: this.context });
    }
  }
}

/** Notes that no sync writes any more, to be restored: deleted by the person, or without their ids. */
export function drawDeleted(section: Section, deleted: readonly DeletedNote[], context: PluginContext): void {
  if (deleted.length === 0) {
    section.hide();
    return;
  }
  const notes = deleted.map(({ id, path }) => ({
    id,
    path,
    isThere: context.app.vault.getFileByPath(path) !== null,
  }));
  section.draw(DELETED.title, notes, (body) => {
    body.createEl('p', { text: DELETED.explanation });
    const list = listIn(body);
    for (const { id, path, isThere } of notes.slice(0, MOST_DELETED)) {
      const name = withoutEnding(path);
      const line = list.createEl('li');
      line.createDiv({ text: isThere ? DELETED.name(name, DELETED.withoutId) : name, attr: { dir: 'auto' } });
      addSectionButton(buttonRow(line), {
        text: DELETED.restore,
        label: DELETED.restoreOf(name),
        act: () => context.request({ restore: { kind: 'items', ids: [id] } }),
        onError: context.onError,
      });
    }
    if (notes.length > MOST_DELETED) list.createEl('li', { text: MORE(notes.length - MOST_DELETED) });
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
    const list = named(listIn(body), DEVICE.pending);
    for (const { id, title, since } of awaited.slice(0, MOST_AWAITED))
      list.createEl('li', {
        text: withColon(
          title || FAILURES.record(id),
          since === null ? DEVICE.notAsked : DEVICE.absent(since),
        ),
        attr: { dir: 'auto' },
      });
    if (awaited.length > MOST_AWAITED) list.createEl('li', { text: MORE(awaited.length - MOST_AWAITED) });
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
    ...(highlights === null ? [] : [DEVICE.highlights(highlights)]),
    ...(documents === null ? [] : [DEVICE.documents(documents)]),
  ];
}

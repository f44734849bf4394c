import { problemMessage } from '../../../messages/messages';
import { addToList } from '../../../model/collections';
import type { LibraryOverview, RetriedFailure } from '../../../model/overview';
import { WHOLE_SYNC, type Failure, type Hold } from '../../../model/report';
import type { RunRecord } from '../../../sync/journal/run-history';
import { identityOfItem } from '../../../sync/library-overview';
import { withoutEnding } from '../windows/choice-modal';
import { addPaths, named } from '../components/elements';
import { localTime } from '../../strings/english';
import type { PluginContext } from '../../app/plugin-context';
import { removeSample, hasSampleLibrary } from '../start/sample-library';
import { COMMANDS, DEVICE, FAILURES, HELD, MORE, RUNS, STATUS } from '../../strings/strings';
import { HoldModal } from '../windows/hold-modal';
import { adviceFor, factsText, runText } from '../components/result-text';
import { copyDebugInfo } from './debug-info';
import { addNoteLink, addSectionButton, buttonRow, type Section } from './section';

const MOST_FAILURES = 100;
const RUNS_AT_FIRST = 8;

/** Notes whose removal waits for the user's decision. */
export class HeldSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(hold: Hold | null): void {
    this.section.draw(hold, (body) => {
      if (hold === null) {
        body.createEl('p', { text: HELD.none });
        return;
      }
      body.createEl('p', { text: HELD.explanation(hold.notes.length) });
      addSectionButton(buttonRow(body), {
        text: HELD.review,
        act: () => new HoldModal(this.context, hold).open(),
        onError: this.context.onError,
      });
      addPaths(body, { label: HELD.list, lines: hold.notes });
    });
  }
}

/** What the next sync retries, with reason and advice. */
export class FailuresSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw({ failing, failures }: Pick<LibraryOverview, 'failing' | 'failures'>): void {
    const { context } = this;
    this.section.draw({ failing, failures }, (body) => {
      body.createEl('p', { text: failures.length === 0 ? FAILURES.none : FAILURES.explanation });
      if (failures.length === 0) return;
      addSectionButton(buttonRow(body), {
        text: FAILURES.retryAll,
        act: () => context.request(),
        onError: context.onError,
      });
      const list = body.createEl('ul', { cls: 'florilegium-sync-status-list' });
      const shown = failures.slice(0, MOST_FAILURES);
      for (const failure of shown) this.drawFailure(list.createEl('li'), failure);
      if (failing > shown.length) list.createEl('li', { text: MORE(failing - shown.length) });
    });
  }

  private drawFailure(line: HTMLElement, { itemKey, path, id, title, problem }: RetriedFailure): void {
    const { context } = this;
    const name = path === null ? title || FAILURES.record(id) : withoutEnding(path);
    if (path === null || context.app.vault.getFileByPath(path) === null)
      line.createDiv({ cls: 'florilegium-sync-status-name', text: name, attr: { dir: 'auto' } });
    else addNoteLink(line, { path, text: name, context });
    line.createDiv({ cls: 'florilegium-problem', text: problemMessage(problem), attr: { dir: 'auto' } });
    const advice = adviceFor(problem);
    if (advice !== null) line.createDiv({ cls: 'florilegium-sync-status-advice', text: advice });
    if (itemKey === null) return;
    addSectionButton(buttonRow(line), {
      text: FAILURES.retry,
      label: FAILURES.retryOf(name),
      act: () => this.retry(itemKey),
      onError: context.onError,
    });
  }

  /** Refreshes the item, or syncs when the item is no longer known. */
  private async retry(itemKey: string): Promise<void> {
    const identity = await this.context.withState((state) => identityOfItem(state, itemKey));
    this.context.request(identity === null ? {} : { refresh: identity });
  }
}

export class RunsSection {
  private showsAll = false;

  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(runs: readonly RunRecord[]): void {
    const shown = this.showsAll ? runs : runs.slice(0, RUNS_AT_FIRST);
    this.section.draw([shown, runs.length], (body) => {
      if (runs.length === 0) body.createEl('p', { text: RUNS.none });
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
      const list = named(body.createEl('ul', { cls: 'florilegium-sync-status-list' }), RUNS.failures);
      for (const failure of failures)
        list.createEl('li', {
          text: RUNS.failure(nameOf(failure), problemMessage(failure.problem)),
          attr: { dir: 'auto' },
        });
    }
    const conflicted = new Map<string, string[]>();
    for (const { block, path } of run.conflicts) addToList(conflicted, RUNS.conflict(block), path);
    for (const [title, paths] of conflicted) {
      body.createEl('p', { text: title });
      const list = named(body.createEl('ul', { cls: 'florilegium-sync-status-list' }), title);
      for (const path of new Set(paths))
        addNoteLink(list.createEl('li'), { path, text: withoutEnding(path), context: this.context });
    }
  }
}

const nameOf = ({ path, id }: Failure): string => (path === null ? id : withoutEnding(path));

/** The state of this device's replica, and rarely used actions. */
export class DeviceSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(overview: LibraryOverview): void {
    const { context } = this;
    const { onError } = context;
    const lines = deviceLines(overview);
    const hasSample = hasSampleLibrary(context.app);
    this.section.draw({ lines, hasSample }, (body) => {
      for (const text of lines) body.createEl('p', { text });
      const row = buttonRow(body);
      const fetchAll = (): void => context.request({ task: 'fetch all' });
      addSectionButton(row, { text: COMMANDS.fetchAll, act: fetchAll, onError });
      addSectionButton(row, { text: STATUS.copyDebugInfo, act: () => copyDebugInfo(context), onError });
      if (hasSample)
        addSectionButton(row, { text: STATUS.removeSample, act: () => removeSample(context), onError });
    });
  }
}

function deviceLines({ counts, due, texts, files, watermarks }: LibraryOverview): readonly string[] {
  const { highlights, documents } = watermarks;
  if (highlights === null && documents === null && counts.notes === 0) return [DEVICE.nothingYet];
  const lines = [DEVICE.holds(counts.items, counts.notes)];
  if (due > 0) lines.push(DEVICE.due(due));
  if (texts > 0) lines.push(DEVICE.texts(texts));
  if (files > 0) lines.push(DEVICE.files(files));
  if (highlights !== null) lines.push(DEVICE.highlights(localTime(highlights)));
  if (documents !== null) lines.push(DEVICE.documents(localTime(documents)));
  return lines;
}

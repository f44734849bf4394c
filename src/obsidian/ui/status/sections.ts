import { problemMessage } from '../../../messages/messages';
import { addToList } from '../../../model/collections';
import type { LibraryOverview, RetriedFailure } from '../../../features/status/overview';
import { WHOLE_SYNC, type DeletedNote, type Failure, type Hold } from '../../../model/report';
import type { AwaitedDeletion } from '../../../model/report';
import type { RunRecord } from '../../../sync/journal/run-history';
import { identityOfItem } from '../../../features/status/library-overview';
import { withoutEnding } from '../windows/choice-modal';
import { addPaths, named } from '../components/elements';
import { localTime } from '../../strings/english';
import type { PluginContext } from '../../app/plugin-context';
import {
  COMMANDS,
  DEVICE,
  FAILURES,
  HELD,
  MISSING,
  MORE,
  PENDING,
  RUNS,
  STATUS,
  withColon,
} from '../../strings/strings';
import { HoldModal } from '../windows/hold-modal';
import { adviceFor, factsText, runText } from '../components/result-text';
import { copyDebugInfo } from './debug-info';
import { addNoteLink, addSectionButton, buttonRow, type Section } from './section';

const MOST_FAILURES = 100;
const MOST_MISSING = 100;
const RUNS_AT_FIRST = 8;

/** Notes whose removal waits for the user's decision. */
export class HeldSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(hold: Hold | null): void {
    if (hold === null) {
      this.section.hide();
      return;
    }
    this.section.draw(hold, (body) => {
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
    if (failures.length === 0) {
      this.section.hide();
      return;
    }
    this.section.draw({ failing, failures }, (body) => {
      body.createEl('p', { text: FAILURES.explanation });
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

const MOST_AWAITED = 50;

/** Documents that seem to be deleted at the service, until a later sync has verified that. */
export class PendingSection {
  constructor(private readonly section: Section) {}

  draw(awaited: readonly AwaitedDeletion[]): void {
    if (awaited.length === 0) {
      this.section.hide();
      return;
    }
    this.section.draw(awaited, (body) => {
      body.createEl('p', { text: PENDING.explanation });
      const list = body.createEl('ul', { cls: 'florilegium-sync-status-list' });
      for (const { id, title, since } of awaited.slice(0, MOST_AWAITED))
        list.createEl('li', {
          text: withColon(
            title || FAILURES.record(id),
            since === null ? PENDING.notAsked : PENDING.absent(localTime(since)),
          ),
          attr: { dir: 'auto' },
        });
      if (awaited.length > MOST_AWAITED) list.createEl('li', { text: MORE(awaited.length - MOST_AWAITED) });
    });
  }
}

/** Notes that no sync writes any more: deleted by the user, or without their ids. */
export class MissingSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(missing: readonly DeletedNote[]): void {
    if (missing.length === 0) {
      this.section.hide();
      return;
    }
    const { vault } = this.context.app;
    const isThere = ({ path }: DeletedNote): boolean => vault.getFileByPath(path) !== null;
    const paths = (notes: readonly DeletedNote[]): readonly string[] => notes.map(({ path }) => path);
    const lists = [
      [MISSING.deleted, paths(missing.filter((note) => !isThere(note)))],
      [MISSING.withoutIds, paths(missing.filter(isThere))],
    ] as const;
    this.section.draw(lists, (body) => {
      body.createEl('p', { text: MISSING.explanation });
      for (const [label, notes] of lists)
        if (notes.length > 0) this.drawList(body, label(notes.length), notes);
    });
  }

  private drawList(body: HTMLElement, label: string, notes: readonly string[]): void {
    body.createEl('p', { text: label });
    const list = named(body.createEl('ul', { cls: 'florilegium-sync-status-list' }), label);
    for (const path of notes.slice(0, MOST_MISSING))
      list.createEl('li', { text: withoutEnding(path), attr: { dir: 'auto' } });
    if (notes.length > MOST_MISSING) list.createEl('li', { text: MORE(notes.length - MOST_MISSING) });
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
    this.section.draw(lines, (body) => {
      for (const text of lines) body.createEl('p', { text });
      const row = buttonRow(body);
      const fetchAll = (): void => context.request({ task: 'fetch all' });
      addSectionButton(row, { text: COMMANDS.fetchAll, act: fetchAll, onError });
      addSectionButton(row, { text: STATUS.copyDebugInfo, act: () => copyDebugInfo(context), onError });
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

import { problemMessage } from '../../messages';
import type { RunRecord } from '../../sync/journal/run-history';
import { addToList } from '../../model/collections';
import { WHOLE_SYNC, type Failure } from '../../model/report';
import { withoutEnding } from '../components/choice-modal';
import { named } from '../components/named';
import { RUNS } from './library-strings';
import { factsText, runText } from './run-text';
import { addNoteLink, Section } from './section';

const SHOWN_AT_FIRST = 8;

/** What the last runs did, each to be opened. */
export class RunsSection {
  private readonly section: Section;
  private isWhole = false;

  constructor(
    parent: HTMLElement,
    private readonly openNote: (path: string) => void,
  ) {
    this.section = new Section(parent, RUNS.title);
  }

  draw(runs: readonly RunRecord[]): void {
    const shown = this.isWhole ? runs : runs.slice(0, SHOWN_AT_FIRST);
    this.section.draw([shown, runs.length], (body) => {
      if (runs.length === 0) body.createEl('p', { text: RUNS.none });
      for (const run of shown)
        this.section.details(body, { key: String(run.run), summary: runText(run) }, (details) =>
          this.drawRun(details, run),
        );
      if (shown.length === runs.length) return;
      body
        .createEl('button', { text: RUNS.more(runs.length - shown.length) })
        .addEventListener('click', () => {
          this.isWhole = true;
          this.draw(runs);
        });
    });
  }

  private drawRun(body: HTMLElement, run: RunRecord): void {
    body.createEl('p', { text: factsText(run) });
    // That it was cancelled is said above.
    const failures = run.failures.filter(({ id }) => run.cause !== 'cancelled' || id !== WHOLE_SYNC);
    if (failures.length > 0) {
      const list = named(body.createEl('ul', { cls: 'florilegium-library-list' }), RUNS.failures);
      for (const failure of failures)
        list.createEl('li', {
          text: RUNS.failure(nameOf(failure), problemMessage(failure.problem)),
          attr: { dir: 'auto' },
        });
    }
    const conflicted = new Map<string, string[]>();
    for (const { block, path } of run.conflicts) addToList(conflicted, RUNS.conflict(block), path);
    for (const [title, paths] of conflicted) this.drawNotes(body, { title, paths });
  }

  private drawNotes(
    body: HTMLElement,
    { title, paths }: { readonly title: string; readonly paths: readonly string[] },
  ): void {
    body.createEl('p', { text: title });
    const list = named(body.createEl('ul', { cls: 'florilegium-library-list' }), title);
    for (const path of new Set(paths))
      addNoteLink(list.createEl('li'), { path, text: withoutEnding(path), open: this.openNote });
  }
}

const nameOf = ({ path, id }: Failure): string => (path === null ? id : withoutEnding(path));

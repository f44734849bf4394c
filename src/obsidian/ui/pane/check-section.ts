import { withoutEnding } from '../../../notes/names/naming';
import { FAULT_TEXTS, findingDetails, type FaultText } from '../../../messages/check-messages';
import { FAULTS, type LibraryCheck } from '../../../model/library-check';
import type { PluginContext } from '../../app/plugin-context';
import { checkNotes } from '../../app/run-once';
import { CHECK } from '../../strings/pane-strings';
import { showStep } from '../components/progress-elements';
import { addAction, addNoteLink, buttonRow, drawList, type Section } from './section';

/** Looks through all notes when it is asked for, and keeps what it found until the next time. */
export class CheckSection {
  private stop: AbortController | null = null;
  private found: LibraryCheck | null = null;
  private status: HTMLElement | null = null;

  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(): void {
    const { found, stop } = this;
    this.section.draw(CHECK.title, [found, stop !== null], (body) => {
      this.status = body.createDiv({ attr: { role: 'status' } });
      if (stop === null && found === null) this.status.setText(CHECK.explanation);
      if (stop === null && found !== null) this.drawFound(body, found);
      const button =
        stop === null
          ? { text: CHECK.start, act: () => this.run() }
          : { text: CHECK.cancel, act: () => stop.abort() };
      addAction(buttonRow(body), this.context, button);
    });
  }

  /** Opens the section and looks through the notes. A sync at the same time would make notes that it misses. */
  async run(): Promise<void> {
    const { context, section } = this;
    if (!context.isReady(false) || context.syncs.isBusy()) return;
    section.element.setAttr('open', true);
    const stop = new AbortController();
    this.stop = stop;
    this.draw();
    const progress = (done: number): void => {
      if (this.status !== null) showStep(this.status, CHECK.reading(done));
    };
    try {
      this.found = await context.syncs.runExclusively(stop.signal, (signal) =>
        checkNotes(context, { signal, progress }),
      );
    } catch (error) {
      if (!stop.signal.aborted) context.onError(error);
    }
    this.stop = null;
    this.draw();
  }

  close(): void {
    this.stop?.abort();
  }

  private drawFound(body: HTMLElement, { findings, notes, unread, isComplete }: LibraryCheck): void {
    const isInOrder = findings.length + unread.length === 0;
    this.status?.setText(isInOrder ? CHECK.inOrder(notes) : CHECK.found(notes, findings.length));
    if (!isComplete) body.createEl('p', { text: CHECK.incomplete });
    const closed = unread.map((path) => ({ path, details: '' }));
    this.drawGroup(body, { title: CHECK.unread(unread.length), advice: '' }, closed);
    for (const fault of FAULTS) {
      const found = findings.filter((finding) => finding.fault === fault);
      const lines = found.map((finding) => ({ path: finding.path, details: findingDetails(finding) }));
      this.drawGroup(body, FAULT_TEXTS[fault], lines);
    }
  }

  private drawGroup(
    body: HTMLElement,
    { title, advice }: FaultText,
    entries: readonly { readonly path: string; readonly details: string }[],
  ): void {
    if (entries.length === 0) return;
    body.createEl('h4', { text: title });
    body.createEl('p', { text: advice });
    drawList(body, { entries, label: title }, (line, { path, details }) => {
      if (path !== '') addNoteLink(line, this.context, path, withoutEnding(path));
      line.createDiv({ text: details });
    });
  }
}

import { problemMessage } from '../../messages';
import { withoutEnding } from '../components/choice-modal';
import { MORE } from '../strings';
import { FAILURES } from './library-strings';
import { adviceFor } from './failure-advice';
import type { LibraryOverview, RetriedFailure } from '../../model/overview';
import type { LibraryHost } from './library-host';
import { addNoteLink, addSectionButton, buttonRow, Section } from './section';

const MOST_SHOWN = 100;

/** Everything that the next sync tries again, with the reason and what can be done about it. */
export class FailuresSection {
  private readonly section: Section;

  constructor(
    parent: HTMLElement,
    private readonly host: LibraryHost,
    private readonly openNote: (path: string) => void,
  ) {
    this.section = new Section(parent, FAILURES.title);
  }

  draw({ failing, failures }: Pick<LibraryOverview, 'failing' | 'failures'>): void {
    const { sync, failed } = this.host;
    this.section.draw({ failing, failures }, (body) => {
      body.createEl('p', { text: failures.length === 0 ? FAILURES.none : FAILURES.explanation });
      if (failures.length === 0) return;
      addSectionButton(buttonRow(body), { text: FAILURES.retryAll, act: sync, failed });
      const list = body.createEl('ul', { cls: 'florilegium-library-list' });
      const shown = failures.slice(0, MOST_SHOWN);
      for (const failure of shown) this.drawFailure(list.createEl('li'), failure);
      if (failing > shown.length) list.createEl('li', { text: MORE(failing - shown.length) });
    });
  }

  private drawFailure(line: HTMLElement, { itemKey, path, id, title, problem }: RetriedFailure): void {
    const name = path === null ? title || FAILURES.record(id) : withoutEnding(path);
    if (path === null || this.host.plugin.app.vault.getFileByPath(path) === null)
      line.createDiv({ cls: 'florilegium-library-name', text: name, attr: { dir: 'auto' } });
    else addNoteLink(line, { path, text: name, open: this.openNote });
    line.createDiv({ cls: 'florilegium-problem', text: problemMessage(problem), attr: { dir: 'auto' } });
    const advice = adviceFor(problem);
    if (advice !== null) line.createDiv({ cls: 'florilegium-library-advice', text: advice });
    if (itemKey === null) return;
    const { failed } = this.host;
    addSectionButton(buttonRow(line), {
      text: FAILURES.retry,
      label: FAILURES.retryOf(name),
      act: () => this.retry(itemKey),
      failed,
    });
  }

  /** Where nothing is known of the item any more, a sync knows best. */
  private async retry(itemKey: string): Promise<void> {
    const identity = await this.host.engine.identityOfItem(itemKey);
    if (identity === null) this.host.sync();
    else this.host.refresh(identity);
  }
}

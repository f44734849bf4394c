import type { Hold } from '../../model/report';
import { HoldModal } from '../syncing/hold-modal';
import { addPaths } from '../components/path-list';
import { HELD } from './library-strings';
import type { LibraryHost } from './library-host';
import { addSectionButton, buttonRow, Section } from './section';

/** Notes that a sync would remove and that wait for a person. */
export class HeldSection {
  private readonly section: Section;

  constructor(
    parent: HTMLElement,
    private readonly host: LibraryHost,
  ) {
    this.section = new Section(parent, HELD.title);
  }

  draw(hold: Hold | null): void {
    const { plugin, decide, failed } = this.host;
    this.section.draw(hold, (body) => {
      if (hold === null) return void body.createEl('p', { text: HELD.none });
      body.createEl('p', { text: HELD.explanation(hold.notes.length) });
      addSectionButton(buttonRow(body), {
        text: HELD.review,
        act: () => new HoldModal(plugin.app, hold, decide).open(),
        failed,
      });
      addPaths(body, { label: HELD.list, lines: hold.notes });
    });
  }
}

import { Notice } from 'obsidian';
import { HEADER, type NoteConflict, type Resolution } from '../../merge/resolve-conflict';
import { plainExcerpt } from '../../notes/markdown/plain-text';
import { withoutEnding } from '../components/choice-modal';
import { drawDiff } from '../components/diff-view';
import { named } from '../components/named';
import { MORE } from '../strings';
import { CONFLICTS } from './library-strings';
import type { ConflictedNote, Settled } from './library-engine';
import type { LibraryHost } from './library-host';
import { addNoteLink, addSectionButton, buttonRow, Section } from './section';

const RESOLUTIONS = ['mine', 'theirs', 'both'] as const;
const MOST_SHOWN = 50;
const EXCERPT = 60;

export interface ConflictsSectionOptions {
  readonly host: LibraryHost;
  readonly openNote: (path: string) => void;
  /** After each that was settled, or undone. */
  readonly changed: () => void;
}

/** Texts that both sides changed, with what differs, and the three ways out. */
export class ConflictsSection {
  private readonly section: Section;

  constructor(
    parent: HTMLElement,
    private readonly options: ConflictsSectionOptions,
  ) {
    this.section = new Section(parent, CONFLICTS.title);
  }

  draw(conflicted: readonly ConflictedNote[]): void {
    this.section.draw(conflicted, (body) => {
      if (conflicted.length === 0) return void body.createEl('p', { text: CONFLICTS.none });
      body.createEl('p', { text: CONFLICTS.explanation });
      body.createEl('p', { cls: 'florilegium-library-advice', text: CONFLICTS.legend });
      const all = conflicted.flatMap(({ path, conflicts }) =>
        conflicts.map((conflict) => ({ path, conflict, part: partName(conflict) })),
      );
      for (const one of all.slice(0, MOST_SHOWN)) this.drawConflict(body, one);
      if (all.length > MOST_SHOWN) body.createEl('p', { text: MORE(all.length - MOST_SHOWN) });
    });
  }

  private drawConflict(
    body: HTMLElement,
    {
      path,
      conflict,
      part,
    }: { readonly path: string; readonly conflict: NoteConflict; readonly part: string },
  ): void {
    const name = withoutEnding(path);
    const group = named(
      body.createDiv({ cls: 'florilegium-library-conflict', attr: { role: 'group' } }),
      CONFLICTS.group(name, part),
    );
    addNoteLink(group, { path, text: name, open: this.options.openNote });
    group.createDiv({ cls: 'florilegium-library-advice', text: part, attr: { dir: 'auto' } });
    drawDiff(group, { before: conflict.mine, after: conflict.theirs, label: CONFLICTS.changes });
    const row = buttonRow(group);
    const { failed } = this.options.host;
    for (const resolution of RESOLUTIONS) {
      addSectionButton(row, {
        text: CONFLICTS[resolution],
        act: () => this.settle({ path, conflict, resolution }),
        failed,
      }).setTooltip(CONFLICTS.does[resolution]);
    }
  }

  private async settle(choice: {
    readonly path: string;
    readonly conflict: NoteConflict;
    readonly resolution: Resolution;
  }): Promise<void> {
    const { host, changed } = this.options;
    const settled = await host.engine.settle(choice);
    if (settled === null) new Notice(CONFLICTS.gone);
    else
      host.offer(CONFLICTS.settled[choice.resolution], {
        label: CONFLICTS.undo,
        act: () => void this.undo(settled).catch(host.failed),
      });
    changed();
  }

  private async undo(settled: Settled): Promise<void> {
    const { host, changed } = this.options;
    const result = await host.engine.undo(settled);
    new Notice(result === 'undone' ? CONFLICTS.undone : CONFLICTS.notUndone);
    changed();
  }
}

const partName = ({ block, theirs }: NoteConflict): string =>
  block === HEADER ? CONFLICTS.header : plainExcerpt(theirs, EXCERPT);

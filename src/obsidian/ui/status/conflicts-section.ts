import { Notice } from 'obsidian';
import {
  settleConflict,
  undoSettling,
  type ConflictedNote,
  type Settled,
} from '../../../features/conflicts/open-conflicts';
import type { NoteConflict, Resolution } from '../../../merge/resolve-conflict';
import { HEADER } from '../../../notes/note/note-body';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { withoutEnding } from '../windows/choice-modal';
import { drawDiff } from '../components/diff-view';
import { named } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';
import { CONFLICTS, MORE } from '../../strings/strings';
import { addNoteLink, addSectionButton, buttonRow, type Section } from './section';

const RESOLUTIONS = ['mine', 'theirs', 'both'] as const;
const MOST_SHOWN = 50;
const EXCERPT = 60;

interface ShownConflict {
  readonly path: string;
  readonly conflict: NoteConflict;
}

/** Conflicts, with their differences and three ways to settle each. */
export class ConflictsSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  draw(conflicted: readonly ConflictedNote[]): void {
    if (conflicted.length === 0) {
      this.section.hide();
      return;
    }
    this.section.draw(conflicted, (body) => {
      body.createEl('p', { text: CONFLICTS.explanation });
      body.createEl('p', { cls: 'florilegium-sync-status-advice', text: CONFLICTS.legend });
      const all = conflicted.flatMap(({ path, conflicts }) =>
        conflicts.map((conflict) => ({ path, conflict })),
      );
      for (const each of all.slice(0, MOST_SHOWN)) this.drawConflict(body, each);
      if (all.length > MOST_SHOWN) body.createEl('p', { text: MORE(all.length - MOST_SHOWN) });
    });
  }

  private drawConflict(body: HTMLElement, { path, conflict }: ShownConflict): void {
    const { context } = this;
    const { block, mine, theirs } = conflict;
    const name = withoutEnding(path);
    const part = block === HEADER ? CONFLICTS.header : plainExcerpt(theirs, EXCERPT);
    const group = named(
      body.createDiv({ cls: 'florilegium-sync-status-conflict', attr: { role: 'group' } }),
      CONFLICTS.group(name, part),
    );
    addNoteLink(group, { path, text: name, context });
    group.createDiv({ cls: 'florilegium-sync-status-advice', text: part, attr: { dir: 'auto' } });
    drawDiff(group, { before: mine, after: theirs, label: CONFLICTS.changes });
    const row = buttonRow(group);
    for (const resolution of RESOLUTIONS) {
      addSectionButton(row, {
        text: CONFLICTS[resolution],
        act: () => this.settle({ path, conflict, resolution }),
        onError: context.onError,
      }).setTooltip(CONFLICTS.tooltips[resolution]);
    }
  }

  private async settle(choice: ShownConflict & { readonly resolution: Resolution }): Promise<void> {
    const { context } = this;
    const settled = await context.withVault((vault) => settleConflict(vault, choice));
    if (settled === null) new Notice(CONFLICTS.gone);
    else
      context.notices.offer(CONFLICTS.settled[choice.resolution], {
        label: CONFLICTS.undo,
        act: () => void this.undo(settled).catch(context.onError),
      });
    context.events.trigger('decided');
  }

  private async undo(settled: Settled): Promise<void> {
    const result = await this.context.withVault((vault) => undoSettling(vault, settled));
    new Notice(result === 'undone' ? CONFLICTS.undone : CONFLICTS.notUndone);
    this.context.events.trigger('decided');
  }
}

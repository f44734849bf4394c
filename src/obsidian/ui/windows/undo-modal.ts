import { ConfirmationModal, Notice } from 'obsidian';
import { planUndo } from '../../../features/undo/plan-undo';
import type { UndoPlan, UndoStep } from '../../../features/undo/undo-plan';
import { addPaths, type PathLine } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';
import { UNDO } from '../../strings/window-strings';

const KINDS = ['text', 'moved', 'recreate', 'trash'] as const;
type StepKind = (typeof KINDS)[number];

/** Opens the undo of the last run, if there is one. */
export async function openUndo(context: PluginContext): Promise<void> {
  if (context.syncs.isBusy()) return;
  const plan = await context.withBoth(planUndo);
  if (plan === null) new Notice(UNDO.nothing);
  else new UndoModal(context, plan).open();
}

/** Shows what undo would restore, and which notes it leaves, and why. */
class UndoModal extends ConfirmationModal {
  constructor(context: PluginContext, { run, kind, steps, stays, ended, isPartial }: UndoPlan) {
    super(context.app);
    const { contentEl } = this;
    this.modalEl.addClass('florilegium-undo');
    this.setTitle(UNDO.title(kind));
    contentEl.createEl('p', { text: ended === null ? UNDO.cutShort : UNDO.what(ended.kind, ended.at) });
    if (isPartial) contentEl.createEl('p', { cls: 'florilegium-problem', text: UNDO.partial });
    if (steps.length === 0) contentEl.createEl('p', { text: UNDO.nothingLeft });
    else this.addSteps(steps);
    if (stays.length > 0) {
      const label = UNDO.stays(stays.length);
      contentEl.createEl('h3', { text: label });
      addPaths(contentEl, {
        label,
        lines: sorted(stays.map(({ path, why }) => ({ path, detail: UNDO.why[why] }))),
      });
    }
    if (steps.length > 0)
      this.addButton((button) =>
        button
          .setButtonText(UNDO.confirm)
          .setCta()
          .onClick(() => context.request({ undo: run })),
      );
    this.addCancelButton(UNDO.close);
  }

  private addSteps(steps: readonly UndoStep[]): void {
    const { contentEl } = this;
    const counts = contentEl.createEl('ul', { cls: 'florilegium-undo-counts' });
    for (const kind of KINDS) {
      const count = steps.filter((step) => kindOf(step) === kind).length;
      if (count > 0) counts.createEl('li', { text: UNDO.counts[kind](count) });
    }
    contentEl.createEl('p', { text: UNDO.keeps });
    addPaths(contentEl, {
      label: UNDO.list,
      lines: sorted(steps.map((step) => ({ path: pathOf(step), detail: UNDO.details[kindOf(step)] }))),
    });
  }
}

function kindOf(step: UndoStep): StepKind {
  if (step.kind !== 'revert') return step.kind;
  return step.to === null ? 'text' : 'moved';
}

const pathOf = (step: UndoStep): string => (step.kind === 'revert' ? (step.to ?? step.path) : step.path);

const sorted = (lines: readonly PathLine[]): readonly PathLine[] =>
  [...lines].sort((left, right) => (left.path < right.path ? -1 : 1));

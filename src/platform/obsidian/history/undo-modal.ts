import { ConfirmationModal, type App } from 'obsidian';
import type { Obstacle, UndoPlan, UndoStep } from '../../../core/history/undo-plan';
import type { RunKind } from '../../../core/report';
import { addPaths, type PathLine } from '../components/path-list';
import { MESSAGES, SPEECH } from '../language/current-language';

const { changes, rules, undoing } = MESSAGES;

/** What a person is told before the last sync is undone. */
export const UNDO = {
  ...undoing,
  title: (kind: RunKind): string => (kind === 'sync' ? undoing.title : undoing.titleOther),
  what: (kind: RunKind, at: string): string => SPEECH.fill(undoing.what[kind], { at: SPEECH.moment(at) }),
  cutShort: undoing.what.cutShort,
  confirm: rules.undo,
  keeps:
    'Notes that were changed after that stay as they are. Nothing changes at Readwise. A note follows Readwise again when its item changes there, or when you have notes rendered again.',
  stays: (count: number): string =>
    count === 1 ? '1 note stays as it is' : `${String(count)} notes stay as they are`,
  why: {
    edited: 'changed since',
    'written-in': 'you wrote in it',
    moved: 'you moved it',
    gone: 'moved or deleted since',
    'place-taken': 'another file has its old place',
    'has-note': 'its item has another note by now',
    unreadable: 'it cannot be read now',
  } satisfies Readonly<Record<Obstacle, string>>,
  close: changes.close,
};

const SORTS = ['text', 'moved', 'recreate', 'trash'] as const;
type Sort = (typeof SORTS)[number];

/** Shows what undoing the last sync would do, by name, and which notes it leaves, and why. */
export class UndoModal extends ConfirmationModal {
  constructor(app: App, plan: UndoPlan, undo: () => void) {
    super(app);
    const { contentEl } = this;
    const { steps, stays, ended } = plan;
    this.modalEl.addClass('florilegium-undo');
    this.setTitle(UNDO.title(plan.kind));
    contentEl.createEl('p', { text: ended === null ? UNDO.cutShort : UNDO.what(ended.kind, ended.at) });
    if (plan.isPartial) contentEl.createEl('p', { cls: 'florilegium-problem', text: UNDO.partial });
    if (steps.length === 0) contentEl.createEl('p', { text: UNDO.nothingLeft });
    else this.addSteps(steps);
    if (stays.length > 0) {
      contentEl.createEl('h3', { text: UNDO.stays(stays.length) });
      addPaths(contentEl, {
        label: UNDO.stays(stays.length),
        lines: sorted(stays.map(({ path, why }) => ({ path, aside: UNDO.why[why] }))),
      });
    }
    if (steps.length > 0)
      this.addButton((button) => button.setButtonText(UNDO.confirm).setCta().onClick(undo));
    this.addCancelButton(UNDO.close);
  }

  private addSteps(steps: readonly UndoStep[]): void {
    const { contentEl } = this;
    const counts = contentEl.createEl('ul', { cls: 'florilegium-undo-counts' });
    for (const sort of SORTS) {
      const count = steps.filter((step) => sortOf(step) === sort).length;
      if (count > 0) counts.createEl('li', { text: UNDO.counts[sort](count) });
    }
    contentEl.createEl('p', { text: UNDO.keeps });
    addPaths(contentEl, {
      label: UNDO.list,
      lines: sorted(steps.map((step) => ({ path: pathOf(step), aside: UNDO.asides[sortOf(step)] }))),
    });
  }
}

function sortOf(step: UndoStep): Sort {
  if (step.kind !== 'revert') return step.kind;
  return step.to === null ? 'text' : 'moved';
}

/** Where the note will be, or was. */
const pathOf = (step: UndoStep): string => (step.kind === 'revert' ? (step.to ?? step.path) : step.path);

const sorted = (lines: readonly PathLine[]): readonly PathLine[] =>
  [...lines].sort((left, right) => (left.path < right.path ? -1 : 1));

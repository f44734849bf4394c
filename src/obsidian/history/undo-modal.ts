import { ConfirmationModal, type App } from 'obsidian';
import type { Obstacle, UndoPlan, UndoStep } from '../../features/undo/undo-plan';
import type { RunKind } from '../../model/report';
import { addPaths, type PathLine } from '../components/path-list';
import { localTime } from '../english';
import { notes } from '../strings';

const UNDONE_RUNS: Readonly<Record<RunKind, (at: string) => string>> = {
  sync: (at) => `This takes back what the sync of ${at} did to your notes.`,
  render: (at) => `This takes back what was written on ${at}, when notes were rendered again.`,
  adopt: (at) => `This takes back the adoption of ${at}: the notes are as the other plugin left them.`,
  undo: (at) => `This takes back what was done on ${at}.`,
};

/** What a person is told before the last sync is undone. */
export const UNDO = {
  command: 'Undo last sync',
  title: (kind: RunKind): string => (kind === 'sync' ? 'Undo the last sync?' : 'Undo what was done last?'),
  what: (kind: RunKind, at: string): string => UNDONE_RUNS[kind](localTime(at)),
  cutShort: 'This takes back what was done to your notes last, before it was interrupted.',
  keeps:
    'Notes that were changed after that stay as they are. Nothing changes in Readwise. A note is updated again when its item changes there, or when you render notes again.',
  partial: 'Not all changes were kept for undoing. The others stay as they are.',
  counts: {
    text: (count: number): string => `${notes(count)} restored`,
    moved: (count: number): string => `${notes(count)} moved back to the old place`,
    trash: (count: number): string => `${notes(count)} made by that sync moved to the trash`,
    recreate: (count: number): string => `${notes(count)} created again`,
  },
  asides: {
    text: 'restored',
    moved: 'moved back',
    trash: 'to the trash',
    recreate: 'created again',
  },
  stays: (count: number): string =>
    count === 1 ? '1 note stays as it is' : `${notes(count)} stay as they are`,
  why: {
    edited: 'changed since',
    'written-in': 'you wrote in it',
    moved: 'you moved it',
    gone: 'moved or deleted since',
    'place-taken': 'another file has its old place',
    'has-note': 'its item has another note by now',
    unreadable: 'it cannot be read now',
  } satisfies Readonly<Record<Obstacle, string>>,
  nothing: 'Readwise: there is no sync to undo.',
  nothingLeft: 'Nothing of it can be undone.',
  list: 'Notes that are put back',
  confirm: 'Undo',
  close: 'Close',
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

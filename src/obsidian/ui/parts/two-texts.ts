import { compareTexts, type DiffRun } from '../../../merge/diff/text-diff';
import { TWO_TEXTS } from '../../strings/pane-strings';
import { named } from '../components/elements';

export interface LabeledText {
  readonly label: string;
  readonly text: string;
}

/** Draws two texts beside each other, or below where it is narrow. Returns the boxes, for their buttons. */
export function drawTwoTexts(
  parent: HTMLElement,
  [one, other]: readonly [LabeledText, LabeledText],
): readonly [HTMLElement, HTMLElement] {
  const pair = parent.createDiv('florilegium-two-texts');
  const runs = compareTexts(one.text, other.text);
  return [drawBox(pair, one.label, runs.one), drawBox(pair, other.label, runs.other)];
}

/** Draws one text, with the words marked that were not in it before. */
export function drawChangedText(parent: HTMLElement, { label, text }: LabeledText, before: string): void {
  drawBox(parent.createDiv('florilegium-two-texts'), label, compareTexts(before, text).other);
}

function drawBox(parent: HTMLElement, label: string, runs: readonly DiffRun[]): HTMLElement {
  const box = parent.createDiv();
  box.createDiv({ cls: 'florilegium-two-texts-label', text: label });
  const text = named(
    box.createDiv({
      cls: 'florilegium-two-texts-text',
      attr: { role: 'group', tabindex: 0, dir: 'auto' },
    }),
    label,
  );
  if (runs.every((run) => run.text === ''))
    text.createSpan({ cls: 'florilegium-aside', text: TWO_TEXTS.empty });
  for (const run of runs) text.createEl(run.isChanged ? 'mark' : 'span', { text: run.text });
  return box;
}

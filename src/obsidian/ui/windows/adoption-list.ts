import { chosenByDefault, sureOf, type Adoption, type AdoptionPlan } from '../../../features/adopt/adoption';
import { addBox, named, showShare } from '../components/elements';
import { ADOPT, ADOPTION, doubtText } from '../../strings/window-strings';

/** Notes to adopt, with checkboxes. */
export class AdoptionList {
  private readonly boxes = new Map<Adoption, HTMLInputElement>();
  private readonly every: HTMLInputElement;
  private readonly sure: ReadonlySet<Adoption>;

  constructor(
    container: HTMLElement,
    private readonly options: { readonly plan: AdoptionPlan; readonly changed: () => void },
  ) {
    this.sure = new Set(sureOf(options.plan));
    const chosen = new Set(chosenByDefault(options.plan));
    const tickAll = (isOn: boolean): void => {
      for (const adoption of this.sure) this.tick(adoption, isOn);
      this.show();
    };
    this.every = addBox(container.createDiv(), { text: ADOPT.all(this.sure.size), change: tickAll });
    const list = named(container.createEl('ul', { cls: 'florilegium-adopt-notes' }), ADOPT.list);
    for (const adoption of options.plan.adoptions)
      this.addRow(list.createEl('li'), { adoption, isChosen: chosen.has(adoption) });
    this.showEvery();
  }

  chosen(): readonly Adoption[] {
    return [...this.boxes].flatMap(([adoption, { checked }]) => (checked ? [adoption] : []));
  }

  private addRow(
    row: HTMLElement,
    { adoption, isChosen }: { readonly adoption: Adoption; readonly isChosen: boolean },
  ): void {
    this.boxes.set(adoption, addBox(row, { text: adoption.path, isOn: isChosen, change: () => this.show() }));
    for (const text of linesOf(adoption))
      row.createDiv({ cls: 'florilegium-adopt-aside', text, attr: { dir: 'auto' } });
    if (adoption.doubt !== null)
      row.createDiv({ cls: 'florilegium-adopt-doubt', text: doubtText(adoption.doubt) });
  }

  private tick(adoption: Adoption, isOn: boolean): void {
    const box = this.boxes.get(adoption);
    if (box !== undefined) box.checked = isOn;
  }

  private show(): void {
    this.showEvery();
    this.options.changed();
  }

  private showEvery(): void {
    const ticked = [...this.sure].filter((adoption) => this.boxes.get(adoption)?.checked === true).length;
    showShare(this.every, { ticked, of: this.sure.size });
    this.every.parentElement?.toggle(this.sure.size > 0);
  }
}

const linesOf = ({ title, author, found, edited, unmarkable, missing }: Adoption): readonly string[] => [
  ADOPTION.item(title, author),
  ADOPTION.found(found),
  ...(edited > 0 ? [ADOPTION.edited(edited)] : []),
  ...(unmarkable > 0 ? [ADOPTION.unmarkable(unmarkable)] : []),
  ...(missing > 0 ? [ADOPTION.missing(missing)] : []),
];

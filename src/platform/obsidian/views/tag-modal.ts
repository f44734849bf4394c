import { FuzzySuggestModal, type App } from 'obsidian';
import { VIEWS } from '../strings-views';

export interface TagToChoose {
  readonly tag: string;
  readonly count: number;
}

/** Lets a person choose one of the tags of their highlights. */
export class TagModal extends FuzzySuggestModal<TagToChoose> {
  constructor(
    app: App,
    private readonly tags: readonly TagToChoose[],
    private readonly choose: (tag: string) => void,
  ) {
    super(app);
    this.setPlaceholder(VIEWS.whichTag);
  }

  override getItems(): TagToChoose[] {
    return [...this.tags];
  }

  override getItemText({ tag, count }: TagToChoose): string {
    return `${tag} · ${VIEWS.tagged(count)}`;
  }

  override onChooseItem({ tag }: TagToChoose): void {
    this.choose(tag);
  }
}

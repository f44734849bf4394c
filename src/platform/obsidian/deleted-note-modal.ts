import { FuzzySuggestModal, type App } from 'obsidian';
import type { DeletedNote } from '../../core/report';
import { RESTORE } from './strings';

/** Lets a person choose one of the notes that they deleted. */
export class DeletedNoteModal extends FuzzySuggestModal<DeletedNote> {
  constructor(
    app: App,
    private readonly notes: readonly DeletedNote[],
    private readonly choose: (note: DeletedNote) => void,
  ) {
    super(app);
    this.setPlaceholder(RESTORE.which);
  }

  override getItems(): DeletedNote[] {
    return [...this.notes];
  }

  override getItemText({ path }: DeletedNote): string {
    return path.replace(/\.md$/, '');
  }

  override onChooseItem(note: DeletedNote): void {
    this.choose(note);
  }
}

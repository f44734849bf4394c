import { MarkdownView, type App, type Editor, type TAbstractFile } from 'obsidian';
import { anchorAt, linksOf, type NoteIds } from '../../features/daily/item-links';
import { once } from '../../model/collections';
import { isTextPart } from '../../model/note-part';
import { hasNoId, identityIn } from '../vault/identity-index';
import { selectedPassages, type Passage } from './forms/selected-passages';

/** A file, and where the cursor is in it, if it is open in an editor. */
export class Place {
  readonly ids: NoteIds;
  /** The block that the cursor is in; null in other notes than synced ones. */
  readonly anchor = once(() => this.findAnchor());
  readonly passages = once(() => this.findPassages());

  constructor(
    app: App,
    readonly file: TAbstractFile | null,
    readonly editor: Editor | null = null,
  ) {
    this.ids = identityIn(app, file);
  }

  get isSynced(): boolean {
    return !hasNoId(this.ids);
  }

  /** The highlight at the cursor, or the one that the note is of. */
  get highlight(): string | null {
    const { partId } = this.ids;
    const own = partId === null || isTextPart(partId) ? null : partId;
    return this.anchor() ?? own;
  }

  get documentId(): string | null {
    return this.isOfItem ? this.ids.documentId : null;
  }

  /** The document, or the book that has none. */
  get itemId(): string | null {
    return this.isOfItem ? (this.ids.documentId ?? this.ids.bookId) : null;
  }

  /** The web address of the highlight, else of the item. */
  get link(): string | null {
    const partId = this.highlight;
    const ofHighlight = partId === null ? null : linkOf({ bookId: null, documentId: null, partId });
    return ofHighlight ?? this.noteLink;
  }

  get noteLink(): string | null {
    return linkOf(this.ids);
  }

  private get isOfItem(): boolean {
    const { partId } = this.ids;
    return partId === null || isTextPart(partId);
  }

  private findAnchor(): string | null {
    const { editor } = this;
    if (editor === null || !this.isSynced) return null;
    return anchorAt(editor.getValue(), editor.getCursor().line);
  }

  private findPassages(): readonly Passage[] {
    const { editor } = this;
    if (editor === null || !editor.somethingSelected()) return [];
    const selection = { from: editor.getCursor('from'), to: editor.getCursor('to') };
    return selectedPassages(editor.getValue(), selection);
  }
}

/** The open note. Where it is only read, nobody sees a cursor, so there is none. */
export function openPlace(app: App): Place {
  const { workspace } = app;
  const file = workspace.getActiveFile();
  const { activeEditor } = workspace;
  const isRead = workspace.getActiveViewOfType(MarkdownView)?.getMode() === 'preview';
  const hasEditor = !isRead && activeEditor?.file === file;
  return new Place(app, file, hasEditor ? (activeEditor?.editor ?? null) : null);
}

function linkOf(ids: NoteIds): string | null {
  const { readwise, reader } = linksOf(ids);
  return reader ?? readwise;
}

import { addToList } from '../../model/collections';
import { compareText } from '../../model/record';

/** What would lose its marks. */
export interface LeavingPlan {
  readonly notes: readonly string[];
  /** Anchors that something in the vault links to. */
  readonly linked: ReadonlySet<string>;
  /** In those notes. */
  readonly anchors: number;
  /** Of them, those that stay. */
  readonly keptAnchors: number;
  /** Notes that stand where this device last saw them and cannot be read: they keep their marks. */
  readonly failures: readonly { readonly path: string; readonly message: string }[];
}

export interface LeavingResult {
  readonly changed: number;
  /** Notes that were not come to, because it was stopped. */
  readonly left: number;
  readonly failures: readonly { readonly path: string; readonly message: string }[];
}

/** So many groups can be looked through. */
const MOST_FOLDERS = 20;

export interface FolderOf<Note> {
  /** `/` for the vault itself. */
  readonly folder: string;
  readonly notes: readonly Note[];
}

/** Notes by their folders, in the order of the folders. Where there are too many of these, by the folders that those are in. */
export function byFolder<Note extends { readonly path: string }>(
  notes: readonly Note[],
): readonly FolderOf<Note>[] {
  const parts = notes.map(({ path }) => path.split('/').slice(0, -1));
  for (let depth = parts.reduce((most, { length }) => Math.max(most, length), 0); ; depth -= 1) {
    const folders = new Map<string, Note[]>();
    for (const [index, note] of notes.entries()) {
      const folder = (parts[index] ?? []).slice(0, depth).join('/') || '/';
      addToList(folders, folder, note);
    }
    if (depth === 0 || folders.size <= MOST_FOLDERS)
      return [...folders]
        .map(([folder, own]) => ({ folder, notes: own }))
        .sort((one, other) => compareText(one.folder, other.folder));
  }
}

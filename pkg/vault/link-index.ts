import { linkedNames, linkName } from '../../src/notes/markdown/note-links';

/** Which notes may link to a name; may list too many. Built at the first rename, then updated by writes. */
export class LinkIndex {
  private readonly sources = new Map<string, Set<string>>();

  add(path: string, text: string): void {
    for (const name of linkedNames(text)) {
      const sources = this.sources.get(name);
      if (sources === undefined) this.sources.set(name, new Set([path]));
      else sources.add(path);
    }
  }

  /** Sorted paths of the notes that may link to the note at `path`. */
  sourcesOf(path: string): readonly string[] {
    return [...(this.sources.get(linkName(path)) ?? [])].sort();
  }
}

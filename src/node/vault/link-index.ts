import { linkedNames, linkName } from '../../notes/markdown/note-links';

/**
 * Which notes may link to which name. It may name too many: the caller looks at the text again.
 * Built at the first rename only, then kept up by our own writes.
 */
export class LinkIndex {
  private readonly sources = new Map<string, Set<string>>();

  /** A note has this text. */
  add(path: string, text: string): void {
    for (const name of linkedNames(text)) {
      const sources = this.sources.get(name);
      if (sources === undefined) this.sources.set(name, new Set([path]));
      else sources.add(path);
    }
  }

  /** Notes that may hold a link to the note at `path`, in order. */
  sourcesOf(path: string): readonly string[] {
    return [...(this.sources.get(linkName(path)) ?? [])].sort();
  }
}

import { partialPath, partialsCalledIn, type PartialFile } from '../../notes/template/partials';
import { type Vault, isOperational } from '../../model/ports';

/** A template file of the person's own, with every partial that it calls, itself or through another, and that is there. */
export interface TemplateText {
  readonly text: string;
  readonly partials: readonly PartialFile[];
}

/** Reads template files and partials, each once. */
export class TemplateFiles {
  private readonly texts = new Map<string, string | null>();

  /** `folder`: where partials are kept. */
  constructor(
    private readonly vault: Vault,
    private readonly folder: string,
  ) {}

  /** Null when there is none, and when the path cannot be one of a note. */
  async template(path: string): Promise<TemplateText | null> {
    const text = await this.read(path);
    return text === null ? null : { text, partials: await this.partialsOf(text) };
  }

  private async partialsOf(text: string): Promise<readonly PartialFile[]> {
    const names = new Set(partialsCalledIn(text, 'template'));
    const files: PartialFile[] = [];
    // What is added on the way is gone through as well.
    for (const name of names) {
      const partial = await this.read(partialPath(this.folder, name));
      if (partial === null) continue;
      files.push({ name, text: partial });
      partialsCalledIn(partial, 'partial').forEach((called) => names.add(called));
    }
    return files;
  }

  private async read(path: string): Promise<string | null> {
    const known = this.texts.get(path);
    const text = known === undefined ? await readNote(this.vault, path) : known;
    this.texts.set(path, text);
    return text;
  }
}

async function readNote(vault: Vault, path: string): Promise<string | null> {
  try {
    return await vault.read(path);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return null;
  }
}

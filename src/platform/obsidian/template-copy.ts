import type { App } from 'obsidian';
import type { ItemKind } from '../../core/library/model';
import { ObsidianVault } from './obsidian-vault';
import { SETTINGS } from './strings';

/** Makes a note of a template and answers with its path. A note that is there already is left as it is. */
export async function copyTemplate(app: App, { kind, text }: { readonly kind: ItemKind; readonly text: string }): Promise<string> {
  const path = SETTINGS.templateCopy(kind);
  await new ObsidianVault(app).create(path, text);
  return path;
}

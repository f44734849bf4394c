import type { App, Editor } from 'obsidian';
import { SAVE } from '../../strings/writing-item-strings';
import { identityOf } from '../../vault/identity-index';
import { ADDRESS_PROPERTY } from './note-page';

/** An address that can be saved, and where it was found. */
export interface FoundAddress {
  readonly name: string;
  readonly address: string;
}

const ADDRESS = String.raw`https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+`;
const MARKDOWN_LINK = new RegExp(String.raw`\[[^\]]*\]\(<?(${ADDRESS})>?[^)]*\)`, 'gi');
const BARE_LINK = new RegExp(`(${ADDRESS})`, 'gi');
const END_OF_SENTENCE = /[.,;:!?'"\]]+$/;
const OF_THE_SERVICE = /^https?:\/\/([\w-]+\.)?readwise\.io\//i;

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\S*$/i.test(text);

/** The address of the web link that the cursor is in; null when it is in none. */
export function linkAtCursor(editor: Editor): string | null {
  const { line, ch } = editor.getCursor();
  const text = editor.getValue().split('\n')[line] ?? '';
  for (const pattern of [MARKDOWN_LINK, BARE_LINK]) {
    for (const { index, 0: link, 1: address = '' } of text.matchAll(pattern))
      if (index <= ch && ch <= index + link.length) return address.replace(END_OF_SENTENCE, '');
  }
  return null;
}

/** Addresses to offer, the most likely first, each once. */
export function findAddresses(app: App): readonly FoundAddress[] {
  const found: FoundAddress[] = [];
  const add = (name: string, address: string): void => {
    const isNew = found.every((each) => each.address !== address);
    if (isWebAddress(address) && isNew) found.push({ name, address });
  };
  const editor = app.workspace.activeEditor?.editor;
  const link = editor === undefined ? null : linkAtCursor(editor);
  if (link !== null) add(SAVE.link, link);
  const file = app.workspace.getActiveFile();
  const properties = file === null ? undefined : app.metadataCache.getFileCache(file)?.frontmatter;
  for (const [name, value] of Object.entries<unknown>(properties ?? {})) {
    if (typeof value !== 'string' || name === ADDRESS_PROPERTY || OF_THE_SERVICE.test(value)) continue;
    add(name, value.trim());
  }
  return found;
}

/** The addresses that synced notes have in their properties, each with the name of its note. */
export function savedAddresses({ vault, metadataCache }: App): ReadonlyMap<string, string> {
  const saved = new Map<string, string>();
  for (const file of vault.getMarkdownFiles()) {
    const properties = metadataCache.getFileCache(file)?.frontmatter;
    if (identityOf(properties).documentId === null) continue;
    for (const value of Object.values<unknown>(properties ?? {}))
      if (typeof value === 'string' && isWebAddress(value)) saved.set(value, file.basename);
  }
  return saved;
}

import { Notice } from 'obsidian';

/** Puts a text onto the clipboard, and says so. Only the window that has the focus may, and the app can have several. */
export async function copyText(text: string, said: string): Promise<void> {
  await activeWindow.navigator.clipboard.writeText(text);
  new Notice(said);
}

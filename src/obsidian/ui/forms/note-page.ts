import { Component, MarkdownRenderer, type App, type TFile } from 'obsidian';
import { splitNote } from '../../../notes/note/note';
import { hostCall } from '../../host/host-error';

/** The property that keeps a note's address in Reader. */
export const ADDRESS_PROPERTY = 'reader-address';

/** A name that leads nowhere: the page is in Reader only. */
const MADE_UP = 'https://note.florilegium.invalid/';

/** The address under which the note was saved before; `''` if it was not. */
export function storedAddressOf({ metadataCache }: App, file: TFile): string {
  const known: unknown = metadataCache.getFileCache(file)?.frontmatter?.[ADDRESS_PROPERTY];
  return typeof known === 'string' ? known : '';
}

/** The note's made-up address, which stays the same when the note is renamed or on another device. */
export async function addressOfNote(app: App, file: TFile): Promise<string> {
  let address = '';
  const change = (properties: Record<string, unknown>): void => {
    const known = properties[ADDRESS_PROPERTY];
    address = typeof known === 'string' && known.startsWith(MADE_UP) ? known : newAddress();
    if (known !== address) properties[ADDRESS_PROPERTY] = address;
  };
  await hostCall(app.fileManager.processFrontMatter(file, change));
  return address;
}

const newAddress = (): string => `${MADE_UP}${activeWindow.crypto.randomUUID()}`;

/** The text of a note as HTML, with nothing in it that only Obsidian understands. */
export async function noteAsHtml(app: App, file: TFile): Promise<string> {
  const { body } = splitNote(await app.vault.cachedRead(file));
  const page = createDiv();
  const component = new Component();
  component.load();
  try {
    await MarkdownRenderer.render(app, body, page, file.path, component);
  } finally {
    component.unload();
  }
  clean(page);
  return page.innerHTML;
}

const DROPPED =
  'script, style, button, input, select, textarea, svg, iframe, object, embed, canvas, .frontmatter';
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'alt',
  'title',
  'colspan',
  'rowspan',
  'start',
]);
const WEB = /^https?:/i;
const LINK = /^(https?|mailto):/i;

/** Leaves text, structure, and links and images of the web. */
function clean(page: HTMLElement): void {
  for (const element of page.querySelectorAll(DROPPED)) element.remove();
  for (const link of page.querySelectorAll('a'))
    if (!LINK.test(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes);
  for (const image of page.querySelectorAll('img'))
    if (!WEB.test(image.getAttribute('src') ?? '')) image.replaceWith(image.alt);
  for (const element of page.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (!KEPT_ATTRIBUTES.has(name)) element.removeAttribute(name);
}

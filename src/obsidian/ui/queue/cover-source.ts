import { webAddress } from '../../../notes/markdown/url';
import type { PluginContext } from '../../app/plugin-context';

const LINK = /^!?\[\[([^\]|#]+)/;

/** Where the image of a cover is loaded from; null where there is none, or the settings show none from the web. */
export function coverSource(
  { app, settings }: PluginContext,
  { cover, path }: { readonly cover: string; readonly path: string },
): string | null {
  const address = webAddress(cover);
  if (address !== '') return settings.remoteImages === 'show' ? address : null;
  const name = LINK.exec(cover)?.[1];
  const file = name === undefined ? null : app.metadataCache.getFirstLinkpathDest(name, path);
  return file === null ? null : app.vault.getResourcePath(file);
}

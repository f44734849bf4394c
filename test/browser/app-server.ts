import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { builtPlugin } from './built-plugin';

const ROOT = join(__dirname, '../..');
const APP = join(__dirname, 'app');

export interface AppServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the app's stand-in with the built plugin: one CommonJS file that asks for `obsidian`. */
export async function startAppServer(): Promise<AppServer> {
  const files = await filesByPath();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '/');
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function filesByPath(): Promise<ReadonlyMap<string, { readonly type: string; readonly body: string }>> {
  const [page, appStyles, styles, app, pluginText] = await Promise.all([
    readFile(join(APP, 'index.html'), 'utf8'),
    readFile(join(APP, 'app.css'), 'utf8'),
    readFile(join(ROOT, 'styles.css'), 'utf8'),
    bundledApp(),
    builtPlugin(ROOT),
  ]);
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: page }],
    ['/app.css', { type: 'text/css; charset=utf-8', body: appStyles }],
    ['/styles.css', { type: 'text/css; charset=utf-8', body: styles }],
    ['/app.js', { type: 'text/javascript; charset=utf-8', body: app }],
    ['/plugin.js', { type: 'text/javascript; charset=utf-8', body: `takePlugin((require, module, exports) => {${pluginText}\n});` }],
  ]);
}

/** The app's stand-in. */
async function bundledApp(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(APP, 'page.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

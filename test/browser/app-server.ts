import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { WORKER_PATH } from './app/metadata-reader';
import { builtPlugin } from '../support/built-programs';

export interface AppServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the app's stand-in with the text of the built plugin, a CommonJS file that asks for `obsidian`. */
export async function startAppServer(root: string): Promise<AppServer> {
  const files = await filesByPath(root);
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

async function filesByPath(
  root: string,
): Promise<ReadonlyMap<string, { readonly type: string; readonly body: string }>> {
  const [page, appStyles, styles, app, worker, pluginText] = await Promise.all([
    readFile(join(root, 'test/browser/app/index.html'), 'utf8'),
    readFile(join(root, 'test/browser/app/app.css'), 'utf8'),
    readFile(join(root, 'styles.css'), 'utf8'),
    bundled(root, 'page'),
    bundled(root, 'metadata-worker'),
    builtPlugin(root),
  ]);
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: page }],
    ['/app.css', { type: 'text/css; charset=utf-8', body: appStyles }],
    ['/styles.css', { type: 'text/css; charset=utf-8', body: styles }],
    ['/app.js', { type: 'text/javascript; charset=utf-8', body: app }],
    [WORKER_PATH, { type: 'text/javascript; charset=utf-8', body: worker }],
    [
      '/plugin.js',
      {
        type: 'text/javascript; charset=utf-8',
        body: `takePlugin(${JSON.stringify(pluginText)});`,
      },
    ],
  ]);
}

/** A script of the app's stand-in. */
async function bundled(root: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/browser/app', `${name}.ts`)],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

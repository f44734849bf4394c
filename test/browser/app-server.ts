import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const ROOT = join(__dirname, '../..');
const APP = join(__dirname, 'app');

export interface AppServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the app's stand-in with the plugin: one CommonJS file that asks for `obsidian`. */
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
    bundle({ entryPoints: [join(APP, 'page.ts')], format: 'iife' }),
    plugin(),
  ]);
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: page }],
    ['/app.css', { type: 'text/css; charset=utf-8', body: appStyles }],
    ['/styles.css', { type: 'text/css; charset=utf-8', body: styles }],
    ['/app.js', { type: 'text/javascript; charset=utf-8', body: app }],
    ['/plugin.js', { type: 'text/javascript; charset=utf-8', body: `takePlugin((require, module, exports) => {${pluginText}\n});` }],
  ]);
}

/** The plugin as it ships, where it was built since its sources last changed (`npm test` does that); else bundled from them at once. */
async function plugin(): Promise<string> {
  const [built, changed] = await Promise.all([lastChange(join(ROOT, 'main.js')), Promise.all(['src', 'templates', 'build'].map((folder) => lastChangeIn(join(ROOT, folder))))]);
  if (built > Math.max(...changed)) return readFile(join(ROOT, 'main.js'), 'utf8');
  return bundle({ entryPoints: [join(ROOT, 'src/main.ts')], format: 'cjs', external: ['obsidian'] });
}

const lastChange = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function lastChangeIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  return Math.max(...(await Promise.all([folder, ...names.map((name) => join(folder, name))].map(lastChange))));
}

async function bundle(options: BuildOptions): Promise<string> {
  const result = await build({
    bundle: true,
    platform: 'browser',
    target: 'es2021',
    loader: { '.hbs': 'text' },
    minify: true,
    write: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  return result.outputFiles?.[0]?.text ?? '';
}

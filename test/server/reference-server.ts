import type { FaultScript } from './faults';
import type { Library } from './library';
import { ReferenceApp, Scene } from './reference-app';
import type { RequestLog } from './request-log';
import type { WebFiles } from './routes/web-routes';
import type { ServerOptions } from './server-options';

export interface ReferenceServer {
  /** `http://127.0.0.1:<port>`, to be used as the base URL. */
  readonly url: string;
  readonly library: Library;
  readonly web: WebFiles;
  readonly faults: FaultScript;
  readonly requests: RequestLog;
  /** Ends it with every connection, also those that wait for an answer. */
  close(): Promise<void>;
}

/** Serves a library on this machine only. */
export async function startReferenceServer(serverOptions: ServerOptions): Promise<ReferenceServer> {
  const scene = new Scene(serverOptions);
  const { app } = await ReferenceApp.create(scene);
  const url = await app.listen({ host: '127.0.0.1', port: scene.options.port });
  const { library, web, faults, requests } = scene;
  return { url, library, web, faults, requests, close: () => app.close() };
}

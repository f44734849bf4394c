import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { FaultScript } from './faults';
import type { Library } from './library';
import { ReferenceApp, Scene } from './reference-app';
import type { RequestLog } from './request-log';
import type { WebFiles } from './routes/web-routes';
import type { ServerOptions } from './server-options';

/** Making an app takes as long as a short history: whoever is done with one leaves it to the next. */
const idle: ReferenceApp[] = [];

/** Everything but a port: for tests that talk to it within their own process, thousands of times. */
export class InProcessServer {
  readonly library: Library;
  readonly web: WebFiles;
  readonly faults: FaultScript;
  readonly requests: RequestLog;
  private app: ReferenceApp | null;
  private underWay = 0;

  private constructor(app: ReferenceApp) {
    ({ library: this.library, web: this.web, faults: this.faults, requests: this.requests } = app.scene);
    this.app = app;
  }

  static async start(serverOptions: ServerOptions): Promise<InProcessServer> {
    const scene = new Scene(serverOptions);
    const app = idle.pop();
    if (app === undefined) return new InProcessServer(await ReferenceApp.create(scene));
    app.scene = scene;
    return new InProcessServer(app);
  }

  async inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    if (this.app === null) throw new Error('The service was closed');
    this.underWay += 1;
    const answer = await this.app.app.inject(request);
    this.underWay -= 1;
    return answer;
  }

  async close(): Promise<void> {
    const { app } = this;
    this.app = null;
    if (app === null) return;
    // A request that is still under way must not be answered from the next one's library.
    if (this.underWay === 0) idle.push(app);
    else await app.app.close();
  }
}

import type { Change } from '../../src/model/outbox';
import { addChange } from '../../src/outbox/waiting-changes';
import { sendChanges, type SendOptions, type SendResult } from '../../src/outbox/send-changes';
import type { SyncReport } from '../../src/model/report';
import type { HttpClient } from '../../src/model/ports';
import type { Stores } from '../../src/store/outbox-store';
import type { LoggedRequest } from '../server/request-log';
import { CANARY_TOKEN } from '../support/canary';
import { addWalden, type WaldenLibrary } from '../support/walden-library';
import { newDevice, settings, World, type DeviceWithOutbox, type Place } from '../simulation/world';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);

/** A service, a device that has synced with it, and a person who asks for changes. */
export class OutboxScene {
  readonly device: DeviceWithOutbox = newDevice();

  private constructor(readonly world: World) {}

  static async create(): Promise<OutboxScene> {
    return new OutboxScene(await World.create());
  }

  /** A scene that has synced a small library. */
  static async withWalden(): Promise<WaldenLibrary & { readonly scene: OutboxScene }> {
    const scene = await OutboxScene.create();
    const walden = addWalden(scene.library);
    await scene.sync();
    return { scene, ...walden };
  }

  get library(): World['library'] {
    return this.world.library;
  }

  sync(): Promise<SyncReport> {
    this.world.pass(61);
    return this.world.sync(this.device);
  }

  /** Stores a change; throws when it is refused. */
  async ask(change: Change): Promise<string> {
    const added = await this.add(change);
    if (!added.ok) throw new Error(JSON.stringify(added.reason));
    return added.entries.map(({ id }) => id).join();
  }

  add(change: Change, { state, outbox }: Stores = this.device): ReturnType<typeof addChange> {
    this.world.pass(1);
    return addChange({ state, outbox, clock: this.world.clock(), random: () => 0.5 }, change);
  }

  send(
    options: Partial<SendOptions> & {
      readonly place?: Place;
      readonly through?: (client: HttpClient) => HttpClient;
    } = {},
  ): Promise<SendResult> {
    this.world.pass(1);
    const { place = this.device, through = (client) => client, ...others } = options;
    const deps = this.world.dependencies(place);
    return sendChanges(
      { ...deps, http: through(deps.http) },
      { settings: settings(), token: CANARY_TOKEN, ...others },
    );
  }

  /** What was asked of the service that changes it. */
  get writes(): readonly LoggedRequest[] {
    return this.world.server.requests.entries.filter(({ method }) => WRITES.has(method));
  }

  note(path: string): string {
    return this.device.vault.entries().find(([candidate]) => candidate === path)?.[1] ?? '';
  }

  get paths(): readonly string[] {
    return this.device.vault.entries().map(([path]) => path);
  }

  /** The service does not carry a request out where there is a status to answer with. */
  answering(statusFor: (url: string, method: string) => number | null): (client: HttpClient) => HttpClient {
    return (client) => ({
      send: (request) => {
        const status = statusFor(request.url, request.method);
        return status === null
          ? client.send(request)
          : Promise.resolve({ status, headers: {}, body: '{"detail":"No."}' });
      },
    });
  }

  /** The service carries a request out, but its answer never comes. */
  losingAnswers(isLost: (url: string, method: string) => boolean): (client: HttpClient) => HttpClient {
    return (client) => ({
      send: async (request) => {
        const answer = await client.send(request);
        if (!isLost(request.url, request.method)) return answer;
        return { ...answer, status: 503, body: '{}' };
      },
    });
  }
}

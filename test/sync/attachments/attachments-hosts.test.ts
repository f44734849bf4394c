import { HttpError, type Download, type Downloader, type DownloadRequest } from '../../../src/model/ports';
import { newDevice, settings, World } from '../../simulation/world';
import { fileBytes } from '../../support/file-bytes';
import { MemoryAttachments } from '../../support/memory-attachments';

/**
 * Hosts of images; `fault` tells of each request, counted from 0, the status it gets, or null where it gets
 * none.
 */
class Web implements Downloader {
  asked = 0;

  constructor(private readonly statusOf: (count: number, host: string) => number | null) {}

  get({ url }: DownloadRequest): Promise<Download> {
    const { hostname } = new URL(url);
    const status = this.statusOf(this.asked, hostname);
    this.asked += 1;
    if (status === null) return Promise.reject(new HttpError('network', `Could not reach ${hostname}`));
    return Promise.resolve({ status, bytes: status === 200 ? fileBytes.png(url) : new Uint8Array() });
  }
}

describe('hosts of attachments', () => {
  let world: World;

  beforeEach(async () => {
    world = await World.create();
    // The newest are asked for first.
    for (let number = 12; number > 0; number -= 1) book(number === 12 ? 'other' : 'covers', number);
    world.pass(3600);
  });

  afterEach(() => world.close());

  function book(host: string, number: number): void {
    const { id } = world.library.addBook({
      title: `Book ${String(number)}`,
      category: 'books',
      coverImageUrl: `https://${host}.example.org/${String(number)}`,
    });
    world.library.addHighlight(id, { text: 'Words', location: 1, highlightedAt: world.now - number * 1000 });
  }

  const deviceOn = (web: Web) => ({ ...newDevice(), files: new MemoryAttachments(), downloader: web });
  const wanting = { settings: settings({ attachments: { covers: true } }) };

  /** A book for each host; the first is asked for first. */
  const books = (hosts: readonly string[]): void => {
    for (const [index, host] of hosts.entries()) book(host, index - 100);
    world.pass(3600);
  };
  const ofHosts = (count: number, hostOf: (index: number) => string): readonly string[] =>
    Array.from({ length: count }, (_, index) => hostOf(index));

  it.each([
    ['some in a row', ['first', ...ofHosts(4, (index) => `gone${String(index)}`)], 13],
    [
      'every other one',
      ofHosts(50, (index) => (index % 2 === 0 ? `here${String(index)}` : `gone${String(index)}`)),
      37,
    ],
  ])('should be asked on when others answer and %s is not there', async (_, hosts, fetched) => {
    books(hosts);
    const device = deviceOn(new Web((__, host) => (host.startsWith('gone') ? null : 200)));
    expect(await world.sync(device, wanting)).toMatchObject({ attachments: { fetched } });
  });

  it('should be asked on when one that answered fails twice, and another answers in between', async () => {
    books(['first', 'first', 'second', 'first']);
    const device = deviceOn(new Web((count) => ([1, 3].includes(count) ? null : 200)));
    expect(await world.sync(device, wanting)).toMatchObject({
      attachments: { fetched: 14, failed: { length: 2 } },
    });
  });

  it('should be asked again with the next sync for what was on its way when the person stopped one (I6)', async () => {
    const controller = new AbortController();
    const device = deviceOn(new Web(() => 200));
    const get = (): Promise<Download> => {
      controller.abort(Object.assign(new Error('cancelled'), { name: 'AbortError' }));
      return Promise.reject(new HttpError('cancelled', 'Stopped'));
    };
    await world.sync({ ...device, downloader: { get } }, { ...wanting, signal: controller.signal });
    world.pass(60);
    expect(await world.sync(device, wanting)).toMatchObject({ attachments: { fetched: 12, failed: [] } });
  });

  it('should be asked once in a sync for what several items show and they have not (I12)', async () => {
    book('covers', 1);
    world.pass(3600);
    const web = new Web(() => 404);
    expect(await world.sync(deviceOn(web), wanting)).toMatchObject({
      attachments: { fetched: 0, failed: { length: 12 } },
    });
    expect(web.asked).toBe(12);
  });

  it('should be given nothing of up to the next sync when the network is gone in the midst of it (I14)', async () => {
    let isGone = true;
    const device = deviceOn(new Web((count) => (isGone && count >= 3 ? null : 200)));
    expect(await world.sync(device, wanting)).toMatchObject({
      outcome: 'done',
      attachments: { fetched: 3, failed: { length: 2 } },
    });
    isGone = false;
    world.pass(60);
    expect(await world.sync(device, wanting)).toMatchObject({ attachments: { fetched: 7, failed: [] } });
  });

  it('should be asked no more in this sync once they say that it is too much, and the others go on (I12)', async () => {
    const web = new Web((count, host) => (host.startsWith('covers') && count >= 3 ? 429 : 200));
    const device = deviceOn(web);
    expect(await world.sync(device, wanting)).toMatchObject({
      attachments: { fetched: 4, failed: [{ problem: { code: 'answered-with-status', status: 429 } }] },
    });
    expect(web.asked).toBe(5);
    world.pass(60);
    expect(await world.sync({ ...device, downloader: new Web(() => 200) }, wanting)).toMatchObject({
      attachments: { fetched: 7, failed: [] },
    });
  });
});

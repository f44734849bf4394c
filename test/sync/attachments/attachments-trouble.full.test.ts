import type { Downloader, NewAttachment } from '../../../src/model/ports';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { DyingStateStore } from '../../support/dying-state-store';
import { fileBytes } from '../../support/file-bytes';
import { DiskError } from '../../support/flaky-vault';
import { MemoryAttachments } from '../../support/memory-attachments';
import { MemoryStateStore } from '../../support/memory-state-store';

const DAY = 86_400;
const COVER = '![Cover|80](https://images.example.org/files/cover)';
const HERE = /!\[Cover\|80\]\([0-9a-f]{16}-[0-9a-f]{16}\.[a-z]+\)/;

describe('attachments in trouble', () => {
  let world: World;
  let device: Device & { readonly files: MemoryAttachments };

  beforeEach(async () => {
    world = await World.create();
    device = { ...newDevice(), files: new MemoryAttachments() };
  });

  afterEach(() => world.close());

  const wanting = (attachments: object = { covers: true, images: true }, more: object = {}) => ({
    settings: settings({ attachments, ...more }),
  });
  /** A disk that does not take some files. */
  const refusing = (
    isRefused: (file: NewAttachment) => boolean,
    error: Error = new DiskError('The disk is full.'),
  ): MemoryAttachments =>
    new (class extends MemoryAttachments {
      override write(file: NewAttachment): Promise<'created' | 'exists'> {
        return isRefused(file) ? Promise.reject(error) : super.write(file);
      }
    })();
  const asked = (): number =>
    world.server.requests.entries.filter(({ path }) => path.startsWith('/files/')).length;
  const put = (name: string, bytes: Uint8Array): string => {
    world.server.web.set(name, bytes);
    return `https://images.example.org/files/${name}`;
  };
  const book = (cover = 'https://images.example.org/files/cover', title = 'Walden'): number => {
    const { id } = world.library.addBook({ title, category: 'books', coverImageUrl: cover });
    world.library.addHighlight(id, { text: 'Our life is frittered away by detail.', location: 7 });
    world.pass(600);
    return id;
  };
  const read = async (title = 'Walden', from: Device = device): Promise<string> =>
    (await from.vault.read(`Readwise/Books/${title}.md`)) ?? '';

  describe('that the web makes', () => {
    it('should leave the link, say so, and ask again after 1, 2 and 4 days, never within a quiet sync (I12, I14)', async () => {
      book();
      expect(await world.sync(device, wanting())).toMatchObject({
        outcome: 'done',
        attachments: {
          fetched: 0,
          failed: [
            {
              id: 'https://images.example.org/files/cover',
              problem: { code: 'answered-with-status', status: 404 },
            },
          ],
        },
      });
      expect(await read()).toContain(COVER);
      const asks: number[] = [];
      for (let day = 1; day <= 8; day += 1) {
        world.pass(DAY);
        const before = asked();
        await world.sync(device, wanting());
        if (asked() > before) asks.push(day);
        const state = await device.state.list({ prefix: 'f', limit: 1000 });
        world.pass(60);
        expect(await world.sync(device, wanting())).toMatchObject({ vaultWrites: 0 });
        expect(await device.state.list({ prefix: 'f', limit: 1000 })).toEqual(state);
      }
      expect(asks).toEqual([1, 3, 7]);
      put('cover', fileBytes.png('at last'));
      world.pass(8 * DAY);
      expect(await world.sync(device, wanting())).toMatchObject({ attachments: { fetched: 1, failed: [] } });
      expect(await read()).toMatch(HERE);
    });

    it('should be asked for with what else the item lacks when both are due on one day (I14)', async () => {
      const id = book();
      await world.sync(device, wanting());
      world.pass(DAY);
      await world.sync(device, wanting());
      world.pass(DAY);
      world.library.addHighlight(id, {
        text: '![](https://images.example.org/files/map)',
        location: 8,
        highlightedAt: world.now - 30 * DAY * 1000,
      });
      world.pass(600);
      await world.sync(device, wanting());
      expect(asked()).toBe(3);
      world.pass(DAY);
      expect(await world.sync(device, wanting())).toMatchObject({ attachments: { failed: { length: 2 } } });
    });

    it('should not ask again for what is no longer wanted (I12)', async () => {
      book();
      await world.sync(device, wanting());
      for (let day = 0; day < 4; day += 1) {
        await world.sync(device, wanting({ images: true }));
        world.pass(DAY);
      }
      expect(asked()).toBe(1);
      await world.sync(device, wanting());
      expect(asked()).toBe(2);
    });

    it.each(['svg', 'html', 'heic', 'zip', 'pdf'] as const)(
      'should refuse %s as an image, whatever its name (I10)',
      async (type) => {
        book(put('cover.png', fileBytes[type]('alert(1)')));
        expect(await world.sync(device, wanting())).toMatchObject({
          outcome: 'done',
          attachments: { failed: [{ problem: { code: 'other-file-type', wanted: 'image' } }] },
        });
        expect([device.files.entries(), await read()]).toEqual([[], expect.stringContaining('cover.png')]);
      },
    );

    it('should leave what is too large where it is, and fetch it once more is allowed (I12)', async () => {
      book(put('cover', fileBytes.png('x'.repeat(2_000_000))));
      expect(await world.sync(device, wanting({ covers: true, maxMegabytes: 1 }))).toMatchObject({
        attachments: { fetched: 0 },
      });
      world.pass(60);
      await world.sync(device, wanting({ covers: true, maxMegabytes: 1 }));
      expect(asked()).toBe(1);
      world.pass(60);
      expect(await world.sync(device, wanting({ covers: true, maxMegabytes: 3 }))).toMatchObject({
        attachments: { fetched: 1 },
      });
      expect(await read()).toMatch(HERE);
    });

    it('should leave what is no address at all where it is', async () => {
      book('https://[bad/files/cover');
      book('https://images.example.org:99999/files/cover', 'Another');
      expect(await world.sync(device, wanting())).toMatchObject({
        outcome: 'done',
        attachments: { failed: [{ problem: { code: 'no-address' } }, { problem: { code: 'no-address' } }] },
      });
    });

    it('should not be asked for what a template of the person’s own shows from the vault, or by no address of the web (I12, I14)', async () => {
      book();
      put('cover', fileBytes.png('a pond'));
      device.vault.put(
        'T/mine.md',
        '# {{title}}\n![logo](Assets/logo.png) ![me](reader-file:abc:1) ![no](file:///etc/passwd)\n\n![](https://images.example.org/files/cover)\n\n%% highlight %%\n{{text}}\n',
      );
      const report = await world.sync(
        device,
        wanting({ covers: true, images: true, files: true }, { templates: { book: 'T/mine.md' } }),
      );
      expect(report).toMatchObject({ outcome: 'done', attachments: { fetched: 1, failed: [] } });
      expect(await read()).toContain(
        '![logo](Assets/logo.png) ![me](reader-file:abc:1) ![no](file:///etc/passwd)',
      );
    });

    it('should be no more than 200 in a sync, the newest first, and all in the end (I12)', async () => {
      for (let number = 0; number < 210; number += 1) {
        const { id } = world.library.addBook({
          title: `Book ${String(number)}`,
          category: 'books',
          coverImageUrl: put(`cover${String(number)}`, fileBytes.png(String(number))),
        });
        world.library.addHighlight(id, {
          text: 'Words',
          location: 1,
          highlightedAt: world.now + number * 1000,
        });
      }
      world.pass(3600);
      expect(await world.sync(device, wanting())).toMatchObject({ attachments: { fetched: 200 } });
      expect(await read('Book 209')).toMatch(HERE);
      expect(await read('Book 0')).not.toMatch(HERE);
      world.pass(60);
      expect(await world.sync(device, wanting())).toMatchObject({ attachments: { fetched: 10 } });
      expect(await read('Book 0')).toMatch(HERE);
    });
  });

  describe('that comes of several devices', () => {
    beforeEach(async () => {
      book(put('cover', fileBytes.png('a pond')));
      await world.sync(device, wanting());
    });

    it('should ask for nothing, and write nothing, where the state was lost (I5)', async () => {
      const lost = { ...device, state: new MemoryStateStore() };
      expect(await world.sync(lost, wanting())).toMatchObject({ vaultWrites: 0 });
      expect(asked()).toBe(1);
    });

    it('should leave the note as the other device wrote it while its file is still on its way (I8)', async () => {
      const other: Device = {
        vault: device.vault.copy(),
        state: new MemoryStateStore(),
        files: new MemoryAttachments(),
      };
      const before = other.vault.entries();
      await world.settle(other, wanting());
      expect(other.vault.entries()).toEqual(before);
      expect(other.files?.entries()).toEqual(device.files.entries());
    });

    it('should leave it also where the other device cannot get at the file (I8)', async () => {
      world.server.web.clear();
      const other: Device = {
        vault: device.vault.copy(),
        state: new MemoryStateStore(),
        files: new MemoryAttachments(),
      };
      await world.settle(other, wanting());
      expect(other.vault.entries()).toEqual(device.vault.entries());
    });

    it('should leave the note with the file that it shows when another device got something else from the address (I5, I8)', async () => {
      const [[path] = ['']] = device.files.entries();
      // By name, that comes before all others.
      device.files.put(path.replace(/[0-9a-f]{16}-/, `${'0'.repeat(16)}-`), fileBytes.png('another pond'));
      const before = device.vault.entries();
      for (const each of [device, { ...device, state: new MemoryStateStore() }])
        expect(await world.sync(each, wanting())).toMatchObject({ vaultWrites: 0 });
      expect(device.vault.entries()).toEqual(before);
      expect(asked()).toBe(1);
    });

    it('should leave a note alone whose file came from another address with the same content, until it is known (I8)', async () => {
      book(put('copy', fileBytes.png('a pond')), 'Copy');
      await world.settle(device, wanting());
      expect(await read('Copy')).toMatch(HERE);
      const before = device.vault.entries();
      const lost = { ...device, state: new MemoryStateStore() };
      expect(await world.sync(lost, wanting())).toMatchObject({
        vaultWrites: 0,
        attachments: { fetched: 1 },
      });
      await world.settle(lost, wanting());
      expect(device.vault.entries()).toEqual(before);
      expect(device.files.entries()).toHaveLength(1);
    });
  });

  describe('that the person makes', () => {
    let path: string;

    beforeEach(async () => {
      book(put('cover', fileBytes.png('a pond')));
      await world.sync(device, wanting());
      path = device.files.entries()[0]?.[0] ?? '';
    });

    it('should find a file wherever it was moved (I5)', async () => {
      device.files.move(path, `Elsewhere/${path.slice(path.lastIndexOf('/') + 1)}`);
      const lost = { ...device, state: new MemoryStateStore() };
      await world.settle(device, wanting());
      await world.settle(lost, wanting());
      expect([device.files.entries().length, asked()]).toEqual([1, 1]);
    });

    it('should not fetch again what the person deleted, but for a new note (I3)', async () => {
      device.files.remove(path);
      world.library.retitleBook(41000001, 'Walden Pond');
      world.pass(600);
      await world.settle(device, wanting());
      expect([device.files.entries(), asked()]).toEqual([[], 1]);
      book('https://images.example.org/files/cover', 'Another');
      await world.settle(device, wanting());
      expect([device.files.entries().length, asked()]).toEqual([1, 2]);
    });

    it('should fetch nothing for a note that the person deleted', async () => {
      device.vault.remove('Readwise/Books/Walden.md');
      world.library.editBook(41000001, { coverImageUrl: put('new cover', fileBytes.png('another pond')) });
      world.pass(600);
      await world.settle(device, wanting());
      expect(asked()).toBe(1);
    });

    it('should keep the attachments of a note that goes', async () => {
      world.library.deleteBook(41000001);
      world.pass(600);
      await world.settle(device, wanting());
      expect(device.vault.entries()).toEqual([]);
      expect(device.files.entries()).toHaveLength(1);
    });
  });

  it('should say so when the disk takes none, ask for few, and go on with the next sync (I14)', async () => {
    for (const title of ['One', 'Two', 'Three']) book(put(title, fileBytes.png(title)), title);
    const full = refusing(() => true);
    for (let time = 1; time < 3; time += 1) {
      expect(await world.sync({ ...device, files: full }, wanting())).toMatchObject({
        outcome: 'partial',
        failures: { length: 2, 0: { problem: { message: 'The disk is full.' } } },
      });
      expect(asked()).toBe(2 * time);
      world.pass(60);
    }
    expect(await world.sync(device, wanting())).toMatchObject({
      outcome: 'done',
      attachments: { fetched: 3 },
    });
    for (const title of ['One', 'Two', 'Three']) expect(await read(title)).toMatch(HERE);
  });

  describe('with one of which something always fails', () => {
    const others = ['One', 'Two', 'Three'];
    const BAD = fileBytes.png('Bad');
    const isBad = ({ bytes }: NewAttachment): boolean => Buffer.from(bytes).equals(Buffer.from(BAD));
    // Newer items come first, so those made last are before the bad ones and after them.
    beforeEach(() => {
      book(put('One', fileBytes.png('One')), 'One');
      for (const name of ['Bad', 'Worse', 'Worst']) book(put(name, BAD), name);
      for (const name of ['Two', 'Three']) book(put(name, fileBytes.png(name)), name);
    });

    const expectOthers = async (): Promise<void> => {
      for (const title of others) expect(await read(title)).toMatch(HERE);
      expect(await read('Bad')).not.toMatch(HERE);
    };

    it('should get the others, if not at once, when the disk does not take it (I16)', async () => {
      const files = refusing(isBad);
      await world.sync({ ...device, files }, wanting());
      world.pass(60);
      expect(await world.sync({ ...device, files }, wanting())).toMatchObject({ outcome: 'partial' });
      await expectOthers();
    });

    it('should get the others at once, tell it, and ask again ever more rarely, when it is a bug in writing (I14, I16)', async () => {
      const files = refusing(isBad, new TypeError('no such thing'));
      const report = await world.sync({ ...device, files }, wanting());
      const failure = { problem: { code: 'bug', name: 'TypeError' } };
      expect(report).toMatchObject({ outcome: 'partial', failures: [failure, failure, failure] });
      await expectOthers();
      const before = asked();
      world.pass(60);
      await world.sync({ ...device, files }, wanting());
      expect(asked()).toBe(before);
      world.pass(DAY);
      expect(await world.sync(device, wanting())).toMatchObject({ outcome: 'done' });
      expect(await read('Bad')).toMatch(HERE);
    });

    it('should get the others at once, and tell it, when it is a bug in fetching (I14, I16)', async () => {
      const { attachments } = world.dependencies(device);
      const downloader: Downloader = {
        get: async (request) => {
          if (/Bad|Worse|Worst/.test(request.url)) throw new TypeError('no such thing');
          if (attachments === undefined) throw new Error('There is no downloader');
          return attachments.downloader.get(request);
        },
      };
      const report = await world.sync({ ...device, downloader }, wanting());
      expect(report).toMatchObject({ outcome: 'partial', failures: { length: 3 } });
      await expectOthers();
    });

    it.each([
      ['is down', { status: 500 }],
      ['asks for a long pause', { status: 429, headers: { 'retry-after': '3000' } }],
    ])('should get images while the service %s for files of documents (I16)', async (_name, answer) => {
      for (const title of ['Paper', 'Report', 'Thesis'])
        world.library.addDocument({ title, category: 'pdf', location: 'later' });
      world.pass(600);
      world.server.faults.when(
        { path: '/api/v3/list/', matches: ({ query }) => query['withRawSourceUrl'] === 'true' },
        { kind: 'status', ...answer },
      );
      const report = await world.sync(device, wanting({ covers: true, files: true }));
      expect(report).toMatchObject({ outcome: 'failed', cause: 'service' });
      for (const title of others) expect(await read(title)).toMatch(HERE);
    });
  });

  it('should end in the same files and notes wherever it was killed (I6)', async () => {
    const fill = (): void => {
      for (const title of ['One', 'Two']) book(put(title, fileBytes.png(title)), title);
      book('https://images.example.org/files/gone', 'Gone');
    };
    fill();
    await world.settle(device, wanting());
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const dying = {
        vault: device.vault.copy(),
        files: new MemoryAttachments(),
        state: new DyingStateStore(at),
      };
      for (const [path] of dying.vault.entries()) dying.vault.remove(path);
      isOver = await world.sync(dying, wanting()).then(
        () => true,
        () => false,
      );
      const after = { ...dying, state: dying.state.copy() };
      await world.settle(after, wanting());
      expect(after.vault.entries()).toEqual(device.vault.entries());
      expect(after.files.entries()).toEqual(device.files.entries());
    }
  });

  it('should go on with the next sync where one was cancelled, and fetch nothing twice (I6)', async () => {
    for (const title of ['One', 'Two', 'Three']) book(put(title, fileBytes.png(title)), title);
    const cancel = new AbortController();
    const files = device.files;
    const cancelling = new (class extends MemoryAttachments {
      override write(file: NewAttachment): Promise<'created' | 'exists'> {
        cancel.abort(Object.assign(new Error('cancelled'), { name: 'AbortError' }));
        return files.write(file);
      }
    })();
    expect(
      await world.sync({ ...device, files: cancelling }, { ...wanting(), signal: cancel.signal }),
    ).toMatchObject({ outcome: 'failed', cause: 'cancelled' });
    expect(files.entries()).toHaveLength(1);
    world.pass(60);
    expect(await world.sync(device, wanting())).toMatchObject({
      outcome: 'done',
      attachments: { fetched: 2 },
    });
    for (const title of ['One', 'Two', 'Three']) expect(await read(title)).toMatch(HERE);
    expect(asked()).toBe(3);
  });
});

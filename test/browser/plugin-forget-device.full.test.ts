import { PERMISSION } from '../../src/obsidian/strings/permission-strings';
import { OUTBOX } from '../../src/obsidian/strings/outbox-strings';
import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { FORGET_DEVICE, WORK } from '../../src/obsidian/strings/window-strings';
import { aWaitingChange } from '../support/builders';
import { answerOf } from './answer-of';
import { benchFor } from './bench-for';
import { OutboxBench } from './outbox-bench';

const BUTTON = `${ROWS.forgetDevice.name}: ${SETTINGS.buttons.forgetDevice}`;
const TOKEN = 'canary-token-good-1';

/** Runs in the page: as another window would. */
async function putIntoOutbox(change: { readonly id: string }): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const opening = indexedDB.open(names.find((name) => name.startsWith('florilegium-outbox')) ?? '');
  await new Promise((done) => (opening.onsuccess = done));
  const store = opening.result.transaction('entries', 'readwrite').objectStore('entries');
  const putting = store.put(JSON.stringify(change), `outbox/${change.id}`);
  await new Promise((done) => (putting.onsuccess = done));
  opening.result.close();
}

describe('removing what the device stored', () => {
  let scene: OutboxBench;
  const bench = benchFor(() => ({ app: scene.app, servers: [scene.server] }));

  const databases = (): Promise<readonly (string | undefined)[]> =>
    answerOf(scene.app.page, async () => (await indexedDB.databases()).map(({ name }) => name), null);

  async function ask(): Promise<void> {
    await scene.app.openSettings(PAGES.advanced.name);
    await scene.app.button(BUTTON).click();
  }
  const isLeft = async (): Promise<boolean> =>
    (await databases()).length + (await scene.app.localKeys()).length > 0;

  async function waitingTitle(): Promise<void> {
    scene = await OutboxBench.open(bench);
    scene.refuseUpdate(400);
    await scene.sendTitle('On Walking');
    await scene.app.notice(/^Change title: not sent\./).click();
  }

  it('should name unsent changes, leave nothing on the device, and begin again without a second note', async () => {
    await waitingTitle();
    const { app, dialog } = scene;
    const notes = await app.notes();
    await ask();
    await dialog.getByText(FORGET_DEVICE.unsent(1)).waitFor();
    await dialog.getByText('Change title: Walking').waitFor();
    await dialog.getByRole('button', { name: FORGET_DEVICE.cancel }).click();
    expect((await databases()).length).toBe(2);
    await app.button(BUTTON).click();
    await dialog.getByRole('button', { name: FORGET_DEVICE.remove, exact: true }).click();
    await app.notice(FORGET_DEVICE.done).click();
    expect([await isLeft(), await app.secret('florilegium-token')]).toEqual([false, '']);
    // The open views are right, and make nothing anew.
    await app.closeSettings();
    await app.runCommand(COMMANDS.status);
    await app.statusPane.getByRole('heading').first().waitFor();
    expect(await app.page.getByRole('region', { name: OUTBOX.notSent(1) }).count()).toBe(0);
    expect([await isLeft(), await app.notes()]).toEqual([false, notes]);

    await app.reloadPage({ token: TOKEN });
    await app.page.getByRole('alert').getByRole('button', { name: PERMISSION.allow }).click();
    await app.button('Sync now').click();
    await app.notice('Up to date').click();
    expect(await app.notes()).toEqual(notes);
    expect(scene.writes).toBe(1);
  });

  it('should name what was asked for while the question stood', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    await ask();
    const first = app.page.getByRole('dialog', { name: FORGET_DEVICE.title });
    await first.waitFor();
    await answerOf(app.page, putIntoOutbox, aWaitingChange('z'));
    await first.getByRole('button', { name: FORGET_DEVICE.remove, exact: true }).click();
    await app.page.getByText(FORGET_DEVICE.unsent(1)).waitFor();
    expect((await databases()).length).toBe(2);
    await app.page.getByRole('button', { name: FORGET_DEVICE.remove, exact: true }).click();
    await app.notice(FORGET_DEVICE.done).waitFor();
    expect(await isLeft()).toBe(false);
  });

  it('should not begin while a sync runs', async () => {
    scene = await OutboxBench.open(bench);
    const { app, server } = scene;
    server.faults.when({}, { kind: 'silence' });
    await app.button('Sync now').click();
    await ask();
    await app.notice(WORK.busy).waitFor();
    expect(await app.page.getByRole('dialog', { name: FORGET_DEVICE.title }).count()).toBe(0);
  });

  it('should work when the app’s databases do not open, and say that changes may be lost', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    const notes = await app.notes();
    await app.openSettings(PAGES.advanced.name);
    await app.page.evaluate(() => {
      const real = Reflect.get(IDBFactory.prototype, 'open');
      Reflect.set(window, 'letDatabaseOpen', () => (IDBFactory.prototype.open = real));
      IDBFactory.prototype.open = () => {
        throw new DOMException('Connection to the server lost.', 'UnknownError');
      };
    });
    await app.button(BUTTON).click();
    await dialog.getByText(FORGET_DEVICE.unread).waitFor();
    await dialog.getByRole('button', { name: FORGET_DEVICE.remove, exact: true }).click();
    await app.notice(FORGET_DEVICE.done).waitFor();
    await app.page.evaluate(() => (Reflect.get(window, 'letDatabaseOpen') as () => void)());
    expect([await isLeft(), await app.notes()]).toEqual([false, notes]);
  });
});

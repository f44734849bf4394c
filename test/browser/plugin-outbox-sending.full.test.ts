import { OUTBOX, SEND_CHANGES } from '../../src/obsidian/strings/outbox-strings';
import { CONFLICTS } from '../../src/obsidian/strings/pane-strings';
import { COMMANDS, PROGRESS } from '../../src/obsidian/strings/strings';
import { UNDO } from '../../src/obsidian/strings/window-strings';
import { until } from './app-under-test';
import { benchFor } from './bench-for';
import { OutboxBench, WALDEN, WALKING } from './outbox-bench';

describe('the outbox', () => {
  let scene: OutboxBench;
  const bench = benchFor(() => ({ app: scene.app, servers: [scene.server] }));

  it('should send what was changed by hand and ticked, and nothing else (I15)', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog, server } = scene;
    await scene.edit(WALKING, /^title: .*$/m, 'title: On Walking');
    await scene.edit(WALDEN, 'Why?', 'Because.');
    await app.button('Sync now').click();
    await app.notice(/Up to date/).click();
    await app.runCommand('Open sync status');
    await scene.outbox.getByRole('heading', { name: OUTBOX.byHand(2) }).waitFor();
    expect(scene.writes).toBe(0);
    await scene.outbox.getByRole('button', { name: COMMANDS.sendChanges }).click();
    expect(await scene.tick(WALKING, 'title').isChecked()).toBe(false);
    await dialog.getByRole('group', { name: CONFLICTS.mineLabel }).getByText('Because.').waitFor();
    await dialog.getByRole('group', { name: CONFLICTS.theirsLabel }).getByText('Why?').waitFor();
    await scene.tick(WALDEN, 'note').check();
    await dialog.getByRole('button', { name: SEND_CHANGES.send(1), exact: true }).click();
    await app.notice('Note changed.').click();
    expect(server.library.books.highlight(scene.highlightId).note).toBe('Because.');
    expect(scene.title).toBe('Walking');
    expect(scene.writes).toBe(1);
    await scene.outbox.getByRole('heading', { name: OUTBOX.byHand(1) }).waitFor();
    await app.inStatusView('Sync now');
    await app.notice(/Up to date/).click();
    expect(scene.writes).toBe(1);
  });

  it('should show what waits, why and until when', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.refuseUpdate(429, { 'Retry-After': '600' });
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent yet\./).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Change title: Walking');
    await entry.getByText(/ It is sent at \d\d:\d\d\.$/).waitFor();
    await entry.getByText(OUTBOX.changes).click();
    await entry.getByRole('group', { name: OUTBOX.then }).getByText('On Walking').waitFor();
    expect(scene.title).toBe('Walking');
  });

  it('should send what waits when the person asks', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.refuseUpdate(401);
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent yet\./).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Change title: Walking');
    await entry.getByText(/Readwise refused the access token/).waitFor();
    await entry.getByRole('button', { name: OUTBOX.send }).click();
    await app.notice('Title changed.').waitFor();
    await entry.waitFor({ state: 'hidden' });
    expect(scene.title).toBe('On Walking');
  });

  it('should send what waits when the network is back', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.refuseUpdate(401);
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent yet\./).click();
    await app.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await app.notice('Title changed.').click();
    expect(scene.title).toBe('On Walking');
  });

  it('should send what waits when a person syncs, whatever its next try is', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.refuseUpdate(429, { 'Retry-After': '600' });
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent yet\./).click();
    await app.button('Sync now').click();
    await until(() => scene.title === 'On Walking');
  });

  it('should name what was sent when a person would undo, and change it back', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    await scene.sendTitle('On Walking');
    await app.notice('Title changed.').click();
    await app.runCommand(COMMANDS.undo);
    await dialog
      .getByRole('group', { name: UNDO.stays(1) })
      .getByText(UNDO.why.sent)
      .waitFor();
    await dialog
      .getByRole('group', { name: UNDO.sent(1) })
      .getByRole('button')
      .click();
    await app.notice('Title changed.').waitFor();
    expect(scene.title).toBe('Walking');
  });

  it('should show of a send its own progress, and nothing of the sync before it', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    const update = { path: /^\/api\/v3\/update\//, times: 1 };
    scene.server.faults.when(update, { kind: 'delay', ms: 3000 });
    await app.runCommand('Open sync status');
    const progress = app.page.getByRole('group', { name: PROGRESS.name });
    await scene.sendTitle('On Walking');
    await progress.getByText('Readwise: sending 1 change…').waitFor();
    expect(await progress.getByRole('progressbar').isVisible()).toBe(true);
    await app.notice('Title changed.').waitFor();
    await progress.waitFor({ state: 'hidden' });
    expect(scene.title).toBe('On Walking');
  });

  it.each([
    { button: OUTBOX.mine, title: 'On Walking' },
    { button: OUTBOX.theirs, title: 'Walks' },
  ])('should settle a conflict by $button', async ({ button, title }) => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.server.library.editDocument(scene.documentId, { title: 'Walks' });
    await scene.sendTitle('On Walking');
    await app.notice(/changed in Readwise/).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Change title: Walking');
    await entry.getByRole('group', { name: OUTBOX.then }).getByText('On Walking').waitFor();
    await entry.getByRole('group', { name: OUTBOX.now }).getByText('Walks').waitFor();
    expect(scene.title).toBe('Walks');
    await entry.getByRole('button', { name: button }).click();
    await entry.waitFor({ state: 'hidden' });
    await until(() => scene.title === title);
  });
});

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
    await app.notice(/up to date/).click();
    await app.runCommand('Open sync status');
    await scene.outbox
      .getByText('2 changes that you made by hand in your notes are not at Readwise.')
      .waitFor();
    expect(scene.writes).toBe(0);
    await scene.outbox.getByRole('button', { name: 'Send my changes…' }).click();
    await dialog
      .getByRole('status')
      .getByText(/^2 changes found/)
      .waitFor();
    await dialog.getByRole('group', { name: 'Change of Note in Readwise/Books/Walden' }).waitFor();
    await app.screenshot('send-changes-desktop');
    await dialog.getByLabel('Readwise/Books/Walden, Note').check();
    await dialog.getByRole('button', { name: 'Send 1 change' }).click();
    await app.notice('Edited highlight: done.').click();
    expect(server.library.books.highlight(scene.highlightId).note).toBe('Because.');
    expect(scene.title).toBe('Walking');
    expect(scene.writes).toBe(1);
    await scene.outbox
      .getByText('1 change that you made by hand in your notes is not at Readwise.')
      .waitFor();
    await app.inStatusView('Sync now');
    await app.notice(/up to date/).click();
    expect(scene.writes).toBe(1);
  });

  it('should show what waits, why and until when', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.refuseUpdate(429, { 'Retry-After': '600' });
    await scene.sendTitle('On Walking');
    await app.notice(/^Edited item: waits\./).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Edited item: Walking');
    await entry.getByText('The service asked for a pause. The change is sent after it.').waitFor();
    await entry.getByText(/^Since \d{4}-.* Next try \d{4}-/).waitFor();
    await entry.getByText('What changes').click();
    await entry.getByRole('insertion').getByText('On Walking').waitFor();
    await app.screenshot('outbox-waiting-desktop');
    expect(scene.title).toBe('Walking');
  });

  it('should send what waits when the person asks', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.refuseUpdate(401);
    await scene.sendTitle('On Walking');
    await app.notice(/^Edited item: waits\./).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Edited item: Walking');
    await entry.getByText(/The next sync tries again\.$/).waitFor();
    await entry.getByRole('button', { name: 'Send now' }).click();
    await app.notice('Edited item: done.').waitFor();
    await scene.outbox.waitFor({ state: 'hidden' });
    expect(scene.title).toBe('On Walking');
  });

  it.each([
    { button: 'Send mine', title: 'On Walking' },
    { button: 'Keep theirs', title: 'Walks' },
  ])('should settle a conflict by $button', async ({ button, title }) => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    scene.server.library.editDocument(scene.documentId, { title: 'Walks' });
    await scene.sendTitle('On Walking');
    await app.notice(/Readwise has another value by now/).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Edited item: Walking');
    await entry.getByRole('deletion').getByText('On Walking').waitFor();
    await entry.getByRole('insertion').getByText('Walks').waitFor();
    expect(scene.title).toBe('Walks');
    await app.screenshot('outbox-conflict-desktop');
    await entry.getByRole('button', { name: button }).click();
    await entry.waitFor({ state: 'hidden' });
    await until(() => scene.title === title);
  });
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCurrentStore } from '../../pkg/state/current-store';
import { UNKNOWN_TEMPLATE } from '../../src/messages/outbox-messages';
import { builtTerminal } from '../support/built-programs';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { TerminalScene } from './terminal-scene';

let program: string;
let scene: TerminalScene;
let documentIds: readonly string[];
let highlightIds: readonly number[];
let allowed: readonly string[];

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  scene = await TerminalScene.create(program);
  const { library } = scene;
  documentIds = [1, 2, 3].map(
    (index) => library.addDocument({ title: `Essay ${index}`, location: 'later', tags: ['nature'] }).id,
  );
  const book = library.addBook({ title: 'Walden', category: 'books' });
  highlightIds = Array.from(
    { length: 21 },
    (_, index) => library.addHighlight(book.id, { text: `Passage ${index}.`, note: `Why ${index}?` }).id,
  );
  expect((await scene.run('sync')).code).toBe(0);
  const settings = join(makeTemporaryFolder(), 'settings.json');
  writeFileSync(settings, JSON.stringify({ sendBack: { title: true, tags: true, note: true } }));
  allowed = ['--settings', settings];
  scene.server.requests.clear();
});
afterEach(() => scene.server.close());

function change(path: string, from: string, to: string): void {
  const before = scene.note(path);
  expect(before).toContain(from);
  writeFileSync(join(scene.vault, path), before.replace(from, to));
}

const pathOf = (index: number): string => `Readwise/Articles/Essay ${index}.md`;
const WALDEN = 'Readwise/Books/Walden.md';
const noteOf = (index: number): string => scene.library.books.highlight(highlightIds[index] ?? 0).note;
const titleOf = (index: number): string =>
  scene.library.documents.get(documentIds[index - 1] ?? '').title ?? '';

describe('florilegium send', () => {
  it('should have nothing to send where nobody asked for anything', async () => {
    change(pathOf(1), 'title: Essay 1\n', 'title: Mine\n');
    const answer = await scene.run('send');
    expect(answer).toMatchObject({ code: 0, json: { outcome: 'sent', changes: [], requests: 0 } });
    expect(scene.server.requests.entries).toEqual([]);
  });

  it('should list what was changed by hand and what waits, and send both', async () => {
    change(pathOf(1), 'title: Essay 1\n', 'title: Mine\n');
    change(pathOf(2), '- nature\n', '- nature\n  - feet\n');
    change(WALDEN, 'Why 7?', 'Because.');
    await scene.withToken('canaryTokenOfNobody', 'edit', documentIds[2] ?? '', '--title', 'Asked');
    scene.server.requests.clear();
    const listed = await scene.text('send', '--dry-run', ...allowed);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain('  - Title: Essay 1\n  + Title: Mine\n');
    expect(listed.stdout).toContain('  Add tags: feet\n');
    expect(listed.stdout).toContain('  - Note: Why 7?\n  + Note: Because.\n');
    expect(listed.stdout).toContain('  + Title: Asked\n');
    expect((await scene.run('send', '--dry-run', ...allowed)).json.changes).toHaveLength(4);
    expect(scene.server.requests.entries).toEqual([]);
    expect(await scene.outbox()).toHaveLength(1);

    const sent = await scene.run('send', ...allowed);
    expect(sent).toMatchObject({ code: 0, json: { outcome: 'sent' } });
    expect(sent.json.changes).toHaveLength(4);
    expect([titleOf(1), titleOf(3)]).toEqual(['Mine', 'Asked']);
    expect(noteOf(7)).toBe('Because.');
    expect((await scene.run('send', ...allowed)).json.changes).toEqual([]);
    expect(await scene.outbox()).toEqual([]);
  });

  it('should only be offered by a sync, and be asked for once while it waits', async () => {
    change(pathOf(2), '- nature\n', '- nature\n  - feet\n');
    const synced = await scene.run('sync', ...allowed);
    expect(synced.stderr).toContain('1 change that you made by hand in notes can be sent to Readwise');
    expect(scene.writes).toEqual([]);
    const send = ['send', ...allowed];
    expect((await scene.withToken('canaryTokenOfNobody', ...send)).code).toBe(4);
    expect((await scene.withToken('canaryTokenOfNobody', ...send)).code).toBe(4);
    expect(await scene.outbox()).toHaveLength(1);
  });

  it('should send nothing from notes with the same id, and name them', async () => {
    const draft = scene.note(pathOf(1)).replace('title: Essay 1\n', 'title: Draft\n');
    writeFileSync(join(scene.vault, 'Draft.md'), draft);
    change(pathOf(2), 'title: Essay 2\n', 'title: Mine\n');
    const { json, stderr } = await scene.run('send', ...allowed);
    expect(json.changes).toHaveLength(1);
    expect(stderr).toContain('Several notes have the same id, so nothing is sent from them.');
    expect(stderr).toContain(`  Draft.md\n  ${pathOf(1)}\n`);
    expect([titleOf(1), titleOf(2)]).toEqual(['Essay 1', 'Mine']);
  });

  it('should name a note that was written with a template it does not have, with each look', async () => {
    const own = join(scene.vault, 'own.md');
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(own, '# {{title}}\n%% highlight %%\n{{text}} (read)\n\n{{note}} (thought)\n');
    writeFileSync(settings, JSON.stringify({ templates: { book: 'own.md' } }));
    expect((await scene.run('sync', '--settings', settings)).code).toBe(0);
    change(WALDEN, 'Why 7?', 'Because.');
    rmSync(own);
    rmSync(scene.state, { recursive: true });
    expect((await scene.run('sync', ...allowed)).code).toBe(0);
    for (const words of [['send', '--dry-run'], ['send']]) {
      const { code, json, stderr } = await scene.run(...words, ...allowed);
      expect({ code, changes: json.changes }).toEqual({ code: 0, changes: [] });
      expect(stderr).toContain(`${UNKNOWN_TEMPLATE}\n  ${WALDEN}\n`);
    }
    expect(scene.writes).toEqual([]);
  });

  it('should ask once more before more than 20 changes made by hand', async () => {
    highlightIds.forEach((_, index) => change(WALDEN, `Why ${index}?`, `Mine ${index}.`));
    const refused = await scene.run('send', ...allowed);
    expect(refused).toMatchObject({ code: 2, json: { outcome: 'refused' } });
    expect(refused.stderr).toContain('21 changes');
    expect(scene.server.requests.entries).toEqual([]);
    expect(await scene.outbox()).toEqual([]);
    expect((await scene.run('send', '--yes', ...allowed)).json).toMatchObject({ outcome: 'sent' });
    expect(noteOf(20)).toBe('Mine 20.');
  });

  it('should refuse to settle what does not wait', async () => {
    const { code, json } = await scene.run('send', '--discard', 'nothing');
    expect(code).toBe(2);
    expect(json).toMatchObject({ outcome: 'refused', changes: [{ target: 'nothing', state: 'refused' }] });
  });

  it('should only do what was named when a change is named', async () => {
    change(pathOf(1), 'title: Essay 1\n', 'title: Mine\n');
    await scene.withToken('canaryTokenOfNobody', 'edit', documentIds[1] ?? '', '--title', 'Asked');
    const [waiting] = await scene.outbox();
    scene.server.requests.clear();
    const id = waiting?.id ?? '';
    const decided = [{ id, kind: 'edit-item', decision: 'discard', name: 'Essay 2' }];
    const planned = await scene.text('send', '--dry-run', '--discard', id, ...allowed);
    expect(planned.stdout).toContain(
      'Would be decided:\n  Given up, so it is not sent: the change to “Essay 2”.\n',
    );
    expect(await scene.outbox()).toHaveLength(1);
    const refused = await scene.run('send', '--theirs', id, ...allowed);
    expect(refused).toMatchObject({ code: 2, json: { outcome: 'refused' } });
    expect(refused.stderr).toContain('is in no conflict');
    const answer = await scene.run('send', '--discard', id, ...allowed);
    expect(answer).toMatchObject({
      code: 0,
      json: { outcome: 'decided', changes: [], decided, requests: 0 },
    });
    expect(answer.stderr).toContain('Given up, so it is not sent: the change to “Essay 2”.');
    expect(answer.stderr).not.toContain('Nothing was to be sent');
    expect(scene.server.requests.entries).toEqual([]);
    expect([titleOf(1), titleOf(2)]).toEqual(['Essay 1', 'Essay 2']);
  });

  it('should try a refused change again when it is named', async () => {
    const [id = ''] = documentIds;
    scene.server.faults.when(
      { method: 'PATCH', path: /update/, times: 1 },
      { kind: 'status', status: 400, body: '{"title":["Not today."]}' },
    );
    expect((await scene.run('edit', id, '--title', 'Asked')).code).toBe(2);
    const [refused] = await scene.outbox();
    expect(refused).toMatchObject({ state: 'refused' });
    expect((await scene.run('send', '--retry', refused?.id ?? '')).code).toBe(0);
    expect(titleOf(1)).toBe('Asked');
  });

  it('should store nothing and say so while another sync runs', async () => {
    const other = await openCurrentStore({ folder: scene.state, beforeCommit: () => Promise.resolve() });
    const answer = await scene.run('edit', documentIds[0] ?? '', '--title', 'Asked');
    await other.store.close();
    expect(answer).toMatchObject({ code: 6, json: { outcome: 'refused', requests: 0 } });
    expect(answer.stderr).toMatch(/Another sync is running.*Nothing was stored or sent/);
    expect(scene.server.requests.entries).toEqual([]);
  });

  it.each([
    ['an edit', { method: 'PATCH' }, () => ['edit', `rw${String(highlightIds[3])}`, '--note', 'Asked']],
    ['a new highlight', { method: 'POST' }, () => ['highlight', '--title', 'Walden', '--text', 'Asked']],
    ['a deletion', { method: 'DELETE' }, () => ['delete', `rw${String(highlightIds[3])}`, '--yes']],
    [
      'an edit, when its answer was fetched',
      { method: 'GET', path: '/api/v2/export/' },
      () => ['edit', `rw${String(highlightIds[3])}`, '--note', 'Asked'],
    ],
  ] as const)(
    'should send nothing twice and lose nothing when it was killed after the service did what was asked: %s (I15)',
    async (_what, match, words) => {
      await scene.killedAfter(match, ...words());
      expect(await scene.outbox()).toHaveLength(1);
      expect(scene.writes.map(({ status }) => status)).toHaveLength(1);
      const answer = await scene.run('send');
      expect(answer).toMatchObject({ code: 0, json: { outcome: 'sent' } });
      expect(scene.writes).toHaveLength(1);
      expect(await scene.outbox()).toEqual([]);
      expect((await scene.run('sync')).code).toBe(0);
      const isAsked = scene.note(WALDEN).includes('Asked');
      expect(isAsked || !scene.note(WALDEN).includes('Passage 3.')).toBe(true);
    },
  );
});

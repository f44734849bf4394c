import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtTerminal } from '../support/built-programs';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { addWalden } from '../support/walden-library';
import { TerminalScene } from './terminal-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';

let program: string;
let scene: TerminalScene;
let bookId: number;
let highlightId: number;
let documentId: string;
let anchor: string;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  scene = await TerminalScene.create(program);
  ({ bookId, highlightId, documentId, anchor } = addWalden(scene.library));
  expect((await scene.run('sync')).code).toBe(0);
  scene.server.requests.clear();
});
afterEach(() => scene.server.close());

const highlight = () => scene.library.books.highlight(highlightId);
const document = () => scene.library.documents.get(documentId);
const tagNames = (tags: readonly { readonly name: string }[]) => tags.map(({ name }) => name).sort();

async function expectQuiet(): Promise<void> {
  const { code, stdout } = await scene.run('sync');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
}

async function expectRefused(reason: RegExp, ...words: readonly string[]): Promise<void> {
  const { code, json, stderr } = await scene.run(...words);
  expect(code).toBe(2);
  expect(stderr).toMatch(reason);
  expect(json).toMatchObject({ outcome: 'refused', changes: [{ state: 'refused' }], requests: 0 });
  expect(json.changes[0]?.reason).toMatch(reason);
  expect(scene.writes).toEqual([]);
  expect(await scene.outbox()).toEqual([]);
}

describe('florilegium edit', () => {
  it('should change note, colour and tags of a highlight, in the note as well', async () => {
    const answer = await scene.run(
      ...['edit', anchor, '--note', 'Once is enough.', '--color', 'blue'],
      ...['--add-tag', 'thrift', '--add-tag', 'prose', '--remove-tag', 'life', '--rename-tag', 'style=form'],
    );
    expect(answer.code).toBe(0);
    expect(answer.json).toMatchObject({
      outcome: 'sent',
      changes: [{ target: anchor, fields: ['note', 'color', 'tags'], state: 'sent' }],
    });
    expect(highlight()).toMatchObject({ note: 'Once is enough.', color: 'blue' });
    expect(tagNames(highlight().tags)).toEqual(['form', 'prose', 'thrift']);
    expect(scene.note(WALDEN)).toContain('Once is enough.');
    expect(await scene.outbox()).toEqual([]);
    await expectQuiet();
  });

  it('should change a document by id, and by the path of its note', async () => {
    expect((await scene.run('edit', documentId, '--title', 'Walking on')).code).toBe(0);
    const path = join(scene.vault, 'Readwise/Articles/Walking on.md');
    const tags = ['--tags', 'nature,feet', '--location', 'archive'];
    expect((await scene.run('edit', path, ...tags)).code).toBe(0);
    expect(document()).toMatchObject({ title: 'Walking on', location: 'archive' });
    expect(tagNames(document().tags)).toEqual(['feet', 'nature']);
    const fromVault = await scene.run('edit', 'Readwise/Articles/Walking on.md', '--tags', 'feet');
    expect(fromVault.code).toBe(0);
    expect(tagNames(document().tags)).toEqual(['feet']);
    await expectQuiet();
  });

  it('should change the tags of a book, and refuse its title', async () => {
    await expectRefused(/only the tags of a book/, 'edit', String(bookId), '--title', 'W.');
    expect((await scene.run('edit', WALDEN, '--rename-tag', 'woods=forest')).code).toBe(0);
    expect(tagNames(scene.library.books.book(bookId).tags)).toEqual(['forest']);
  });

  it('should refuse what it does not know or the service cannot do, before anything is stored', async () => {
    await expectRefused(/nothing called “rw999”/, 'edit', 'rw999', '--note', 'x');
    await expectRefused(/nothing called/, 'edit', '../outside.md', '--note', 'x');
    await expectRefused(/Note.*at most 8191.*8192/, 'edit', anchor, '--note', 'x'.repeat(8192));
    await expectRefused(/Color must be one of/, 'edit', anchor, '--color', 'black');
    await expectRefused(/title of a highlight/, 'edit', anchor, '--title', 'x');
    await expectRefused(/whole number.*shortlist/, 'edit', anchor, '--location', 'shortlist');
    await expectRefused(/would empty the note in.*--yes/, 'edit', anchor, '--note', '');
    await expectRefused(/would empty the tags in.*--yes/, 'edit', documentId, '--tags', '');
    await expectRefused(
      /Location must be one of.*but is shortlist/,
      'edit',
      documentId,
      '--location',
      'shortlist',
    );
    await expectRefused(/no tag “nope” .* life, style/, 'edit', anchor, '--rename-tag', 'nope=x');
    await expectRefused(/no tag “nope” .* nature/, 'edit', documentId, '--rename-tag', 'nope=x');
    await expectRefused(/no tag “nope” .* woods/, 'edit', String(bookId), '--rename-tag', 'nope=x');
    expect((await scene.run('edit', anchor)).code).toBe(2);
    expect((await scene.run('edit', anchor, '--rename-tag', 'life')).code).toBe(2);
    expect((await scene.run('edit', anchor, '--note', '', '--yes')).code).toBe(0);
    expect(highlight().note).toBe('');
  });

  it('should send nothing twice when asked twice', async () => {
    expect((await scene.run('edit', anchor, '--note', 'Mine.')).code).toBe(0);
    const sent = scene.writes.length;
    const again = await scene.run('edit', anchor, '--note', 'Mine.');
    expect(again).toMatchObject({ code: 0, json: { outcome: 'sent', changes: [] } });
    expect(scene.writes).toHaveLength(sent);
  });

  it('should wait while the service cannot be reached, and be sent once', async () => {
    const waiting = await scene.offline('edit', anchor, '--note', 'Mine.');
    expect(waiting).toMatchObject({ code: 5, json: { outcome: 'waiting', changes: [{ state: 'waiting' }] } });
    expect((await scene.offline('edit', anchor, '--note', 'Mine.')).code).toBe(5);
    const [change] = await scene.outbox();
    expect(await scene.outbox()).toHaveLength(1);
    expect(change).toMatchObject({ target: anchor, fields: ['note'], state: 'waiting' });
    expect((await scene.text('status')).stdout).toMatch(
      /Changes for Readwise:\n {2}Change note: .+\n {4}Not sent yet\. .+ could not be reached: .+\n/,
    );
    expect((await scene.run('send')).code).toBe(0);
    expect(highlight().note).toBe('Mine.');
    expect(await scene.outbox()).toEqual([]);
    await expectQuiet();
  });

  it('should wait with code 1 when the service asks for a pause', async () => {
    scene.server.faults.when(
      { method: 'GET', path: `/api/v2/highlights/${highlightId}/` },
      { kind: 'status', status: 429, headers: { 'Retry-After': '3000' } },
    );
    const answer = await scene.run('edit', anchor, '--note', 'Mine.');
    expect(answer).toMatchObject({ code: 1, json: { outcome: 'waiting' } });
    expect(answer.json.changes[0]?.reason).toContain('limits requests');
  });

  it('should wait with code 4 when the token is refused, and be sent after the next sync', async () => {
    const answer = await scene.withToken('canaryTokenOfNobody', 'edit', anchor, '--note', 'Mine.');
    expect(answer).toMatchObject({ code: 4, json: { outcome: 'waiting' } });
    expect(await scene.outbox()).toHaveLength(1);
    expect((await scene.run('sync', '--dry-run')).code).toBe(0);
    expect(scene.writes).toEqual([]);
    const synced = await scene.run('sync');
    expect(synced.code).toBe(0);
    expect(JSON.parse(synced.stdout)).toMatchObject({ outbox: { outcome: 'sent' } });
    expect(highlight().note).toBe('Mine.');
    expect(await scene.outbox()).toEqual([]);
    await expectQuiet();
  });

  it('should keep the text when the thing is gone', async () => {
    scene.library.books.deleteHighlight(highlightId);
    const answer = await scene.run('edit', anchor, '--note', 'Mine.');
    expect(answer).toMatchObject({
      code: 2,
      json: { outcome: 'refused', changes: [{ mine: { note: 'Mine.' }, state: 'refused' }] },
    });
    const [change] = await scene.outbox();
    expect((await scene.run('send', '--discard', change?.id ?? '')).code).toBe(0);
    expect(await scene.outbox()).toEqual([]);
  });

  it('should only show what it would send in a dry run', async () => {
    const { code, stdout } = await scene.text('edit', anchor, '--note', 'Mine.', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Change note: .+\n {2}- Note: Why twice\?\n {2}\+ Note: Mine\.\n/m);
    expect(scene.server.requests.entries).toEqual([]);
    expect(await scene.outbox()).toEqual([]);
  });
});

describe('a conflict', () => {
  const conflict = async (): Promise<string> => {
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    const { code, json, stderr } = await scene.run('edit', anchor, '--note', 'Mine.');
    expect(code).toBe(3);
    expect(json).toMatchObject({
      outcome: 'conflict',
      changes: [{ state: 'conflict', mine: { note: 'Mine.' }, theirs: { note: 'Theirs.' } }],
    });
    const id = json.changes[0]?.id ?? '';
    expect(stderr).toContain(`send --mine ${id}`);
    expect(scene.writes).toEqual([]);
    return id;
  };

  it('should be told by status and by each sync, and be settled with --mine', async () => {
    const id = await conflict();
    expect(await scene.outbox()).toMatchObject([{ id, state: 'conflict' }]);
    const synced = await scene.run('sync');
    expect(synced.code).toBe(3);
    expect(JSON.parse(synced.stdout)).toMatchObject({ outcome: 'done', outbox: { outcome: 'conflict' } });
    expect((await scene.run('send', '--mine', id)).code).toBe(0);
    expect(highlight().note).toBe('Mine.');
    await expectQuiet();
  });

  it('should be settled with --theirs', async () => {
    const id = await conflict();
    const both = await scene.run('send', '--mine', id, '--theirs', id);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('is named twice') as string });
    expect(await scene.outbox()).toMatchObject([{ id, state: 'conflict' }]);
    expect((await scene.run('send', '--theirs', id)).code).toBe(0);
    expect(highlight().note).toBe('Theirs.');
    expect(await scene.outbox()).toEqual([]);
    expect((await scene.run('send', '--mine', id)).code).toBe(2);
  });
});

describe('florilegium delete', () => {
  it('should delete nothing without --yes', async () => {
    const { code, stderr } = await scene.run('delete', anchor);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^This deletes “Simplify.*--yes/);
    expect(scene.server.requests.entries).toEqual([]);
    expect((await scene.text('delete', anchor, '--dry-run')).stdout).toMatch(/^Delete highlight: ./m);
  });

  it('should delete a highlight, and no second time', async () => {
    scene.library.addHighlight(bookId, { text: 'Our life is frittered away.', location: 2 });
    await scene.run('sync');
    expect((await scene.run('delete', anchor, '--yes')).code).toBe(0);
    expect(highlight().deletedAt).not.toBeNull();
    expect(scene.note(WALDEN)).not.toContain('Simplify');
    expect((await scene.run('delete', anchor, '--yes')).code).toBe(2);
    await expectQuiet();
  });

  it('should delete a document, and its note', async () => {
    expect((await scene.run('delete', WALKING, '--yes')).code).toBe(0);
    expect(scene.library.documents.find(documentId)).toBeNull();
    expect(scene.note(WALKING)).toBe('');
    await expectQuiet();
  });

  it('should be done when it is gone already, and refuse a book', async () => {
    scene.library.deleteDocument(documentId);
    expect(await scene.run('delete', documentId, '--yes')).toMatchObject({
      code: 0,
      json: { outcome: 'sent' },
    });
    await expectRefused(/only the tags of a book/, 'delete', String(bookId), '--yes');
  });
});

describe('florilegium save', () => {
  it('should save a page with its tags, and say when it was there', async () => {
    const url = 'https://example.com/essay';
    const words = [
      'save',
      url,
      '--title',
      'Essay',
      '--tags',
      'a,b',
      '--location',
      'later',
      '--note',
      'Read.',
    ];
    expect(await scene.run(...words)).toMatchObject({
      code: 0,
      json: { outcome: 'sent', changes: [{ target: url, state: 'sent' }] },
    });
    expect(scene.note('Readwise/Articles/Essay.md')).toContain('Essay');
    const again = await scene.run('save', url);
    expect(again).toMatchObject({ code: 0, json: { changes: [{ wasThere: true }] } });
    expect(again.stderr).toContain('Already in Reader.');
  });

  it('should send the page itself when a file has it', async () => {
    const file = join(makeTemporaryFolder(), 'page.html');
    writeFileSync(file, '<article><h1>Mine</h1><p>Words of mine.</p></article>');
    const url = 'https://example.com/mine';
    expect((await scene.run('save', url, '--title', 'Mine', '--html', file)).code).toBe(0);
    expect((await scene.run('save', url, '--html', '/no/such/file')).code).toBe(2);
    await expectQuiet();
  });

  it('should refuse a place that there is not, and what is no address', async () => {
    const url = 'https://example.com/x';
    await expectRefused(/Location must be one of.*but is nowhere/, 'save', url, '--location', 'nowhere');
    await expectRefused(/like 2026-01-31.*but is soon/, 'save', url, '--published-date', 'soon');
    await expectRefused(/Address must be like .*but is notaurl/, 'save', 'notaurl');
    const file = join(makeTemporaryFolder(), 'page.html');
    writeFileSync(file, '<p>Words of mine.</p>');
    expect((await scene.run('save', 'notaurl', '--html', file)).code).toBe(0);
  });
});

describe('florilegium highlight', () => {
  const created = () =>
    [...scene.library.books.books()].flatMap(({ id, title }) =>
      scene.library.books.liveHighlightsOf(id).map(({ text, note }) => ({ title, text, note })),
    );

  it('should make a highlight with its tags', async () => {
    const words = [
      'highlight',
      '--title',
      'Walden',
      '--author',
      'Thoreau',
      '--text',
      'Time is but the stream.',
    ];
    const answer = await scene.run(...words, '--note', 'Fishing.', '--tags', 'time,water');
    expect(answer).toMatchObject({ code: 0, json: { outcome: 'sent', changes: [{ target: 'Walden' }] } });
    const [made] = scene.library.books.liveHighlightsOf(bookId).filter(({ text }) => text.startsWith('Time'));
    expect(tagNames(made?.tags ?? [])).toEqual(['time', 'water']);
    expect(scene.note(WALDEN)).toContain('Time is but the stream.');
    await expectQuiet();
    expect((await scene.run(...words)).code).toBe(0);
    expect(scene.library.books.liveHighlightsOf(bookId)).toHaveLength(2);
  });

  it('should go into the one book with that title', async () => {
    const words = ['highlight', '--title', 'walden', '--text', 'Time is but the stream.'];
    expect((await scene.text(...words, '--dry-run')).stdout).toContain('  in: Walden, Thoreau\n');
    expect((await scene.run(...words)).code).toBe(0);
    expect(scene.library.books.liveHighlightsOf(bookId)).toHaveLength(2);
    expect([...scene.library.books.books()]).toHaveLength(1);
  });

  it('should be sent and said to be in no note, as a dry run foretells, when the settings leave it out', async () => {
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(settings, JSON.stringify({ scope: { highlights: { any: { favorites: true } } } }));
    const words = [
      'highlight',
      '--title',
      'walden',
      '--text',
      'Time is but the stream.',
      '--settings',
      settings,
    ];
    const out = 'Your settings leave it out of your notes.';
    expect((await scene.text(...words, '--dry-run')).stdout).toContain(`  in: Walden, Thoreau\n  ${out}\n`);
    expect((await scene.text(...words)).stderr).toContain(`“Walden”: Highlight saved. ${out}\n`);
    expect(scene.library.books.liveHighlightsOf(bookId)).toHaveLength(2);
    expect(scene.note(WALDEN)).not.toContain('Time is but the stream.');
  });

  it('should name the books when several have that title, and go into the one that is meant', async () => {
    const second = scene.library.addBook({ title: 'Walden', author: 'Skinner' });
    scene.library.addHighlight(second.id, { text: 'Two.' });
    await scene.run('sync');
    const words = ['highlight', '--title', 'Walden', '--text', 'Three.'];
    await expectRefused(/2 books have the title “Walden”.*--author.*: Thoreau; Skinner/, ...words);
    expect((await scene.run(...words, '--author', 'skinner')).code).toBe(0);
    expect(scene.library.books.liveHighlightsOf(second.id)).toHaveLength(2);
    expect((await scene.run(...words, '--author', 'Nobody')).code).toBe(0);
    expect([...scene.library.books.books()]).toHaveLength(3);
  });

  it('should make many from JSON, in the form of the service', async () => {
    const many = [1, 2, 3].map((n) => ({
      title: 'Essays',
      text: `Passage ${n}.`,
      source_url: '',
      location: n,
    }));
    expect((await scene.typing(JSON.stringify({ highlights: many })).run('highlight')).code).toBe(0);
    expect(created().filter(({ title }) => title === 'Essays')).toHaveLength(3);
    expect(scene.writes).toHaveLength(1);
    expect((await scene.typing('[{"text":"Alone."}]').run('highlight')).code).toBe(0);
    expect((await scene.typing('{"text":"Alone, too."}').run('highlight')).code).toBe(0);
    expect(created().filter(({ text }) => text.startsWith('Alone'))).toHaveLength(2);
  });

  it('should refuse what the service does not take, with field and number', async () => {
    const tooLong = 'x'.repeat(8192);
    const many = JSON.stringify([{ text: 'Short.' }, { text: tooLong }]);
    await expectRefused(/Highlight 1: text may have at most 8191/, 'highlight', '--text', tooLong);
    scene.typing(many);
    await expectRefused(/Highlight 2: text may have at most 8191 characters, but has 8192/, 'highlight');
    scene.typing('[{"text":"Short.","colour":"red"}]');
    await expectRefused(/does not take: colour/, 'highlight');
    scene.typing('[{"text":"Short."},{"text":""}]');
    await expectRefused(/^Highlight 2: text is missing/, 'highlight');
    await expectRefused(/one word/, 'highlight', '--text', 'Short.', '--tags', 'two words');
    for (const input of ['', '{', '[1]', '{"title":"No text"}', '[]'])
      expect((await scene.typing(input).run('highlight')).code).toBe(2);
  });

  it('should be made once when the answer is lost', async () => {
    const sending = { method: 'POST', path: '/api/v2/highlights/' };
    scene.server.faults.when(sending, { kind: 'cut', bytes: 1 });
    const words = ['highlight', '--title', 'Essays', '--text', 'Whoso would be a man.'];
    expect((await scene.run(...words)).code).toBe(5);
    expect(await scene.outbox()).toMatchObject([{ target: 'Essays', text: 'Whoso would be a man.' }]);
    expect(created().filter(({ title }) => title === 'Essays')).toHaveLength(1);
    const sent = scene.writes.length;
    expect((await scene.run('send')).json).toMatchObject({ outcome: 'sent' });
    expect(scene.writes).toHaveLength(sent);
    expect(scene.note('Readwise/Books/Essays.md')).toContain('Whoso would be a man.');
    await expectQuiet();
  });
});

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../../../src/model/library-check';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { NodeTexts } from '../../../pkg/vault/vault-files';
import { checkLines } from '../../../src/messages/check-messages';
import { NoteNotHereError, type Vault } from '../../../src/model/ports';
import { checkLibrary } from '../../../src/features/check/check-library';
import { forgetState, planUnmark, removeMarks } from '../../../src/features/unmark/remove-marks';
import { settings, World } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { flakyVault } from '../../support/flaky-vault';
import { MemoryStateStore } from '../../support/memory-state-store';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const NOTE = 'Readwise/Books/Walden.md';
const OTHER = 'Readwise/Books/Essays.md';

describe('checking a library on a disk', () => {
  let world: World;
  let folder: string;
  let state: MemoryStateStore;

  beforeEach(async () => {
    world = await World.create();
    folder = makeTemporaryFolder();
    state = new MemoryStateStore();
    for (const title of ['Walden', 'Essays', 'Meditations', 'Letters', 'Politics', 'Poems']) {
      const { id } = world.library.addBook({ title, category: 'books' });
      for (const number of [1, 2])
        world.library.addHighlight(id, { text: `Passage ${String(number)} of ${title}.`, location: number });
    }
    await sync();
  });
  afterEach(() => world.close());

  async function inVault<Result>(use: (vault: Vault) => Promise<Result>): Promise<Result> {
    const vault = new NodeVault({ folder });
    try {
      return await use(vault);
    } finally {
      await vault.flush();
    }
  }
  const sync = (options: Parameters<World['sync']>[1] = {}) => {
    world.pass(61);
    return inVault((vault) => world.sync({ vault, state }, options));
  };
  const host = () => ({ state, clock: new FakeClock(), settings: settings() });
  const check = async (): Promise<readonly Finding[]> =>
    (await inVault((vault) => checkLibrary({ vault, ...host() }))).findings;
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  /** A vault that does not give some notes out. */
  const refusing = (vault: Vault, isClosed: (path: string) => boolean, more: Partial<Vault> = {}): Vault =>
    Object.assign(Object.create(vault) as Vault, {
      read: (path: string) =>
        isClosed(path) ? Promise.reject(new NoteNotHereError(path)) : vault.read(path),
      ...more,
    });
  const told = async () =>
    (await check()).map(({ fault, damage = fault, path, about }) => [damage, path, about]);

  it('should find nothing, and ask the service nothing, when all is as a sync left it', async () => {
    expect(await check()).toEqual([]);
  });

  it('should say that it cannot tell what is missing when no sync has gone through', async () => {
    state = new MemoryStateStore();
    expect(await inVault((vault) => checkLibrary({ vault, ...host() }))).toEqual({
      findings: [],
      notes: 6,
      unread: [],
      isComplete: false,
    });
  });

  it('should name each second note of an item, with the one that is kept up to date', async () => {
    put('Copy.md', text(NOTE));
    put('Walden.sync-conflict-20260101-120000-ABCDEFG.md', text(NOTE));
    expect(await told()).toEqual([
      ['double', 'Copy.md', [NOTE]],
      ['double', 'Walden.sync-conflict-20260101-120000-ABCDEFG.md', [NOTE]],
    ]);
  });

  it.each([
    ['cut', (whole: string) => whole.replace(/ =\w+\.[^ ]+ %%$/m, '')],
    ['written into', (whole: string) => whole.replace(' p=', ' my words p=')],
    ['broken in two', (whole: string) => whole.replace(' k:', '\nk:')],
    ['doubled', (whole: string) => `${whole}${/^%% florilegium .*%%$/m.exec(whole)?.[0] ?? ''}\n`],
    ['not at the end', (whole: string) => `${whole}\nMine.\n`],
  ])('should report a damaged trailer when it is %s', async (_, damage) => {
    put(NOTE, damage(text(NOTE)));
    expect(await told()).toEqual([['trailer', NOTE, []]]);
  });

  it('should report a lost trailer until the next sync is to write the note', async () => {
    put(NOTE, text(NOTE).replace(/^%% florilegium .*%%$/m, ''));
    expect(await told()).toEqual([['trailer', NOTE, []]]);
    world.library.addHighlight(41_000_001, { text: 'New.', location: 9 });
    world.pass(61);
    const report = await inVault((vault) => world.sync({ vault: flakyVault(vault, new Set([1, 3])), state }));
    expect(report).toMatchObject({ notes: { failed: 1 } });
    expect(await told()).toEqual([]);
  });

  it('should find no fault in a trailer that a person writes about in code', async () => {
    put(NOTE, text(NOTE).replace('\n---\n', '\n---\n`%% florilegium 1 n=`\n\n'));
    expect(await told()).toEqual([]);
  });

  it('should report highlights that stand twice, but not in code', async () => {
    const [block = '', anchor = ''] = /Passage 1 of Walden\.[^]*?\^(rw\d+)/.exec(text(NOTE)) ?? [];
    put(NOTE, text(NOTE).replace('## Highlights', `\`\`\`\n^${anchor}\n\`\`\`\n\n## Highlights`));
    expect(await told()).toEqual([]);
    put(NOTE, text(NOTE).replace('\n---\n', `\n---\n${block}\n\n`));
    expect(await told()).toEqual([['block-twice', NOTE, [anchor]]]);
  });

  it('should report front matter that cannot be read', async () => {
    put(NOTE, text(NOTE).replace('---\n', '---\nbroken: [1, 2\n'));
    expect(await told()).toEqual([['front-matter', NOTE, []]]);
  });

  it('should report a note whose id is lost or is none', async () => {
    put(NOTE, text(NOTE).replace(/^readwise-id: .*\n/m, ''));
    put(OTHER, text(OTHER).replace(/^readwise-id: .*$/m, 'readwise-id: mine!'));
    expect(await told()).toEqual([
      ['id', OTHER, []],
      ['id', NOTE, []],
    ]);
  });

  it('should report a note as stale when an older version of it came back', async () => {
    const older = text(NOTE);
    world.library.addHighlight(41_000_001, { text: 'New.', location: 9 });
    await sync();
    expect(await told()).toEqual([]);
    put(NOTE, older);
    expect(await told()).toEqual([['stale', NOTE, []]]);
  });

  it('should report an item as missing when its note was never written', async () => {
    const { id } = world.library.addBook({ title: 'Walking', category: 'articles' });
    world.library.addHighlight(id, { text: 'In my walks I would fain return to my senses.' });
    await sync({ settings: settings({ scope: { bookCategories: ['books'] } }) });
    expect(await told()).toEqual([['missing', '', ['Walking']]]);
  });

  it('should stop as every run does when most of the vault is not there', async () => {
    const paths = ['Walden', 'Essays', 'Meditations', 'Letters'].map((title) => `Readwise/Books/${title}.md`);
    for (const path of paths) rmSync(join(folder, path));
    await expect(check()).rejects.toMatchObject({ problem: { code: 'vault-incomplete', missing: 4 } });
    const stopped = await inVault((vault) => world.render({ vault, state }, settings()));
    expect(stopped).toMatchObject({ outcome: 'failed', cause: 'vault' });
    await expect(check()).rejects.toMatchObject({ problem: { code: 'vault-incomplete' } });
  });

  describe('what a person asked for', () => {
    it('should not be missing when they deleted the note, whether a sync saw that or not', async () => {
      rmSync(join(folder, NOTE));
      expect(await told()).toEqual([]);
      world.library.retitleBook(41_000_001, 'Walden, again');
      await sync();
      expect(await told()).toEqual([]);
    });

    it.each([
      ['removed the marks of the note', [NOTE]],
      ['removed all marks', null],
    ])('should not be missing when they %s', async (_, paths) => {
      await inVault((vault) =>
        removeMarks({ vault, texts: new NodeTexts(folder), ...host() }, { paths, keepsAnchors: false }),
      );
      expect(text(NOTE)).not.toContain('florilegium');
      expect(await told()).toEqual([]);
    });

    it.each([
      [
        'a rule leaves the item out',
        { rules: [{ when: { categories: ['books'] }, then: { leaveOut: true } }] },
      ],
      ['it is out of scope', { scope: { bookCategories: ['articles'] } }],
    ])('should not be missing when %s', async (_, values) => {
      const wanted = settings(values);
      state = new MemoryStateStore();
      rmSync(join(folder, 'Readwise'), { recursive: true });
      await sync({ settings: wanted });
      expect(await inVault((vault) => vault.survey())).toEqual([]);
      const found = await inVault((vault) => checkLibrary({ vault, ...host(), settings: wanted }));
      expect(found).toMatchObject({ findings: [], isComplete: true });
      expect(await told()).toHaveLength(6);
    });
  });

  const deleteBook = (id: number): void =>
    world.library.books
      .liveHighlightsOf(id)
      .forEach((highlight) => world.library.deleteHighlight(highlight.id));

  it('should advise to delete only notes that hold nothing of the person when their items are gone', async () => {
    put('Odd.md', '---\nreadwise-id: 123456\n---\nMine.\n');
    put(NOTE, text(NOTE).replace('\n---\n', '\n---\nMine.\n\n'));
    const untouched = text(OTHER);
    deleteBook(41_000_001);
    deleteBook(41_000_002);
    await sync();
    put(OTHER, untouched);
    put(
      'Old.md',
      text(NOTE)
        .replace(/^readwise-status: .*\n/m, '')
        .replace('41000001', '123457'),
    );
    const found = (await check()).map(({ fault, path, because }) => [fault, path, because]);
    expect(found).toEqual([
      ['orphan', OTHER, undefined],
      ['kept', 'Odd.md', 'edited'],
      ['kept', 'Old.md', 'edited'],
      ['kept', NOTE, 'deleted'],
    ]);
    const lines = checkLines({ findings: await check(), notes: 9, unread: [], isComplete: true });
    const advice = lines.findIndex((line) => line.includes('Delete them'));
    expect(lines.slice(advice + 1, advice + 3)).toEqual([
      `  ${OTHER}`,
      expect.stringContaining('You wrote in them'),
    ]);
    expect(lines).toContain(`  ${NOTE} (deleted in Readwise)`);
  });

  it('should check notes of highlights by what they are of', async () => {
    await sync({ settings: settings({ notePerHighlight: true }) });
    const parts = (await inVault((vault) => vault.survey())).filter(({ partId }) => partId !== null);
    expect(parts).toHaveLength(12);
    expect(await told()).toEqual([]);
    const path = parts[0]?.path ?? '';
    put('Part.md', text(path));
    put(path, `${text(path)}\nMine.\n`);
    put('Alone.md', text(path).replace(/^readwise-part: .*$/m, 'readwise-part: rw1'));
    expect((await told()).map(([fault, where]) => [fault, where])).toEqual([
      ['double', 'Part.md'],
      ['trailer', path],
      ['kept', 'Alone.md'],
    ]);
  });

  it.each([
    ['an earlier', 41_000_003, 41_000_001],
    ['a later', 41_000_001, 41_000_003],
  ])('should find the note of a highlight in order when that moved to %s book', async (_, from, to) => {
    const one = settings({ notePerHighlight: true });
    await sync({ settings: one });
    const [moved] = world.library.books.liveHighlightsOf(from);
    world.library.moveHighlight(moved?.id ?? 0, to);
    await sync({ settings: one });
    const parts = (await inVault((vault) => vault.survey())).filter(
      ({ partId }) => partId === `rw${String(moved?.id)}`,
    );
    expect(parts).toHaveLength(1);
    expect(await told()).toEqual([]);
  });

  it('should change nothing, neither in the vault nor in the state', async () => {
    put('Copy.md', text(NOTE));
    put(NOTE, `${text(NOTE)}\nMine.\n`);
    put('Odd.md', '---\nreadwise-id: 123456\n---\nMine.\n');
    const before = [text(NOTE), text('Copy.md'), await state.list({ prefix: '', limit: 1000 })];
    expect(await told()).toHaveLength(3);
    expect([text(NOTE), text('Copy.md'), await state.list({ prefix: '', limit: 1000 })]).toEqual(before);
  });

  it('should say which notes could not be read, and nothing else about them', async () => {
    const findings = await inVault((vault) =>
      checkLibrary({ vault: refusing(vault, (path) => path === NOTE), ...host() }),
    );
    expect(findings).toEqual({ findings: [], notes: 6, unread: [NOTE], isComplete: true });
  });

  it('should say which notes could not be read where their folder is closed', async () => {
    const closed = (path: string): boolean => path.startsWith('Readwise/Books/');
    const findings = await inVault(async (vault) => {
      const survey = (await vault.survey()).filter(({ path }) => !closed(path));
      return checkLibrary({
        vault: refusing(vault, closed, { survey: () => Promise.resolve(survey) }),
        ...host(),
      });
    });
    expect(findings).toMatchObject({ findings: [], notes: 0 });
    expect(findings.unread).toHaveLength(6);
  });

  it("should end with the signal's reason, with nothing written, when it is cut short", async () => {
    const abort = new AbortController();
    const progress = (): void => abort.abort(new Error('enough'));
    await expect(
      inVault((vault) => checkLibrary({ vault, ...host() }, { signal: abort.signal, progress })),
    ).rejects.toThrow('enough');
  });

  describe('and leaving it', () => {
    const leave = (options: Partial<Parameters<typeof removeMarks>[1]> = {}) =>
      inVault((vault) =>
        removeMarks(
          { vault, texts: new NodeTexts(folder), ...host() },
          { paths: null, keepsAnchors: false, ...options },
        ),
      );

    it('should make plain notes of all, keep linked anchors, go on where it was cut short, and change nothing the second time', async () => {
      const anchor = /\^(rw\d+)/.exec(text(NOTE))?.[1] ?? '';
      put('Board.canvas', `{"nodes":[{"file":"${NOTE}","subpath":"#^${anchor}"}]}`);
      const abort = new AbortController();
      const first = await leave({
        signal: abort.signal,
        progress: (done, total) => {
          if (total === 6 && done === 2) abort.abort();
        },
      });
      expect(first).toMatchObject({ changed: 2, left: 4 });
      expect(await leave()).toMatchObject({ changed: 4, left: 0, failures: [] });
      expect(await leave()).toMatchObject({ changed: 0 });
      expect(text(NOTE)).toContain(`^${anchor}`);
      expect(text(OTHER)).not.toContain('^rw');
      for (const path of [NOTE, OTHER]) expect(text(path)).not.toMatch(/florilegium|readwise-id/);
      expect(text(NOTE)).toContain('Passage 1 of Walden.');
    });

    it('should name the notes that it could not read, and whose marks therefore stand', async () => {
      const closed = (path: string): boolean => path === NOTE;
      const texts = new NodeTexts(folder);
      const seen = {
        paths: async () => (await texts.paths()).filter((path) => !closed(path)),
        read: (path: string) => texts.read(path),
      };
      const result = await inVault((vault) =>
        removeMarks(
          { vault: refusing(vault, closed), texts: seen, ...host() },
          { paths: null, keepsAnchors: false },
        ),
      );
      expect(result).toMatchObject({ changed: 5, left: 0, failures: [{ path: NOTE }] });
    });

    it('should name the notes that it could not write, whose marks therefore stand, and go on with the others', async () => {
      const result = await inVault((vault) => {
        const update: Vault['update'] = (path, change) =>
          path === NOTE ? Promise.reject(new NoteNotHereError(path)) : vault.update(path, change);
        return removeMarks(
          { vault: refusing(vault, () => false, { update }), texts: new NodeTexts(folder), ...host() },
          { paths: null, keepsAnchors: false },
        );
      });
      expect(result).toMatchObject({
        changed: 5,
        left: 0,
        failures: [{ path: NOTE, problem: { code: 'note-not-here', path: NOTE } }],
      });
      expect(text(NOTE)).toContain('readwise-id');
    });

    it('should tell beforehand which notes would lose how many anchors, and how many would stay', async () => {
      const anchors = [NOTE, OTHER].map((path) =>
        [...text(path).matchAll(/\^(rw\d+)$/gm)].map(([, anchor = '']) => anchor),
      );
      put('Mine.md', `![[Walden#^${anchors[0]?.[0] ?? ''}]]`);
      const plan = (keepsAnchors: boolean) =>
        inVault((vault) =>
          planUnmark(
            { vault, texts: new NodeTexts(folder), ...host() },
            { paths: [NOTE, OTHER], keepsAnchors },
          ),
        );
      expect(await plan(false)).toMatchObject({
        notes: [NOTE, OTHER].sort(),
        anchors: anchors.flat().length,
        keptAnchors: 1,
        failures: [],
      });
      expect(await plan(true)).toMatchObject({
        anchors: anchors.flat().length,
        keptAnchors: anchors.flat().length,
      });
    });

    it('should leave one note alone to the person, which is not made again, and go on with the others', async () => {
      expect(await leave({ paths: [NOTE] })).toMatchObject({ changed: 1 });
      const plain = text(NOTE);
      world.library.addHighlight(41_000_001, { text: 'New.', location: 9 });
      await sync();
      expect(text(NOTE)).toBe(plain);
      expect((await inVault((vault) => vault.survey())).map(({ path }) => path)).not.toContain(NOTE);
    });

    it('should make all notes anew, beside the plain ones, when the state was forgotten and the person leaves these', async () => {
      await leave();
      await forgetState({ state, outbox: new MemoryStateStore() });
      const plain = text(NOTE);
      expect(await sync()).toMatchObject({ cause: 'other-notes', vaultWrites: 0 });
      expect(await sync({ confirmation: 'leave-others' })).toMatchObject({ notes: { created: 6 } });
      expect(text(NOTE)).toBe(plain);
    });
  });

  it('should follow a note that was moved to another folder', async () => {
    mkdirSync(join(folder, 'Elsewhere'));
    renameSync(join(folder, NOTE), join(folder, 'Elsewhere/Walden.md'));
    expect(await check()).toEqual([]);
  });
});

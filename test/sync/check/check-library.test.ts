import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding, Repair } from '../../../src/core/check/finding';
import { identityIn as ids } from '../../../src/sync/plan/note-identity';
import { NodeVault } from '../../../src/platform/node/vault/node-vault';
import { NodeTexts } from '../../../src/platform/node/vault/vault-texts';
import { NoteNotHereError, type Vault } from '../../../src/ports';
import { applyRepairs } from '../../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../../src/sync/check/check-library';
import { keys } from '../../../src/sync/state/keys';
import { forgetState, planLeaving, removeMarks } from '../../../src/sync/leave/remove-marks';
import { settings, World } from '../../property/world';
import { FakeClock } from '../../support/fake-clock';
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
    const vault = new NodeVault({ folder, cacheFile: null });
    try {
      return await use(vault);
    } finally {
      await vault.close();
    }
  }
  const sync = (options: Parameters<World['sync']>[1] = {}) => {
    world.pass(61);
    return inVault((vault) => world.sync({ vault, state }, options));
  };
  const host = () => ({ state, clock: new FakeClock(), settings: settings() });
  const check = async (): Promise<readonly Finding[]> =>
    (await inVault((vault) => checkLibrary({ vault, ...host() }))).findings;
  const repair = (repairs: readonly Repair[]) =>
    inVault((vault) => applyRepairs({ vault, ...host() }, repairs));
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
  const told = (findings: readonly Finding[]) =>
    findings.map(({ fault, path, repairs }) => [
      fault,
      path,
      repairs.map((each) =>
        each.kind === 'edit' ? `${each.edit.edit} ${each.path}` : `${each.kind} ${each.path}`,
      ),
    ]);

  /** Mends as proposed, syncs, and expects that nothing is left to say or do. */
  async function expectMended(): Promise<void> {
    await repair((await check()).map(({ repairs: [first] }) => first));
    await sync();
    expect(await sync()).toMatchObject({ outcome: 'done', vaultWrites: 0, conflicts: [] });
    expect(await check()).toEqual([]);
  }

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

  it('should take no note for a second one when the host has yet to hear that another program put it where that was', async () => {
    const survey = await inVault((vault) => vault.survey());
    const [walden, essays] = [text(NOTE), text(OTHER)];
    put(OTHER, walden);
    put('Readwise/Books/Essays of another name.md', essays);
    rmSync(join(folder, NOTE));
    const vault = await inVault((now) =>
      Promise.resolve(
        refusing(now, () => false, {
          survey: () =>
            Promise.resolve([
              ...survey,
              { path: 'Readwise/Books/Essays of another name.md', ...ids(essays) },
            ]),
        }),
      ),
    );
    expect(
      (await checkLibrary({ vault, ...host() })).findings.filter(({ fault }) => fault === 'second-note'),
    ).toEqual([]);
  });

  it('should move no second note to the trash when the person has taken the first one away since they looked', async () => {
    put('Copy.md', text(NOTE));
    const repairs = (await check()).map(({ repairs: [first] }) => first);
    rmSync(join(folder, NOTE));
    expect(await repair(repairs)).toMatchObject([{ path: 'Copy.md', outcome: 'changed-meanwhile' }]);
    expect(text('Copy.md')).toContain('Passage 1 of Walden.');
  });

  it('should move an untouched copy to the trash and keep the note where it was', async () => {
    put('Copy.md', text(NOTE));
    expect(told(await check())).toEqual([
      ['second-note', 'Copy.md', ['trash Copy.md', 'marks-off Copy.md', `marks-off ${NOTE}`]],
    ]);
    await expectMended();
    expect(text('.trash/Copy.md')).toBe(text(NOTE));
  });

  it('should move no copy to the trash that somebody has written into meanwhile', async () => {
    put('Copy.md', text(NOTE));
    const [finding] = await check();
    put('Copy.md', `${text(NOTE).replace('## Highlights', '## Highlights\n\nMine.')}`);
    expect(await repair(finding === undefined ? [] : [finding.repairs[0]])).toEqual([
      { path: 'Copy.md', outcome: 'changed-meanwhile', message: '' },
    ]);
    expect(text('Copy.md')).toContain('Mine.');
  });

  it('should make a plain note of the one that the person picks when both hold words, and go on with the other', async () => {
    put(NOTE, text(NOTE).replace('## Highlights', '## Highlights\n\nMine here.'));
    put('Walden.sync-conflict-20260101-120000-ABCDEFG.md', text(NOTE).replace('Mine here.', 'Mine there.'));
    const [finding] = await check();
    expect(told(finding === undefined ? [] : [finding])).toEqual([
      [
        'conflict-copy',
        'Walden.sync-conflict-20260101-120000-ABCDEFG.md',
        ['marks-off Walden.sync-conflict-20260101-120000-ABCDEFG.md', `marks-off ${NOTE}`],
      ],
    ]);
    await repair(finding?.repairs[1] === undefined ? [] : [finding.repairs[1]]);
    expect(text(NOTE)).toMatch(/^---\n(?!readwise-id)[^]*Mine here\./);
    await sync();
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
    expect(await check()).toEqual([]);
    expect(text('Walden.sync-conflict-20260101-120000-ABCDEFG.md')).toContain('Mine there.');
  });

  it("should let a changed block count as the person's and an equal one as clean after a damaged trailer was taken out (I2)", async () => {
    put(
      NOTE,
      text(NOTE)
        .replace('Passage 1 of', 'Passage one, says mine, of')
        .replace(/rw\d+=[^ ]+ %%$/m, ''),
    );
    expect(told(await check())).toEqual([['trailer-damaged', NOTE, [`trailer-out ${NOTE}`]]]);
    await expectMended();
    expect(text(NOTE)).toContain('Passage one, says mine, of Walden.');
    expect(text(NOTE).match(/Passage 2 of Walden/g)).toHaveLength(1);
  });

  it('should give a note its id again when that was lost or is none', async () => {
    put(NOTE, text(NOTE).replace(/^readwise-id: .*\n/m, ''));
    put(OTHER, text(OTHER).replace(/^readwise-id: .*$/m, 'readwise-id: mine!'));
    expect((await check()).map(({ fault, path }) => [fault, path])).toEqual([
      ['identity-lost', NOTE],
      ['id-malformed', OTHER],
    ]);
    await expectMended();
    for (const path of [NOTE, OTHER]) expect(text(path)).toMatch(/^readwise-id: \d+$/m);
  });

  it('should name a note whose id is none where the device holds nothing of what stood there', async () => {
    await state.commit([{ put: keys.note('b:1'), value: { path: 'Mine.md' } }]);
    put('Mine.md', '---\nreadwise-id: mine!\n---\nMine.\n');
    expect((await check()).map(({ fault, path }) => [fault, path])).toEqual([['id-malformed', 'Mine.md']]);
  });

  it('should take the id of another item out of a note, whichever of its ids that is', async () => {
    const [first, second] = ['Walking', 'Wild Apples'].map((title) =>
      world.library.addDocument({ title, category: 'article', location: 'later' }),
    );
    for (const document of [first, second])
      world.library.addMirroredHighlight(document?.id ?? '', {
        text: `Of ${document?.id ?? ''}.`,
        location: 1,
      });
    await sync();
    const path = 'Readwise/Articles/Walking.md';
    const whole = text(path);
    const other = text('Readwise/Articles/Wild Apples.md');
    for (const name of ['readwise-id', 'reader-id']) {
      put(
        path,
        whole.replace(
          new RegExp(`^${name}: .*$`, 'm'),
          new RegExp(`^${name}: .*$`, 'm').exec(other)?.[0] ?? '',
        ),
      );
      expect((await check()).map(({ fault, path: where, about }) => [fault, where, about])).toEqual([
        ['id-of-another', path, [name]],
      ]);
      await expectMended();
      for (const each of ['readwise-id', 'reader-id'])
        expect(new RegExp(`^${each}: .*$`, 'm').exec(text(path))?.[0]).toBe(
          new RegExp(`^${each}: .*$`, 'm').exec(whole)?.[0],
        );
    }
  });

  it('should ask for a note again that is not there, and for none that the person deleted', async () => {
    rmSync(join(folder, NOTE));
    rmSync(join(folder, OTHER));
    expect((await check()).map(({ fault, path, about }) => [fault, path, about])).toEqual([
      ['note-missing', OTHER, ['Essays']],
      ['note-missing', NOTE, ['Walden']],
    ]);
    const walden = (await check()).filter(({ path }) => path === NOTE);
    await repair(walden.map(({ repairs: [first] }) => first));
    world.library.retitleBook(41_000_002, 'Essays, again');
    await sync();
    expect(text(NOTE)).toContain('Passage 1');
    await sync();
    expect(await check()).toEqual([]);
  });

  it('should find notes of nothing, and notes of what is gone, and make plain notes of them', async () => {
    put('Odd.md', '---\nreadwise-id: 123456\n---\nMine.\n');
    put(NOTE, text(NOTE).replace('## Highlights', '## Highlights\n\nMine.'));
    for (const highlight of world.library.books.liveHighlightsOf(41_000_001))
      world.library.deleteHighlight(highlight.id);
    await sync();
    expect(told(await check())).toEqual([
      ['item-unknown', 'Odd.md', ['marks-off Odd.md']],
      ['item-gone', NOTE, [`marks-off ${NOTE}`]],
    ]);
    await expectMended();
    expect(text('Odd.md')).toBe('Mine.\n');
    expect(text(NOTE)).not.toMatch(/readwise-status|%% florilegium/);
  });

  it('should check notes of highlights and full texts by what they are of', async () => {
    await sync({ settings: settings({ notePerHighlight: true }) });
    const parts = (await inVault((vault) => vault.survey())).filter(({ partId }) => partId !== null);
    expect(parts).toHaveLength(12);
    expect(await check()).toEqual([]);
    const path = parts[0]?.path ?? '';
    put('Part.md', text(path));
    put(path, `${text(path)}\nMine.\n`);
    put('Alone.md', text(path).replace(/^readwise-part: .*$/m, 'readwise-part: rw1'));
    expect((await check()).map(({ fault, path: where }) => [fault, where])).toEqual([
      ['second-note', 'Part.md'],
      ['trailer-misplaced', path],
      ['part-alone', 'Alone.md'],
    ]);
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
        failures: [{ path: NOTE, message: new NoteNotHereError(NOTE).message }],
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
          planLeaving(
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

    it('should make all notes anew, beside the plain ones, when the state was forgotten and a sync is made all the same', async () => {
      await leave();
      await forgetState(state);
      const plain = text(NOTE);
      expect(await sync()).toMatchObject({ notes: { created: 6 } });
      expect(text(NOTE)).toBe(plain);
    });
  });

  it('should follow a note that was moved to another folder', async () => {
    mkdirSync(join(folder, 'Elsewhere'));
    renameSync(join(folder, NOTE), join(folder, 'Elsewhere/Walden.md'));
    expect(await check()).toEqual([]);
  });

  it('should give no note an id that another note has by now, whatever else was chosen', async () => {
    writeFileSync(join(folder, NOTE), text(NOTE).replace(/^readwise-id: .*$/m, 'readwise-id: oops!'));
    await inVault((vault) => world.sync({ vault, state: new MemoryStateStore() }));
    const found = await check();
    expect(found.map(({ fault }) => fault)).toEqual(['second-note', 'id-malformed']);
    const mended = await repair(
      found.filter(({ fault }) => fault === 'id-malformed').map(({ repairs: [first] }) => first),
    );
    expect(mended).toMatchObject([{ outcome: 'changed-meanwhile' }]);
    expect(text(NOTE)).toContain('readwise-id: oops!');
    expect(await repair(found.map(({ repairs: [first] }) => first))).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
    expect(await check()).toEqual([]);
  });
});

import { checkLibrary } from '../../../src/features/check/check-library';
import { gitConflictLine } from '../../../src/notes/note/git-conflict';
import { loseState, newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { told } from '../../support/told';

const NOTE = 'Readwise/Books/Walden.md';

/** The two sides of a merge that git could not make. */
const conflicted = (mine: string, theirs: string): string =>
  `<<<<<<< HEAD\n${mine}=======\n${theirs}>>>>>>> 1a2b3c4 (sync)\n`;

function propertiesConflicted(text: string): string {
  const end = text.indexOf('\n---\n') + '\n---\n'.length;
  const properties = text.slice(0, end);
  return conflicted(properties, properties.replace('category: book', 'category: tome')) + text.slice(end);
}

describe('a note with conflict markers of git', () => {
  let world: World;
  let device: Device;
  let book: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    book = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(book, { text: 'One.', location: 1 });
    const other = world.library.addBook({ title: 'Essays', category: 'books' }).id;
    world.library.addHighlight(other, { text: 'Two.', location: 1 });
    await world.sync(device);
    world.pass(600);
  });
  afterEach(() => world.close());

  const PLACES: readonly (readonly [place: string, marked: (text: string) => string])[] = [
    ['in its text', (text) => text.replace('> One.\n', conflicted('> One, two.\n', '> One.\n'))],
    ['around its properties', propertiesConflicted],
    ['around all of it', (text) => conflicted(text, text)],
  ];

  const note = (): string => new Map(device.vault.entries()).get(NOTE) ?? '';
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);

  it.each(PLACES)(
    'should be left alone and named, and the others go on, until the conflict %s is resolved (I2, I16)',
    async (_place, marked) => {
      const whole = note();
      device.vault.put(NOTE, marked(whole));
      const before = note();
      world.library.addHighlight(book, { text: 'Later.', location: 2 });
      world.library.addBook({ title: 'Emma', category: 'books' });
      for (const isNew of [false, false, true]) {
        if (isNew) await loseState(device);
        world.pass(600);
        const report = await world.sync(device);
        expect(told(report.failures)).toEqual([
          expect.stringMatching(/^The note has git conflict markers from line \d+ on,/),
        ]);
        expect(note()).toBe(before);
        expect(paths()).toEqual(['Readwise/Books/Essays.md', NOTE]);
      }
      device.vault.put(NOTE, whole);
      world.pass(600);
      expect(await world.sync(device)).toMatchObject({ outcome: 'done' });
      expect(note()).toContain('Later.');
    },
  );

  it.each(PLACES)(
    'should be named by each sync when nothing is new and the conflict is %s (I14)',
    async (_place, marked) => {
      const whole = note();
      device.vault.put(NOTE, marked(whole));
      const before = note();
      for (let syncs = 0; syncs < 2; syncs += 1) {
        world.pass(600);
        const { failures } = await world.sync(device);
        expect(failures).toMatchObject([{ path: NOTE, problem: { code: 'git-conflict' } }]);
        expect(note()).toBe(before);
      }
      device.vault.put(NOTE, whole);
      world.pass(600);
      expect(await world.sync(device)).toMatchObject({ outcome: 'done', failures: [] });
      expect(note()).toBe(whole);
    },
  );

  it('should not be moved, marked or trashed when its item is deleted (I4)', async () => {
    device.vault.put(NOTE, note().replace('> One.\n', conflicted('> One, two.\n', '> One.\n')));
    const before = note();
    world.library.deleteBook(book);
    world.pass(600);
    expect(await world.sync(device)).toMatchObject({ outcome: 'partial' });
    expect(note()).toBe(before);
  });

  it('should get no second note when it stands around all of it, the title is another and the state is lost (I1)', async () => {
    device.vault.put(NOTE, conflicted(note(), note()));
    const before = note();
    world.library.editBook(book, { title: 'Life in the Woods' });
    for (const isNew of [false, true]) {
      if (isNew) await loseState(device);
      world.pass(600);
      const { failures } = await world.sync(device);
      expect(failures).toMatchObject([{ path: NOTE, problem: { code: 'git-conflict' } }]);
      expect(note()).toBe(before);
      expect(paths()).toEqual(['Readwise/Books/Essays.md', NOTE]);
    }
  });

  it('should be named by a check of the library', async () => {
    device.vault.put(NOTE, note().replace('> One.\n', conflicted('> One, two.\n', '> One.\n')));
    const { findings } = await checkLibrary({ ...device, clock: new FakeClock(), settings: settings() });
    expect(findings).toEqual([{ fault: 'broken', damage: 'git-conflict', path: NOTE, about: [] }]);
  });
});

describe('gitConflictLine', () => {
  it('should be null when the marks are in code, incomplete or in another order', () => {
    const marks = conflicted('a\n', 'b\n');
    expect(gitConflictLine(`x\n${marks}`)).toBe(2);
    expect(gitConflictLine(`\`\`\`\n${marks}\`\`\`\n`)).toBeNull();
    expect(gitConflictLine('<<<<<<< HEAD\na\n=======\n')).toBeNull();
    expect(gitConflictLine('=======\n>>>>>>> b\n<<<<<<< HEAD\n')).toBeNull();
    expect(gitConflictLine(`> ${marks.split('\n').join('\n> ')}`)).toBeNull();
  });
});

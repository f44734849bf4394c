import { addChange, discardChange } from '../../../src/outbox/waiting-changes';
import { countLocalChanges, findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import type { LocalChange, LocalChanges } from '../../../src/model/outbox';
import { settings } from '../../simulation/world';
import { OutboxScene } from '../../outbox/outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';
const ALL = { title: true, author: true, summary: true, tags: true, location: true, note: true };

describe('changes made by hand in notes', () => {
  let scene: OutboxScene;
  let bookId: number;
  let highlightId: number;
  let documentId: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const { library } = scene;
    bookId = library.addBook({ title: 'Walden', category: 'books', tags: ['deep woods'] }).id;
    highlightId = library.addHighlight(bookId, {
      text: 'Simplify.',
      location: 1,
      note: 'Why\ntwo *lines*?',
    }).id;
    library.addHighlight(bookId, { text: 'Our life.', location: 2 });
    documentId = library.addDocument({
      title: 'Walking',
      author: 'Thoreau',
      location: 'later',
      tags: ['nature', 'two words'],
    }).id;
    await scene.sync();
  });

  afterEach(() => scene.world.close());

  const edit = (path: string, from: string | RegExp, to: string): void => {
    const before = scene.note(path);
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    scene.device.vault.put(path, after);
  };
  const look = (sendBack: object = ALL, others: object = {}): Promise<LocalChanges> =>
    findLocalChanges(scene.world.dependencies(scene.device), settings({ sendBack, ...others }));
  const found = async (...options: Parameters<typeof look>): Promise<readonly LocalChange[]> =>
    (await look(...options)).changes;

  it('should be none where nobody wrote, and none while nothing is switched on', async () => {
    expect(await found()).toEqual([]);
    edit(WALKING, /^title: Walking$/m, 'title: On Walking');
    expect(await found({})).toEqual([]);
    expect(await found({ author: true })).toEqual([]);
  });

  it('should be found in properties of a document', async () => {
    edit(WALKING, /^title: Walking$/m, 'title: On Walking');
    edit(WALKING, '- Thoreau\n', '- H. D. Thoreau\n');
    edit(WALKING, /^location: later$/m, 'location: archive');
    const target = { kind: 'edit-item', item: 'document', id: documentId };
    expect(await found()).toMatchObject([
      { path: WALKING, field: 'title', base: 'Walking', mine: 'On Walking', change: target },
      {
        field: 'author',
        base: 'Thoreau',
        mine: 'H. D. Thoreau',
        change: { ...target, fields: { author: 'H. D. Thoreau' } },
      },
      { field: 'location', base: 'later', mine: 'archive', change: target },
    ]);
  });

  it.each([
    ['.stoic Short', 'Short', '.stoic Longer'],
    ['Short .stoic', 'Short', 'Longer .stoic'],
  ])(
    'should be found in the note %j of a highlight, with the tags that it does not show',
    async (note, shown, mine) => {
      const { id } = scene.library.addHighlight(bookId, {
        text: 'Of tags.',
        location: 3,
        note,
        tags: ['stoic'],
      });
      await scene.sync();
      edit(WALDEN, shown, 'Longer');
      expect(await found()).toMatchObject([
        { field: 'note', base: note, mine, change: { anchor: `rw${id}` } },
      ]);
    },
  );

  it('should be named, and not be offered, when a sync would write the note in another way', async () => {
    edit(WALDEN, 'Why', 'Why #idea');
    expect(await look()).toMatchObject({ changes: [], unlike: [WALDEN] });
    expect(await look(ALL, { ownNotesAsMarkdown: true })).toMatchObject({ unlike: [] });
  });

  it('should be none in a note with conflict markers of git (I15)', async () => {
    edit(WALKING, /^title: Walking$/m, 'title: On Walking');
    edit(WALKING, /$/, '<<<<<<< HEAD\nMine.\n=======\nTheirs.\n>>>>>>> other\n');
    expect(await found()).toEqual([]);
  });

  it('should be found in tags, those with blanks as well', async () => {
    edit(WALKING, '  - two-words\n', '  - essay\n');
    edit(WALDEN, /^( {2}- deep-woods\n)/m, '$1  - pond\n');
    expect(await found()).toMatchObject([
      { path: WALDEN, change: { item: 'book', id: String(bookId), tags: { add: ['pond'], remove: [] } } },
      { path: WALKING, change: { item: 'document', tags: { add: ['essay'], remove: ['two words'] } } },
    ]);
  });

  it('should send tags under their names in Readwise when Obsidian forbids signs in them', async () => {
    scene.library.setDocumentTags(documentId, ['C', 'C#', 'C++', 'R&D']);
    scene.library.setBookTags(bookId, ['deep woods', 'code']);
    scene.world.pass(61);
    await scene.sync();
    expect(scene.note(WALKING)).toContain('tags:\n  - C\n  - C-sharp\n  - C-plus-plus\n  - R-and-D\n');
    edit(
      WALKING,
      '  - C-sharp\n  - C-plus-plus\n',
      '  - C-plus-plus\n  - essay\n  - deep-woods\n  - by-hand\n',
    );
    edit(WALDEN, '  - code\n', '  - code\n  - C-sharp\n');
    const tags = { add: ['essay', 'deep woods', 'by-hand'], remove: ['C#'], rename: [] };
    const changes = await found();
    expect(changes).toMatchObject([
      { path: WALDEN, change: { tags: { add: ['C#'], remove: [] } } },
      { path: WALKING, change: { tags } },
    ]);
    for (const { change } of changes) await scene.ask(change);
    expect(await scene.send({ settings: settings({ sendBack: ALL }) })).toMatchObject({ outcome: 'sent' });
    const names = scene.library.documents.get(documentId).tags.map(({ name }) => name);
    expect(names.sort()).toEqual(['C', 'C++', 'R&D', 'by-hand', 'deep woods', 'essay']);
    expect(await found()).toEqual([]);
    scene.world.pass(61);
    await scene.sync();
    expect(scene.note(WALKING)).toContain('  - C-plus-plus\n  - essay\n  - deep-woods\n  - by-hand\n');
  });

  it('should leave out the prefix of tags when tags are sent', async () => {
    const values = { tagPrefix: 'readwise/' };
    scene.world.pass(61);
    await scene.world.sync(scene.device, { settings: settings(values) });
    edit(WALDEN, /^( {2}- readwise\/deep-woods\n)/m, '$1  - pond\n  - readwise/lake\n');
    expect(await found(ALL, values)).toMatchObject([
      { change: { tags: { add: ['pond', 'lake'], remove: [] } } },
    ]);
  });

  it('should be found in the note of a highlight, of several lines', async () => {
    edit(WALDEN, 'two *lines*?', 'two *words*,\n> and a third?');
    const mine = 'Why\ntwo *words*,\nand a third?';
    expect(await found()).toMatchObject([{ field: 'note', base: 'Why\ntwo *lines*?', mine }]);
  });

  it('should be found in the note of a highlight that only Reader has a note for', async () => {
    const { highlight, child } = scene.library.addMirroredHighlight(documentId, { text: 'A crusade.' });
    scene.world.pass(61);
    scene.library.documents.change(child.id, { notes: 'Whose?' });
    await scene.sync();
    edit(WALKING, 'Whose?', 'Ours.');
    const [local, ...others] = await found();
    expect(others).toEqual([]);
    expect(local).toMatchObject({ field: 'note', mine: 'Ours.', change: { anchor: `rw${highlight.id}` } });
  });

  it.each(['', 'built-in:outline', 'built-in:callouts'])(
    'should be found in the note of a highlight in the style %s, sent, and not come back',
    async (style) => {
      const templates = style === '' ? {} : { templates: { book: style } };
      const wanted = settings({ sendBack: ALL, ...templates });
      scene.library.editHighlight(highlightId, { note: 'Why twice?' });
      scene.world.pass(61);
      await scene.world.sync(scene.device, { settings: wanted });
      edit(WALDEN, 'Why twice?', 'Once is enough.');
      const [local, ...others] = await found(ALL, templates);
      expect(others).toEqual([]);
      expect(local).toMatchObject({ base: 'Why twice?', mine: 'Once is enough.' });
      if (local === undefined) return;
      await scene.ask(local.change);
      expect(await scene.send({ settings: wanted })).toMatchObject({ outcome: 'sent' });
      expect(scene.library.books.highlight(highlightId).note).toBe('Once is enough.');
      expect(await found(ALL, templates)).toEqual([]);
      scene.world.pass(61);
      expect(await scene.world.sync(scene.device, { settings: wanted })).toMatchObject({ vaultWrites: 0 });
    },
  );

  it('should be no change where a note, a block, a property or a note line is missing', async () => {
    edit(WALKING, /^location: later\n/m, '');
    edit(WALKING, /^title: Walking$/m, 'title: ""');
    edit(WALDEN, /^.*Our life[\s\S]*?(?=^%% )/m, '');
    edit(WALDEN, /^> \*\*Note:.*\n> two.*\n>\n/m, '');
    expect(await found()).toEqual([]);
    scene.device.vault.remove(WALKING);
    expect(await found()).toEqual([]);
  });

  it('should be no change in what is the person’s', async () => {
    edit(WALKING, /^title: Walking$/m, 'title: Walking\nrating: 5');
    edit(WALDEN, /^(.*\^rw.*)$/m, '$1\n\nMine alone.');
    expect(await found()).toEqual([]);
  });

  describe('with two notes of one id', () => {
    const COPY = 'Drafts/Walking.md';
    const MOVED = 'Essays/Walking.md';

    it.each([
      ['the original was moved', MOVED],
      ['the original is where it was', WALKING],
    ])('should not be taken from either, and be told, when %s', async (_when, path) => {
      const original = scene.note(WALKING);
      scene.device.vault.remove(WALKING);
      scene.device.vault.put(path, original);
      scene.device.vault.put(COPY, original.replace(/^title: .*$/m, 'title: A draft'));
      edit(WALDEN, 'two *lines*?', 'two words?');
      const { changes, ambiguous } = await look();
      expect(changes).toMatchObject([{ path: WALDEN }]);
      expect(ambiguous).toEqual([COPY, path].sort());
    });

    it('should not be told when nothing was changed in them', async () => {
      scene.device.vault.put(COPY, scene.note(WALKING));
      expect(await look()).toEqual({ changes: [], ambiguous: [], ofUnknownTemplate: [], unlike: [] });
    });

    it('should be found again when one of them has lost the id', async () => {
      scene.device.vault.put(COPY, scene.note(WALKING).replace(/^reader-id: .*\n/m, ''));
      edit(WALKING, /^title: Walking$/m, 'title: On Walking');
      expect(await look()).toMatchObject({ changes: [{ path: WALKING }], ambiguous: [] });
    });
  });

  it('should be found in other notes when a bug keeps one from being looked into (I16)', async () => {
    edit(WALKING, /^title: Walking$/m, 'title: On Walking');
    const { vault } = scene.device;
    const read = vault.read.bind(vault);
    vault.read = (path) => (path === WALDEN ? Promise.reject(new TypeError('no such thing')) : read(path));
    expect(await found()).toMatchObject([{ path: WALKING }]);
  });

  it('should not be offered for text that the service cannot take', async () => {
    edit(WALKING, /^location: later$/m, 'location: shortlist');
    expect(await found()).toEqual([]);
  });

  it('should be a conflict when the service has another value that no sync has brought', async () => {
    edit(WALKING, /^title: Walking$/m, 'title: On Walking');
    const [local] = await found();
    scene.library.editDocument(documentId, { title: 'Walking, a lecture' });
    if (local === undefined) throw new Error('Nothing found');
    await addChange({ ...scene.device, clock: scene.world.clock(), random: () => 0.5 }, local.change);
    expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
  });

  describe('counted after a sync', () => {
    const count = (sendBack: object = ALL): Promise<number> =>
      countLocalChanges(scene.world.dependencies(scene.device), settings({ sendBack }));

    it('should be counted each time while they are there, whatever waits to be sent of them', async () => {
      expect(await count()).toBe(0);
      edit(WALKING, /^title: Walking$/m, 'title: On Walking');
      edit(WALDEN, 'two *lines*?', 'two words?');
      expect([await count(), await count()]).toEqual([2, 2]);
      const [local] = await found();
      if (local === undefined) throw new Error('Nothing found');
      const id = await scene.ask(local.change);
      expect(await count()).toBe(1);
      // What was given up is not offered again.
      await discardChange(scene.device.outbox, id);
      expect(await count()).toBe(1);
      edit(WALKING, /^title: On Walking$/m, 'title: Walking');
      expect(await count()).toBe(0);
      edit(WALDEN, 'two words?', 'three words?');
      expect(await count()).toBe(1);
    });

    it('should be counted without a look into notes whose files did not change', async () => {
      expect(await count()).toBe(0);
      const { vault } = scene.device;
      const marks = await vault.fileMarks([WALDEN]);
      const fileMarks = vault.fileMarks.bind(vault);
      vault.fileMarks = async (paths) => new Map([...(await fileMarks(paths)), ...marks]);
      edit(WALDEN, 'two *lines*?', 'two words?');
      edit(WALKING, /^title: Walking$/m, 'title: On Walking');
      expect(await count()).toBe(1);
      expect(await found()).toHaveLength(2);
    });

    it('should store nothing when nothing changed (I5)', async () => {
      await count();
      scene.device.state.commit = () => Promise.reject(new Error('Nothing is to be stored'));
      expect(await count()).toBe(0);
    });

    it('should be looked for in all notes again when more may be sent', async () => {
      edit(WALKING, /^title: Walking$/m, 'title: On Walking');
      expect(await count({ author: true })).toBe(0);
      expect(await count()).toBe(1);
    });

    it('should be counted once a note can be read again (I14)', async () => {
      edit(WALKING, /^title: Walking$/m, 'title: On Walking');
      const { vault } = scene.device;
      const read = vault.read.bind(vault);
      vault.read = () => Promise.reject(new TypeError('no such thing'));
      expect(await count()).toBe(0);
      vault.read = read;
      expect(await count()).toBe(1);
    });
  });
});

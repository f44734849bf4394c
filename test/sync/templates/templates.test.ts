import { told } from '../../support/told';
import { newDevice, settings, World, type Device } from '../../simulation/world';

const template = (name: string): string => `# ${name}: {{title}}\n\n%% highlight %%\n- {{text}}\n`;

describe('a sync with templates in the vault', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    world.library.addHighlight(world.library.addBook({ title: 'Walden', category: 'books' }).id, {
      text: 'Simplify.',
      location: 1,
    });
    world.library.addHighlight(world.library.addBook({ title: 'Maxims', category: 'supplementals' }).id, {
      text: 'Know thyself.',
      location: 1,
    });
    world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    const pdf = world.library.addDocument({ title: 'A paper', category: 'pdf', location: 'later' });
    world.library.setDocumentTags(pdf.id, ['ruled']);
    world.library.addDocument({ title: 'A scan', category: 'pdf', location: 'later' });
    world.pass(600);
  });

  afterEach(() => world.close());

  const put = (path: string, text: string): void => device.vault.put(path, text);
  const note = (end: string): string =>
    device.vault.entries().find(([path]) => path.endsWith(`/${end}.md`))?.[1] ?? '';
  const headings = (): readonly string[] =>
    ['Walden', 'Maxims', 'Walking', 'A paper', 'A scan'].map(
      (name) => /^# (.*)$/m.exec(note(name))?.[1] ?? '',
    );
  const sync = (values: object) => world.sync(device, { settings: settings(values) });

  describe('of rules', () => {
    const ruled = (when: object, name: string) => ({ when, then: { template: `T/${name}.md` } });
    const all = () => ['book', 'pdf', 'more', 'rule'].forEach((name) => put(`T/${name}.md`, template(name)));
    const values = {
      templates: { book: 'T/book.md' },
      rules: [
        ruled({ tags: { any: ['ruled'] } }, 'rule'),
        ruled({ categories: ['pdf'] }, 'pdf'),
        ruled({ categories: ['supplementals'] }, 'more'),
      ],
    };

    it('should take that of the first rule that matches before that of the kind (I5)', async () => {
      all();
      await sync(values);
      expect(headings()).toEqual(['book: Walden', 'more: Maxims', '', 'rule: A paper', 'pdf: A scan']);
      expect(await sync(values)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    });

    it('should write the notes anew when only the template of a rule changes', async () => {
      all();
      await sync(values);
      await sync({ ...values, rules: [ruled({ categories: ['pdf'] }, 'more')] });
      expect(headings()).toEqual(['book: Walden', 'book: Maxims', '', 'more: A paper', 'more: A scan']);
    });

    it('should say that the template of a rule is not there', async () => {
      const report = await sync({ rules: [ruled({ categories: ['pdf'] }, 'pdf')] });
      expect(report).toMatchObject({ outcome: 'partial' });
      expect(report.failures).toMatchObject([{ id: 'template', path: 'T/pdf.md' }]);
    });
  });

  it('should name the styles that there are when the settings name one that there is not', async () => {
    const report = await sync({ templates: { book: 'built-in:fancy' } });
    expect(report).toMatchObject({ outcome: 'partial' });
    expect(told(report.failures)).toEqual([
      expect.stringMatching(
        /^There is no style built-in:fancy, .* Choose one of built-in, built-in:classic, built-in:callouts, /,
      ),
    ]);
  });

  describe('with partials', () => {
    const templates = { book: 'T/book.md', folder: 'T/parts' };
    const files = (): void => {
      put('T/book.md', '# {{title}}\n\n{{> line}}\n\n%% highlight %%\n{{> "sub/mark" sign="*"}}\n');
      put('T/parts/line.md', '---\ntags: template\n---\nBy {{author}}, {{> word.md}}');
      put('T/parts/word.md', 'first');
      put('T/parts/sub/mark.md', '{{{sign}}}{{text}}{{{sign}}}');
    };

    it('should follow the partials that are called, and write the notes anew when one changes (I1, I5)', async () => {
      files();
      await sync({ templates });
      expect(note('Maxims')).toMatch(/, first\n\n\*Know thyself\.\*/);
      expect(await sync({ templates })).toMatchObject({ vaultWrites: 0 });
      put('T/parts/word.md', 'second');
      expect(await sync({ templates })).toMatchObject({ outcome: 'done', notes: { updated: 2 } });
      expect(note('Maxims')).toContain(', second\n');
      put('T/parts/other.md', 'nobody calls this');
      expect(await sync({ templates })).toMatchObject({ vaultWrites: 0, notes: { unchanged: 0 } });
    });

    it('should take a part that the person replaced in every built-in style, and the built-in one again without it (I5)', async () => {
      await sync({});
      const before = device.vault.entries();
      put('Templates/Readwise/source.md', 'at {{date highlightedAt}}\n');
      expect(await sync({})).toMatchObject({ outcome: 'done' });
      expect(note('Maxims')).toContain('> Know thyself.\n>\n> at 20');
      expect(await sync({})).toMatchObject({ vaultWrites: 0 });
      device.vault.remove('Templates/Readwise/source.md');
      await sync({});
      expect(device.vault.entries()).toEqual(before);
    });

    it('should leave the notes that use a part with a mistake, and name it', async () => {
      put('Templates/Readwise/source.md', 'good\n');
      await sync({});
      put('Templates/Readwise/source.md', 'bad {{titel}}\n');
      const report = await sync({ full: true });
      expect(report).toMatchObject({ outcome: 'partial', vaultWrites: 0 });
      expect(told(report.failures).join()).toContain('Templates/Readwise/source.md, line 1, column 7');
    });

    it('should tell of what will not come out right once, with the change, and write it all the same', async () => {
      put('T/book.md', '\n%% highlight %%\n=={{text}}==\n');
      const report = await sync({ templates: { book: 'T/book.md' } });
      expect(report).toMatchObject({ outcome: 'done', failures: [] });
      expect(told(report.notices)).toEqual([
        'T/book.md, line 3, column 3: == cannot span paragraphs. Write {{mark text}}.',
      ]);
      expect(note('Maxims')).toContain('==Know thyself.==');
      expect((await sync({ templates: { book: 'T/book.md' } })).notices).toEqual([]);
    });

    it('should say which partial is missing, where it is called and where it should be', async () => {
      files();
      device.vault.remove('T/parts/word.md');
      const report = await sync({ templates });
      expect(report).toMatchObject({ outcome: 'partial' });
      expect(report.failures).toMatchObject([{ id: 'template', path: 'T/book.md' }]);
      expect(told(report.failures)).toEqual([
        'T/parts/line.md, line 4, column 16: There is no partial "word". Create the note T/parts/word.md, or correct the name. Notes that use this template wait until you correct it.',
      ]);
    });
  });

  it('should go on with the other notes when a template fails for one item, and try that again', async () => {
    const named = '{{#*inline "Walden"}}fine{{/inline}}{{> (lookup . "title")}}';
    put('T/book.md', `${named}\n\n%% highlight %%\n{{text}}\n`);
    const report = await sync({ templates: { book: 'T/book.md' } });
    expect(report).toMatchObject({ outcome: 'partial', notes: { created: 4, failed: 1 } });
    expect(told(report.failures)).toEqual([
      'The template “T/book.md” could not be rendered: The partial Maxims could not be found. Correct the template and sync again.',
    ]);
    expect(note('Walden')).toContain('fine');
    put('T/book.md', template('mended'));
    expect(await sync({ templates: { book: 'T/book.md' } })).toMatchObject({
      outcome: 'done',
      notes: { created: 1, failed: 0 },
    });
  });
});

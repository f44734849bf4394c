import { newDevice, settings, World, type Device } from '../../simulation/world';

const PATH = 'Readwise/Books/Walden.md';
const OWN = 'T/own.md';
const template = (properties: string): string => `---\n${properties}---\n%% highlight %%\n- {{text}}\n`;

describe('the order of properties', () => {
  let world: World;
  let device: Device;
  let book: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    book = world.library.addBook({ title: 'Walden', category: 'books', author: 'Thoreau' }).id;
    world.library.addHighlight(book, { text: 'Simplify.', location: 1 });
  });

  afterEach(() => world.close());

  const note = (path = PATH): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';
  const names = (path = PATH): readonly string[] =>
    [...(note(path).split('\n---\n')[0] ?? '').matchAll(/^([a-z-]+):/gm)].map(([, name = '']) => name);
  const sync = async (values: object = {}) => {
    world.pass(600);
    return world.sync(device, { settings: settings(values) });
  };

  it.each(['classic', 'callouts', 'outline'])(
    'should begin with the title and end with the ids when the style is %s',
    async (style) => {
      await sync({ templates: { book: `built-in:${style}` } });
      expect(names()).toEqual(['title', 'author', 'category', 'last-highlighted', 'readwise-id']);
    },
  );

  it('should end with the ids when each highlight has a note, or the style has no properties', async () => {
    await sync({ notePerHighlight: true, templates: { book: 'built-in:official' } });
    expect(names()).toEqual(['readwise-id']);
    const part = device.vault.entries().find(([path]) => path !== PATH)?.[0];
    expect(names(part)[0]).toBe('title');
    expect(names(part).at(-1)).toBe('readwise-part');
  });

  it('should stay as the person left it, with a new property of the template before the ids (I2, I5)', async () => {
    const values = { templates: { book: OWN } };
    device.vault.put(OWN, template('title: "{{title}}"\nauthor: "{{author}}"\n'));
    await sync(values);
    expect(names()).toEqual(['title', 'author', 'readwise-id']);
    const reordered = note().replace(/(title: .*\n)(author: .*\n)/, '$2mine: 1\n$1');
    device.vault.put(PATH, reordered);
    expect(await sync(values)).toMatchObject({ vaultWrites: 0 });
    device.vault.put(OWN, template('title: "{{title}}"\ncategory: "{{category}}"\nauthor: "{{author}}"\n'));
    await sync(values);
    expect(names()).toEqual(['author', 'mine', 'title', 'category', 'readwise-id']);
    expect(await sync(values)).toMatchObject({ vaultWrites: 0 });
  });

  it('should keep the status behind the ids when a note stays that is not synced any more', async () => {
    await sync();
    device.vault.put(PATH, note().replace('^rw', 'My words. ^rw'));
    for (const { id } of world.library.books.liveHighlightsOf(book)) world.library.deleteHighlight(id);
    await sync();
    expect(names().slice(-2)).toEqual(['readwise-id', 'readwise-status']);
    expect(names()[0]).toBe('title');
  });
});

import { newDevice, World, type Device } from '../../simulation/world';
import { daySection, hasSection, reviewSection } from '../../../src/features/daily/sections';
import { ask, DAILY_NOTES, syncDays } from './daily-scene';

const DAY = '2026-01-05';
const TODAY = 'Daily/2026/01-05.md';
const WALDEN = 'Readwise/Books/Walden';
const REAL = `%% florilegium-day ${DAY} %%\n`;
/** What a person says about the comments of sections. */
const SHOWN: readonly (readonly [string, string])[] = [
  ['code in a line', `Write \`%% florilegium-day ${DAY} %%\` there.\n`],
  ['a fence', `\`\`\`\n%% florilegium-day ${DAY} %%\n\`\`\`\n`],
  ['a fence with Windows line ends', `\`\`\`\r\n%% florilegium-day ${DAY} %%\r\n\`\`\`\r\n`],
  ['a fence in a quote', `> \`\`\`\n> %% florilegium-day ${DAY} %%\n> \`\`\`\n`],
  ['indented code', `Mine:\n\n    %% florilegium-day ${DAY} %%\n`],
  ['properties', `---\nhow: |\n  %% florilegium-day ${DAY} %%\n---\nMine.\n`],
];

describe.each(SHOWN)('the comment of a section that a person shows in %s', (_place, shown) => {
  let world: World;
  let device: Device;
  let one: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    const highlightedAt = Date.parse(`${DAY}T07:00:00Z`);
    one = world.library.addHighlight(id, { text: 'One', highlightedAt }).id;
    world.library.addHighlight(id, { text: 'Two', highlightedAt });
    world.pass(600);
  });
  afterEach(() => world.close());

  const read = async (): Promise<string> => (await device.vault.read(TODAY)) ?? '';
  const embed = (): string => `![[${WALDEN}#^rw${String(one)}]]`;

  it('should stay as it is, and begin no section, whatever writes into the note (I2)', async () => {
    device.vault.put(TODAY, shown);
    await syncDays(world, device);
    expect(await read()).toBe(shown);
    for (const view of ['day', 'review'] as const) {
      const request = view === 'day' ? { view, day: DAY } : { view };
      expect(await ask(world, device, request, { config: DAILY_NOTES })).toMatchObject({ result: 'updated' });
      const after = await read();
      expect(after.startsWith(shown)).toBe(true);
      expect(await ask(world, device, request, { config: DAILY_NOTES })).toMatchObject({
        result: 'unchanged',
      });
      expect(await read()).toBe(after);
    }
  });

  it('should leave the section below it its own comment, and its embeds until they show nothing', async () => {
    device.vault.put(TODAY, `${shown}\n${REAL}`);
    await syncDays(world, device);
    expect((await read()).startsWith(`${shown}\n%% florilegium-day ${DAY} m=`)).toBe(true);
    expect(await read()).toContain(embed());
    world.library.deleteHighlight(one);
    await syncDays(world, device);
    expect((await read()).startsWith(`${shown}\n%% florilegium-day ${DAY} m=`)).toBe(true);
    expect(await read()).not.toContain(embed());
  });
});

describe('what a person shows in code within a section', () => {
  const entries = [{ path: `${WALDEN}.md`, anchor: 'rw1', otherAnchor: null, author: '' }];
  const section = (current: string): string => daySection({ day: DAY, entries, current }) ?? current;

  it('should not end the section', () => {
    const note = `${REAL}\nIt ends with \`%% florilegium-day-end %%\`.\n\n%% florilegium-day-end %%\nMine.\n`;
    expect(section(note)).toMatch(
      /-end %%`\.\n\n!\[\[Readwise\/Books\/Walden#\^rw1\]\]\n\n— .*\n\n%% florilegium-day-end %%\nMine\.\n$/,
    );
  });

  it('should stay in the line of the comment, which gets its marks', () => {
    const shown = `\`%% florilegium-day ${DAY} %%\` makes `;
    expect(section(`${shown}${REAL}`).startsWith(`${shown}%% florilegium-day ${DAY} m=`)).toBe(true);
  });

  it('should stay when the embed that it shows is of a deleted highlight', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    const highlightedAt = Date.parse(`${DAY}T07:00:00Z`);
    const one = world.library.addHighlight(id, { text: 'One', highlightedAt }).id;
    world.library.addHighlight(id, { text: 'Two', highlightedAt });
    const embed = `![[${WALDEN}#^rw${String(one)}]]`;
    const shown = `\`\`\`\n${embed}\n${embed}\n\`\`\`\n`;
    device.vault.put(
      TODAY,
      `${REAL}\n${shown}\n${embed}\n\n— [[${WALDEN}|Walden]]\n\n%% florilegium-day-end %%\n`,
    );
    await syncDays(world, device);
    world.library.deleteHighlight(one);
    await syncDays(world, device);
    const note = (await device.vault.read(TODAY)) ?? '';
    expect(note.split(embed)).toHaveLength(3);
    expect(note).toContain(shown);
    await world.close();
  });
});

describe('a new section behind a fence that is not closed', () => {
  it.each(['```', '~~~~ js', '- mine\n\n```'])('should be none of the code of %s', (fence) => {
    const current = `Mine.\n\n${fence}\nconst mine = 1;\n`;
    const paragraphs = ['> One'];
    const note = reviewSection({ day: DAY, paragraphs, current }) ?? '';
    expect(note.startsWith(current)).toBe(true);
    expect(hasSection(note, DAY)).toBe(true);
    expect(reviewSection({ day: DAY, paragraphs, current: note })).toBeNull();
  });
});

import { dayNotes } from '../../../src/features/daily/daily-notes';
import { settings } from '../../simulation/world';
import { MemoryVault } from '../../support/memory-vault';
import { calendarOf } from './daily-scene';

const DAY = '2026-01-05';
const OWN = `Readwise/Reviews/${DAY}.md`;

/** The app's settings: each is a file. */
interface Config {
  readonly core?: unknown;
  readonly daily?: unknown;
  readonly community?: unknown;
  readonly periodic?: unknown;
}

async function noteOfDay({ core, daily, community, periodic }: Config) {
  const calendar = calendarOf({
    config: {
      'core-plugins.json': core,
      'daily-notes.json': daily,
      'community-plugins.json': community,
      'plugins/periodic-notes/data.json': periodic,
    },
  });
  const vault = new MemoryVault([['T.md', 'Begun.']]);
  const { path, initialText } = (await dayNotes({ vault, settings: settings(), calendar }))(DAY);
  return [path, await initialText()];
}

describe('the note of a day', () => {
  const core = ['daily-notes'];

  it.each([[['daily-notes']], [{ 'daily-notes': true }]])(
    'should be where the app has it by default when its daily notes are on (%j) and nothing else is said',
    async (on) => {
      expect(await noteOfDay({ core: on })).toEqual([`${DAY}.md`, null]);
    },
  );

  it.each([undefined, null, 7, 'daily-notes', [], {}, { 'daily-notes': false }])(
    'should be our own when the app’s are not on (%j)',
    async (off) => {
      expect(await noteOfDay({ core: off, daily: { folder: 'Daily' } })).toEqual([OWN, null]);
    },
  );

  it('should be as the person has set, but for what has not the shape of it', async () => {
    const daily = { folder: '/Daily/', format: ' YYYY/MM ', template: 'T' };
    expect(await noteOfDay({ core, daily })).toEqual(['Daily/2026/01.md', 'Begun.']);
    const odd = { folder: 3, format: '', template: null };
    expect(await noteOfDay({ core, daily: odd })).toEqual([`${DAY}.md`, null]);
  });

  it('should be that of Periodic Notes when that is on and has daily ones', async () => {
    const daily = { enabled: true, folder: 'Days', format: '', template: '' };
    const community = ['periodic-notes'];
    const periodic = { daily };
    expect(await noteOfDay({ core, community, periodic })).toEqual([`Days/${DAY}.md`, null]);
    expect(await noteOfDay({ core, periodic })).toEqual([`${DAY}.md`, null]);
    const off = { daily: { ...daily, enabled: false } };
    expect(await noteOfDay({ community, periodic: off })).toEqual([OWN, null]);
  });

  it.each([
    ['Daily', 'YYYY-MM-DD', 'Daily/2026-01-05.md'],
    ['', 'YYYY/MM/DD', '2026/01/05.md'],
    ['/A//B/', 'note.md', 'A/B/note.md'],
    ['..', 'x', OWN],
    ['A', '../x', OWN],
    ['.hidden', 'x', OWN],
    ['A\\B', 'x', OWN],
    ['A', 'x\ny', OWN],
  ])(
    'should be made of the folder %j and the format %j, and lie in no hidden folder',
    async (folder, format, path) => {
      expect(await noteOfDay({ core, daily: { folder, format } })).toEqual([path, null]);
    },
  );
});

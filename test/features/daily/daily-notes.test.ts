import { dailyNoteSettings, notePathOf, type DailyNoteFiles } from '../../../src/features/daily/daily-notes';

const files = (given: Partial<DailyNoteFiles>): DailyNoteFiles => ({
  corePlugins: undefined,
  dailyNotes: undefined,
  communityPlugins: undefined,
  periodicNotes: undefined,
  ...given,
});
const DEFAULTS = { folder: '', format: 'YYYY-MM-DD', template: '' };

describe('dailyNoteSettings', () => {
  it.each([[['daily-notes']], [{ 'daily-notes': true }]])(
    'should take the app’s defaults when its daily notes are on (%j) and nothing else is said',
    (corePlugins) => {
      expect(dailyNoteSettings(files({ corePlugins }))).toEqual(DEFAULTS);
    },
  );

  it.each([undefined, null, 7, 'daily-notes', [], {}, { 'daily-notes': false }])(
    'should know none when the app’s are not on (%j)',
    (corePlugins) => {
      expect(dailyNoteSettings(files({ corePlugins, dailyNotes: { folder: 'Daily' } }))).toBeNull();
    },
  );

  it('should take what the person has set, and nothing that has not the shape of it', () => {
    const corePlugins = ['daily-notes'];
    expect(
      dailyNoteSettings(
        files({ corePlugins, dailyNotes: { folder: '/Daily/', format: ' YYYY/MM ', template: 'T' } }),
      ),
    ).toEqual({ ...DEFAULTS, folder: 'Daily', format: 'YYYY/MM', template: 'T' });
    expect(
      dailyNoteSettings(files({ corePlugins, dailyNotes: { folder: 3, format: '', template: null } })),
    ).toEqual(DEFAULTS);
  });

  it('should take those of Periodic Notes when that is on and has daily ones', () => {
    const periodicNotes = { daily: { enabled: true, folder: 'Days', format: '', template: '' } };
    const corePlugins = ['daily-notes'];
    expect(
      dailyNoteSettings(files({ corePlugins, communityPlugins: ['periodic-notes'], periodicNotes })),
    ).toEqual({ ...DEFAULTS, folder: 'Days' });
    expect(dailyNoteSettings(files({ corePlugins, periodicNotes }))).toEqual(DEFAULTS);
    expect(
      dailyNoteSettings(
        files({
          communityPlugins: ['periodic-notes'],
          periodicNotes: { daily: { ...periodicNotes.daily, enabled: false } },
        }),
      ),
    ).toBeNull();
  });
});

describe('notePathOf', () => {
  it.each([
    ['Daily', '2026-01-05', 'Daily/2026-01-05.md'],
    ['', '2026/01/05', '2026/01/05.md'],
    ['/A//B/', 'note.md', 'A/B/note.md'],
  ])('should make %j and %j a path', (folder, name, path) => {
    expect(notePathOf(folder, name)).toBe(path);
  });

  it.each([
    ['..', 'x'],
    ['A', '../x'],
    ['.hidden', 'x'],
    ['', ''],
    ['A\\B', 'x'],
    ['A', 'x\ny'],
  ])('should refuse %j and %j', (folder, name) => {
    expect(notePathOf(folder, name)).toBeNull();
  });
});

import {
  adoptScene,
  deletedNoteScene,
  foreignNotes,
  keepingScene,
  libraryScene,
  lostDatabaseScene,
  notSetUpScene,
  outOfScopeScene,
  progressScene,
  takenNotes,
} from './surfaces-notes';
import { fillQueue, queueScene } from './surfaces-queue';
import { historyScene, permissionScene, settingsScene, startScene } from './surfaces-settings';
import { Stage, type StageOptions } from './surface-stage';
import { addDocument, outboxScene, writingScene } from './surfaces-writing';
import { TestBench } from './app-under-test';

/** The keyboard's way is the same on both; the desktop is looked at in both colours. */
const DEVICES = [
  { device: 'a desktop', phone: false, dark: false, withKeyboard: true },
  { device: 'a phone, dark', phone: true, dark: true, withKeyboard: false },
] as const;

const RULES = [
  { name: 'Thoreau', when: { author: 'thoreau' }, then: { folder: 'Woods', template: 'built-in:callouts' } },
  { when: {}, then: { notePerHighlight: false } },
];

type SceneOptions = Omit<StageOptions, 'bench' | 'phone' | 'dark' | 'withKeyboard'>;

describe.each(DEVICES)('what people see, hear and reach, on $device', ({ device: _, ...device }) => {
  let bench: TestBench;
  let stage: Stage;

  beforeAll(async () => {
    bench = await TestBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => stage.close());

  async function play(scene: (stage: Stage) => Promise<void>, options: SceneOptions = {}): Promise<void> {
    stage = await Stage.open({ bench, ...device, ...options });
    await scene(stage);
    expect(stage.findings).toEqual([]);
    expect(stage.app.complaints).toEqual([]);
  }

  it(
    'should keep nobody out of the settings and their windows',
    () => play(settingsScene, { open: () => ({ settings: { rules: RULES } }) }),
    240_000,
  );

  it('should keep nobody out of the question about an address', () =>
    play(permissionScene, { isSynced: false, open: () => ({ isForeign: true }) }));

  it(
    'should keep nobody out of the guided start',
    () => play(startScene, { isSynced: false, hasToken: false, open: () => ({ isNew: true }) }),
    240_000,
  );

  it(
    'should keep nobody out of previewing, undoing, searching and restoring',
    () => play(historyScene),
    240_000,
  );

  it(
    'should keep nobody out of checking notes and making them plain',
    () => play(keepingScene, { open: () => ({ notes: { 'Copy.md': '' } }) }),
    240_000,
  );

  it('should keep nobody out of setting up from the sync status', () =>
    play(notSetUpScene, { isSynced: false, hasToken: false }));

  it('should keep nobody out of deleted notes', () => play(deletedNoteScene));

  it('should keep nobody out of the reading queue', () =>
    play(queueScene, {
      open: (shelf) => {
        fillQueue(shelf);
        return {};
      },
    }));

  it('should keep nobody out of a database that does not answer', () => play(lostDatabaseScene));

  it(
    'should keep nobody out of moving notes in',
    () => play(adoptScene, { isSynced: false, open: (shelf) => ({ notes: foreignNotes(shelf) }) }),
    240_000,
  );

  it(
    'should keep nobody out of the library and its notices',
    () => play(libraryScene, { books: 17, open: (shelf) => ({ notes: takenNotes(shelf) }) }),
    240_000,
  );

  it.each([
    { what: 'changing things at the service', scene: writingScene },
    { what: 'the outbox', scene: outboxScene },
  ])(
    'should keep nobody out of $what',
    ({ scene }) =>
      play(scene, {
        open: (shelf) => {
          addDocument(shelf);
          return { notes: { 'Thoughts.md': 'First thought.' }, settings: { sendBack: { title: true } } };
        },
      }),
    240_000,
  );

  it(
    'should keep nobody out of following a sync',
    () => play(progressScene, { books: 40, isSynced: false, isSlow: true }),
    240_000,
  );

  it(
    'should keep nobody out of deciding about notes that are no longer wanted',
    () => play(outOfScopeScene),
    240_000,
  );
});

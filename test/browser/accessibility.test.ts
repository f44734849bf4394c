import { foreignNotes, keepingScene, libraryScene, outOfScopeScene } from './accessibility-order-scenes';
import { historyScene, settingsScene, startScene } from './accessibility-scenes';
import { Stage, type StageOptions } from './accessibility-stage';
import { TestBench } from './app-under-test';

/** The keyboard's way does not depend on colours: once is enough. */
const DEVICES = [
  { device: 'light', phone: false, dark: false, withKeyboard: true },
  { device: 'dark', phone: false, dark: true, withKeyboard: false },
  { device: 'phone', phone: true, dark: false, withKeyboard: false },
  { device: 'dark phone', phone: true, dark: true, withKeyboard: false },
] as const;

const RULES = [{ name: 'Thoreau', when: { author: 'thoreau' }, then: { folder: 'Woods', template: 'built-in:study' } }, { when: {}, then: { notePerHighlight: false } }];

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

  it('should keep nobody out of the settings and their windows', () => play(settingsScene, { open: () => ({ settings: { rules: RULES } }) }), 240_000);

  it('should keep nobody out of the guided start', () => play(startScene, { isSynced: false, open: () => ({ isNew: true }) }), 240_000);

  it('should keep nobody out of previewing, undoing, searching and restoring', () => play(historyScene), 240_000);

  it('should keep nobody out of checking, adopting and leaving', () => {
    const open: SceneOptions['open'] = ({ library, books: [first = 0] }) => ({ notes: { 'Copy.md': '', ...foreignNotes(library.books.liveHighlightsOf(first)[0]?.text ?? '', library.books.book(first)?.title ?? '') } });
    return play(keepingScene, { open });
  }, 240_000);

  it('should keep nobody out of the library, its notices and its progress', () => play(libraryScene, { books: 15 }), 240_000);

  it('should keep nobody out of deciding about notes that are no longer wanted', () => play(outOfScopeScene), 240_000);
});

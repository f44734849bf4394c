import { historyAfter, newHistory } from '../../../src/core/history/note-history';
import { openBlocks } from '../../../src/core/history/open-blocks';

const note = (trailer: string): string => `---\ntitle: T\n---\n# T\n\n%% florilegium 1 ${trailer} %%\n`;
const BEFORE = note('n=a f=b p=c k:title=x h=1.a.b.c rw1=1.a.b.c rw2=1.a.b.c');

describe('the history of a note', () => {
  it('should name the run for what it changed, and keep what earlier runs changed', () => {
    const first = historyAfter(newHistory(1), {
      before: BEFORE,
      after: note('n=d f=b p=c k:title=x h=1.a.b.c rw1=1.a.z.c rw2=1.a.b.c'),
      run: 4,
    });
    expect(first).toEqual({ made: 1, header: null, blocks: { rw1: 4 }, properties: {} });
    const second = historyAfter(first ?? newHistory(null), {
      before: note('n=d f=b p=c k:title=x h=1.a.b.c rw1=1.a.z.c rw2=1.a.b.c'),
      after: note('n=d f=b p=c k:title=y h=1.a.y.c rw1=1.a.z.c rw3=1.a.b.c'),
      run: 5,
    });
    expect(second).toEqual({ made: 1, header: 5, blocks: { rw1: 4, rw3: 5 }, properties: { title: 5 } });
  });

  it('should stay as it is when a run changed nothing that it wrote', () => {
    expect(
      historyAfter(newHistory(1), { before: BEFORE, after: BEFORE.replace('f=b', 'f=z'), run: 4 }),
    ).toBeNull();
  });
});

describe('clashes that were told', () => {
  it('should be open as long as their boxes stand under their blocks', () => {
    const mark = '> [!warning] Changed\n> {{text}}';
    const text = '# T\n\n> One.\n\n^rw1\n\n> [!warning] Changed\n> Theirs.\n\n> Two.\n\n^rw2\n';
    expect(openBlocks(text, { blocks: ['rw1', 'rw2', 'title'], mark })).toEqual(['rw1']);
  });
});

import { run } from '../../simulation/engine-tasks';
import { Simulation } from '../../simulation/simulation';
import type { Step, Task } from '../../simulation/steps';
import { amount } from '../../support/amount';

const BOOK_NOTE = 'Readwise/Books/Walden.md';
const DOCUMENT_NOTE = 'Readwise/Articles/Walden.md';

/** More commits than a sync needs that joins one book with its document. */
const COMMITS = 16;
/** Every so many of them is tried. */
const STEP = amount('CRASH_STEP', { quick: 3, full: 1 });

const join: Step = { at: 'service', change: { kind: 'name document', pick: 0, text: 0 } };

const task = (kind: 'sync' | 'accept', cut: number | null = null): Step => ({
  at: 'engine',
  who: 0,
  cut,
  lost: null,
  after: 61,
  task: { kind } satisfies Task,
});

const pathsOf = ({ notes }: Simulation): readonly string[] => notes.map(([path]) => path);

/** Each step is checked: no words are lost, and the book has no more notes than it had. */
describe('a book and a document that the service joins', () => {
  let simulation: Simulation;

  beforeEach(async () => {
    simulation = await Simulation.begin();
    expect(pathsOf(simulation)).toEqual([DOCUMENT_NOTE, BOOK_NOTE]);
  });

  it.each(['sync', 'accept'] as const)(
    'should be one note after the next sync when the one that joins them is killed at any commit: %s (I6)',
    async (kind) => {
      for (let cut = 0; cut < COMMITS; cut += STEP) {
        const cutShort = await Simulation.begin();
        await run(cutShort, [join, task(kind, cut), task('sync')]);
        expect([cut, pathsOf(cutShort)]).toEqual([cut, [BOOK_NOTE]]);
        expect(cutShort.vault.trashEntries()).toHaveLength(1);
        for (const id of ['readwise-id: ', 'reader-id: ']) expect(cutShort.notes[0]?.[1]).toContain(id);
      }
    },
  );

  it('should keep both notes when the person wrote in both (I2)', async () => {
    for (const [path, text] of simulation.notes)
      simulation.vault.put(path, text.replace('\n---\n', `\n---\n${simulation.person.newWord()}\n\n`));
    await run(simulation, [join, task('sync'), task('sync')]);
    expect(pathsOf(simulation)).toHaveLength(2);
    for (const word of simulation.words)
      expect(simulation.notes.filter(([, text]) => text.includes(word))).toHaveLength(1);
  });
});

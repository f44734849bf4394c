import { blockExtent } from '../../../src/notes/note/block-extent';
import { noteBlock } from '../../../src/notes/note/note';

/** Where a block begins in a note, as its first line; `likely`: whether the device knows what it wrote. */
function found({
  written,
  note,
  next = null,
  isKnown = true,
}: {
  readonly written: string;
  readonly note: string;
  readonly next?: string | null;
  readonly isKnown?: boolean;
}): { readonly state: string; readonly text: string } {
  const lines = note.split('\n');
  const known = {
    base: noteBlock(written, '').base,
    next: next === null ? null : noteBlock(next, '').base,
    likely: () => (isKnown ? written : null),
  };
  const { start, state } = blockExtent({ lines, floor: 0, end: lines.length }, known);
  return { state, text: lines.slice(start).join('\n') };
}

const MINE = 'Something else entirely.';

describe('the lines of a block', () => {
  it('should be those that were written, or that the service has now, wherever they begin', () => {
    const written = '> Alpha.\n\n^rw1';
    const next = '> Alpha.\n>\n> Beta.\n\n^rw1';
    expect(found({ written, next, note: `${MINE}\n\n${written}` })).toEqual({
      state: 'clean',
      text: written,
    });
    expect(found({ written, next, note: `${MINE}\n\n${next}` })).toEqual({ state: 'current', text: next });
    expect(found({ written, note: `> Mine.\n${written}` }).state).toBe('changed');
    // A formatter may have put empty lines into it.
    expect(
      found({ written: 'Alpha.\n\nBeta.\n\n^rw1', note: `${MINE}\n\nAlpha.\n\n\nBeta.\n\n^rw1` }),
    ).toEqual({ state: 'clean', text: 'Alpha.\n\n\nBeta.\n\n^rw1' });
  });

  it.each([
    [
      'nearest to where it began',
      'Alpha.\nBeta gamma.\n\n^rw1',
      `Alpha.\n\n`,
      'Alpha.\nBeta gamma, mine.\n\n^rw1',
    ],
    ['with what a person put in', 'Alpha.\n\n^rw1', `${MINE}\n\n`, 'Alpha.\n\nMine.\n\n^rw1'],
    [
      'with what is left of it',
      'Alpha.\n\nBeta.\n\nGamma.\n\n^rw1',
      `${MINE}\n\n`,
      'Alpha.\n\nGamma.\n\n^rw1',
    ],
  ])('should begin with its first line where that stands, %s', (_what, written, above, text) => {
    for (const isKnown of [true, false])
      expect(found({ written, note: `${above}${text}`, isKnown })).toEqual({ state: 'changed', text });
  });

  it.each([
    ['when they are of another kind', '> Alpha beta.\n>\n> Gamma.\n\n^rw1', '> Wholly new.\n\n^rw1'],
    ['when nothing is left of it', '> Alpha beta.\n>\n> Gamma.\n\n^rw1', '^rw1'],
    [
      'when all its words are below',
      'Alpha beta.\n\nGamma delta.\n\n^rw1',
      'The alpha beta, gamma delta.\n\n^rw1',
    ],
    ['when its own begin below', 'Alpha beta.\n\nGamma.\n\n^rw1', 'Gamma, mine.\n\n^rw1'],
    [
      'when several of its words in a row begin below',
      'Alpha beta gamma delta.\n\nEpsilon.\n\n^rw1',
      'My own words and more of them, then beta gamma delta.\n\nEpsilon.\n\n^rw1',
    ],
    [
      'when a person wrote between them',
      'Alpha beta. Gamma delta.\n\n^rw1',
      'Alpha beta.\n\nWords of my own.\n\nGamma delta.\n\n^rw1',
    ],
  ])('should not be words of the person above them that nothing speaks for, %s', (_when, written, text) => {
    expect(found({ written, note: `${MINE}\n\n${text}` })).toEqual({ state: 'changed', text });
  });

  it('should be as many as it had when nothing of it is left', () => {
    const written = 'Alpha beta.\nGamma.\n\n^rw1';
    expect(found({ written, note: `${MINE}\n\nWholly.\nNew.\n\n^rw1` }).text).toBe('Wholly.\nNew.\n\n^rw1');
  });

  it('should be all paragraphs that a person made of its words, and no copy of them', () => {
    const written = 'Alpha beta. Gamma delta.\n\n^rw1';
    const text = 'Alpha beta.\n\nGamma delta.\n\n^rw1';
    expect(found({ written, note: `${MINE}\n\n${text}` })).toEqual({ state: 'changed', text });
    expect(found({ written, note: `Alpha beta.\n\n${text}` })).toEqual({ state: 'changed', text });
    expect(found({ written, note: `${MINE}\n\n${text}`, isKnown: false }).text).toBe('Gamma delta.\n\n^rw1');
  });

  it('should be the whole paragraph that they stand in', () => {
    expect(found({ written: 'Alpha. ^rw1', note: `${MINE}\n\nWholly\nnew. ^rw1` }).text).toBe(
      'Wholly\nnew. ^rw1',
    );
    for (const isKnown of [true, false])
      expect(found({ written: 'Alpha. ^rw1', note: 'Quite\nwholly\nnew. ^rw1', isKnown }).text).toBe(
        'Quite\nwholly\nnew. ^rw1',
      );
  });
});

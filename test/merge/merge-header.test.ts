import type { NoteVersion } from '../../src/notes/note/note';
import { plainNote } from '../support/builders';
import { bodyOf, highlight, merge, version, written } from './merge-sides';

const ONE = highlight(1, 'Passage.');
const headed = (header: string): NoteVersion =>
  version([ONE], {
    title: header,
    template: {
      render: (item) => ({ ...plainNote(item), properties: [], header }),
    },
  });

/** The body after the person made `mine` of a header and the service another. */
function settled(
  was: string,
  mine: string,
  next: string,
): { readonly body: string; readonly conflicts: readonly string[] } {
  const wrote = headed(was);
  const { text, conflicts } = merge(written(wrote).replace(was, mine), headed(next), { wrote });
  return { body: bodyOf(text), conflicts };
}

describe('a header that the person changed', () => {
  it('should be left alone when what it is made of changed and it did not', () => {
    const of = (title: string): NoteVersion =>
      version([ONE], {
        title,
        template: {
          render: (item) => ({ ...plainNote(item), header: '# The same heading' }),
        },
      });
    const edited = written(of('a')).replace('The same', 'My');
    const { text, conflicts } = merge(edited, of('b'));
    expect([bodyOf(text), conflicts]).toEqual([bodyOf(edited), []]);
  });
});

describe('a header without a base', () => {
  const lost = (text: string): string => text.replace(/%% florilegium.*%%\n/, '');

  it("should stand with the service's under it when the trailer was deleted and they differ", () => {
    const next = headed('# Reflections');
    const both = merge(lost(written(headed('# Musings'))), next);
    expect(bodyOf(both.text)).toBe('# Musings\n\n> [!warning] Changed.\n> # Reflections\n\nPassage. ^rw1');
    expect(both.conflicts).toEqual(['header']);
    expect(merge(lost(both.text), next)).toEqual({ text: both.text, conflicts: [] });
  });
});

describe('a header that both sides changed', () => {
  it("should be the service's when both came to the same", () => {
    const [wrote, next] = [headed('# Meditations'), headed('# Reflections')];
    expect(
      merge(`${written(wrote).replace('# Meditations', '# Reflections')}\nMine.\n`, next).conflicts,
    ).toEqual([]);
    expect(merge(written(wrote).replace('# Meditations', '# Reflections'), next).text).toBe(written(next));
  });

  it('should lose its box when the person took over the text in it and the service has moved on', () => {
    const [wrote, next, later] = [
      headed('# Meditations of Marcus'),
      headed('# Reflections of Marcus'),
      headed('# Thoughts of Marcus'),
    ];
    const clashed = merge(written(wrote).replace('# Meditations', '# Musings'), next, { wrote }).text;
    expect(clashed).toContain('> # Reflections');
    expect(merge(clashed.replace('# Musings', '# Reflections'), later).text).toBe(written(later));
  });

  it('should stay away, silently, when the person takes it out and leaves its box (I3)', () => {
    const [wrote, next, later] = [
      headed('# Meditations of Marcus'),
      headed('# Reflections of Marcus'),
      headed('# Thoughts of Marcus'),
    ];
    const clashed = merge(written(wrote).replace('# Meditations', '# Musings'), next, { wrote }).text;
    const without = clashed.replace('# Musings of Marcus', 'Mine.');
    const { text, conflicts } = merge(without, later, { wrote: next });
    expect(bodyOf(text)).toBe('Mine.\n\n> [!warning] Changed.\n> # Thoughts of Marcus\n\nPassage. ^rw1');
    expect(conflicts).toEqual([]);
  });

  it('should be merged in the paragraphs that are made of it', () => {
    expect(settled('# Meditations', 'My\n\nMeditations', '# Meditations, revised')).toEqual({
      body: 'My\n\nMeditations, revised\n\nPassage. ^rw1',
      conflicts: [],
    });
    expect(settled('Twelve books', 'My own words above it.\n\nTwelve\nbooks', 'Of Twelve books')).toEqual({
      body: 'My own words above it.\n\nOf Twelve\nbooks\n\nPassage. ^rw1',
      conflicts: [],
    });
  });

  it('should be merged as a whole when no paragraph is made of it for the better part', () => {
    expect(
      settled(
        '# Meditations Marcus',
        'So much more about all my Meditations Marcus',
        '# Meditations of Marcus',
      ),
    ).toEqual({ body: 'So much more about all my Meditations of Marcus\n\nPassage. ^rw1', conflicts: [] });
  });
});

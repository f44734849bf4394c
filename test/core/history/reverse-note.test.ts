import { reverseNote } from '../../../src/core/history/reverse-note';

const BEFORE =
  '---\ntitle: Old\ntags:\n  - a\n---\n# Old\n\n## Highlights\n\n> One.\n\n^rw1\n\n> Two.\n\n^rw2\n';
const AFTER =
  '---\ntitle: New\ntags:\n  - a\n---\n# New\n\n## Highlights\n\n> One, changed.\n\n^rw1\n\n> Two.\n\n^rw2\n\n> Three.\n\n^rw3\n';

const reverse = (current: string): string | null => reverseNote({ before: BEFORE, after: AFTER, current });

describe('a note without what a run did to it', () => {
  it('should be byte for byte what it was when nobody changed it since', () => {
    expect(reverse(AFTER)).toBe(BEFORE);
    expect(reverse(BEFORE)).toBe(BEFORE);
  });

  it.each([
    ['above all', AFTER.replace('# New', 'Mine.\n\n# New'), BEFORE.replace('# Old', 'Mine.\n\n# Old')],
    [
      'under a block that the run changed',
      AFTER.replace('^rw1\n', '^rw1\n\nMine.\n'),
      BEFORE.replace('^rw1\n', '^rw1\n\nMine.\n'),
    ],
    [
      'above a block that the run brought',
      AFTER.replace('^rw2\n', '^rw2\n\nMine.\n'),
      BEFORE.replace('^rw2\n', '^rw2\n\nMine.\n'),
    ],
    [
      'in a block that the run left alone',
      AFTER.replace('Two.', 'Two mine.'),
      BEFORE.replace('Two.', 'Two mine.'),
    ],
    [
      'in a property of their own',
      AFTER.replace('tags:', 'mine: yes\ntags:'),
      BEFORE.replace('tags:', 'mine: yes\ntags:'),
    ],
    ['in a property that the run left alone', AFTER.replace('- a', '- b'), BEFORE.replace('- a', '- b')],
    [
      'in place of what the run wrote, just as it was',
      AFTER.replace('One, changed.', 'One.').replace('^rw2\n', '^rw2\n\nMine.\n'),
      BEFORE.replace('^rw2\n', '^rw2\n\nMine.\n'),
    ],
    [
      'in the same block in another place',
      AFTER.replace('> One, changed.', '> My One, changed.'),
      BEFORE.replace('> One.', '> My One.'),
    ],
    [
      'after taking out a property that the run left alone',
      AFTER.replace('tags:\n  - a\n', 'mine: yes\n'),
      BEFORE.replace('tags:\n  - a\n', 'mine: yes\n'),
    ],
    [
      'after taking out a block that the run left alone',
      AFTER.replace('> Two.\n\n^rw2\n\n', 'Mine.\n\n'),
      BEFORE.replace('> Two.\n\n^rw2\n', 'Mine.\n'),
    ],
  ])('should keep what the person wrote %s', (_where, current, expected) => {
    expect(reverse(current)).toBe(expected);
  });

  it.each([
    ['under a block that goes', AFTER.replace('^rw3\n', '^rw3\n\nMine.\n')],
    ['in a block that goes', AFTER.replace('Three.', 'Three mine.')],
    ['over the words that the run wrote', AFTER.replace('One, changed.', 'Mine, mended.')],
    ['over the property that the run changed', AFTER.replace('title: New', 'title: Mine')],
    ['nothing in the place of the property that the run changed', AFTER.replace('title: New\n', '')],
    ['what is no YAML', AFTER.replace('title: New', 'title: New\nmine: [')],
    ['a property that another refers to', AFTER.replace('title: New', 'title: New\nmine: &a yes\nyours: *a')],
  ])('should not be guessed at when the person wrote %s', (_where, current) => {
    expect(reverse(current)).toBeNull();
  });

  it('should have the line ends that the note has', () => {
    expect(reverse(AFTER.replace('# New', 'Mine.\n\n# New').replace(/\n/g, '\r\n'))).toBe(
      BEFORE.replace('# Old', 'Mine.\n\n# Old').replace(/\n/g, '\r\n'),
    );
  });

  it('should not be guessed at when the run gave it its first properties and the person others', () => {
    expect(
      reverseNote({
        before: 'Text\n',
        after: '---\ntitle: New\n---\nText\n',
        current: '---\ntitle: New\nmine: yes\n---\nText\n',
      }),
    ).toBeNull();
  });

  it('should get back the property that the run took out', () => {
    const after = AFTER.replace('tags:\n  - a\n', '');
    expect(
      reverseNote({
        before: BEFORE,
        after,
        current: after.replace('# New', 'Mine.\n\n# New').replace('title: New', 'title: New\nmine: yes'),
      }),
    ).toBe(BEFORE.replace('title: Old\n', 'title: Old\nmine: yes\n').replace('# Old', 'Mine.\n\n# Old'));
  });

  describe('that has a trailer', () => {
    const trailer = (words: string): string => `\n%% florilegium 1 ${words} %%\n`;
    const WAS = trailer('n=was f=aa p=bb rw1=3.a.b.c rw2=3.a.b.c -rw9');
    const LEFT = trailer('n=left f=aa p=cc rw1=3.a.b.d rw2=3.a.b.c rw3=3.a.b.c -rw9');
    const undone = (current: string): string | null =>
      reverseNote({ before: BEFORE + WAS, after: AFTER + LEFT, current });
    const mine = AFTER.replace('# New', 'Mine.\n\n# New');

    it('should have that of before, and be left alone when it is undone once more', () => {
      const once = undone(mine + LEFT);
      expect(once).toBe(BEFORE.replace('# Old', 'Mine.\n\n# Old') + WAS);
      const more = (once ?? '').replace('Mine.', 'Mine, and more.');
      expect(undone(more)).toBe(more);
    });

    it('should know a block that only the run brought as deleted when the person deleted it since (I3)', () => {
      const without = mine.replace('\n> Three.\n\n^rw3\n', '');
      const expected = BEFORE.replace('# Old', 'Mine.\n\n# Old') + WAS.replace('-rw9', '-rw3 -rw9');
      expect(undone(without + LEFT)).toBe(expected);
      // A later sync has noticed it already.
      expect(
        undone(without + LEFT.replace('n=left', 'n=later').replace(' rw3=3.a.b.c -rw9', ' -rw3 -rw9')),
      ).toBe(expected);
    });
  });
});

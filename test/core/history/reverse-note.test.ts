import { reverseNote } from '../../../src/core/history/reverse-note';
import { readYaml } from '../../../src/platform/node/read-yaml';

const BEFORE = '---\ntitle: Old\ntags:\n  - a\n---\n# Old\n\n## Highlights\n\n> One.\n\n^rw1\n\n> Two.\n\n^rw2\n';
const AFTER = '---\ntitle: New\ntags:\n  - a\n---\n# New\n\n## Highlights\n\n> One, changed.\n\n^rw1\n\n> Two.\n\n^rw2\n\n> Three.\n\n^rw3\n';

const reverse = (current: string): string | null => reverseNote({ before: BEFORE, after: AFTER, current }, readYaml);

describe('a note without what a run did to it', () => {
  it('should be byte for byte what it was when nobody changed it since', () => {
    expect(reverse(AFTER)).toBe(BEFORE);
    expect(reverse(BEFORE)).toBe(BEFORE);
  });

  it.each([
    ['above all', AFTER.replace('# New', 'Mine.\n\n# New'), BEFORE.replace('# Old', 'Mine.\n\n# Old')],
    ['under a block that the run changed', AFTER.replace('^rw1\n', '^rw1\n\nMine.\n'), BEFORE.replace('^rw1\n', '^rw1\n\nMine.\n')],
    ['above a block that the run brought', AFTER.replace('^rw2\n', '^rw2\n\nMine.\n'), BEFORE.replace('^rw2\n', '^rw2\n\nMine.\n')],
    ['in a block that the run left alone', AFTER.replace('Two.', 'Two mine.'), BEFORE.replace('Two.', 'Two mine.')],
    ['in a property of their own', AFTER.replace('tags:', 'mine: yes\ntags:'), BEFORE.replace('tags:', 'mine: yes\ntags:')],
    ['in a property that the run left alone', AFTER.replace('- a', '- b'), BEFORE.replace('- a', '- b')],
  ])('should keep what the person wrote %s', (_where, current, expected) => {
    expect(reverse(current)).toBe(expected);
  });

  it.each([
    ['under a block that goes', AFTER.replace('^rw3\n', '^rw3\n\nMine.\n')],
    ['in a block that goes', AFTER.replace('Three.', 'Three mine.')],
    ['over the words that the run wrote', AFTER.replace('One, changed.', 'Mine, mended.')],
    ['over the property that the run changed', AFTER.replace('title: New', 'title: Mine')],
  ])('should not be guessed at when the person wrote %s', (_where, current) => {
    expect(reverse(current)).toBeNull();
  });

  it('should have the line ends that the note has', () => {
    expect(reverse(AFTER.replace('# New', 'Mine.\n\n# New').replace(/\n/g, '\r\n'))).toBe(BEFORE.replace('# Old', 'Mine.\n\n# Old').replace(/\n/g, '\r\n'));
  });
});

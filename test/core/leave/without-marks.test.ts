import { linkedAnchors } from '../../../src/core/leave/our-anchors';
import { anchorsToGo, withoutMarks } from '../../../src/core/leave/without-marks';
import { readYaml } from '../../../src/platform/node/read-yaml';

const TRAILER = '%% florilegium 1 n=0123456789a f=abcdefg p=0123456789b h=2.abcde.0123456789c.abcdefg rw1=1.abcde.0123456789d.abcdefg rd01odd=1.abcde.0123456789e.abcdefg %%';
const plain = (text: string, kept: readonly string[] = []): string => withoutMarks(text, { keepsAnchor: (anchor) => kept.includes(anchor), readYaml });

describe('withoutMarks', () => {
  it('should take out trailer, ids and anchors and keep all else byte for byte', () => {
    const note = `---\nreadwise-id: 41 # mine\ntitle: Walden\nreadwise-status: deleted\nmine: "x"   # kept\n---\nLead.\n\n# Walden\n\n> One.\n\n^rw1\n\nMine   under.  \n\nTwo. ^rd01odd\n\nMine. ^my-anchor\n\n${TRAILER}\n`;
    const without = '---\n# mine\ntitle: Walden\nmine: "x"   # kept\n---\nLead.\n\n# Walden\n\n> One.\n\nMine   under.  \n\nTwo.\n\nMine. ^my-anchor\n';
    expect(plain(note)).toBe(without);
    expect(plain(note.replaceAll('\n', '\r\n'))).toBe(without.replaceAll('\n', '\r\n'));
    expect(plain(without)).toBe(without);
  });

  it('should keep anchors that something links to', () => {
    const note = `---\nreadwise-id: 41\n---\nOne. ^rw1\n\nTwo. ^rw2\n\n${TRAILER}\n`;
    expect(plain(note, ['rw2'])).toBe('One.\n\nTwo. ^rw2\n');
    expect(anchorsToGo(note)).toEqual(['rw1', 'rw2']);
  });

  it('should take out ids by the lines when the properties cannot be read', () => {
    expect(plain('---\nreadwise-id: 41\nmine: [broken\nreader-id:\n  - a\n---\nText.\n')).toBe('---\nmine: [broken\n---\nText.\n');
  });

  it('should take out the comments around sections and keep what stands between and in them', () => {
    const day = 'Mine.\n\n%% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%\n\n![[Walden#^rw1]]\n\n%% florilegium-day-end %%\n\nMore.\n';
    expect(plain(day)).toBe('Mine.\n\n![[Walden#^rw1]]\n\nMore.\n');
    expect(plain(day.replace(' %%\n', ' my word %%\n'))).toContain('%% my word %%');
    expect(plain(day.replace('%% florilegium-day ', '- before %% florilegium-day '))).toContain('- before \n');
  });

  it('should leave a note of the person\'s as it is, whatever anchors it has and whatever it says about marks', () => {
    for (const mine of ['Text. ^rw1\n', '```\n%% florilegium 1 n=1 %%\n```\n', '---\ntitle: x\n---\nText.\n\n\n\n', '', '%% comment %%\n', 'a\r\nb']) expect(plain(mine)).toBe(mine);
  });
});

describe('linkedAnchors', () => {
  it('should find links in every notation', () => {
    expect(linkedAnchors('[[Walden#^rw1]] ![[a/b#^rw2|x]] [x](a.md#^rw3) [y](a.md#%5Erw4) {"subpath":"#^rd01"} ^rw9')).toEqual(['rw1', 'rw2', 'rw3', 'rw4', 'rd01']);
  });
});

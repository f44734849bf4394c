import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { unifiedDiff } from '../../../src/merge/diff/unified-diff';
import { makeTemporaryFolder } from '../../support/temporary-folders';

describe('a comparison in the unified format', () => {
  it('should have a head, and the changes with three lines around them', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
    expect(unifiedDiff({ before, after: before.replace('e', 'E'), from: 'Old.md', to: 'New.md' })).toEqual([
      '--- Old.md',
      '+++ New.md',
      '@@ -2,7 +2,7 @@',
      ' b',
      ' c',
      ' d',
      '-e',
      '+E',
      ' f',
      ' g',
      ' h',
    ]);
  });

  it('should say that there was no file when a note is made', () => {
    expect(unifiedDiff({ before: '', after: 'a\n', from: null, to: 'New.md' })).toEqual([
      '--- /dev/null',
      '+++ New.md',
      '@@ -0,0 +1,1 @@',
      '+a',
    ]);
  });

  it('should have nothing to say when nothing changes', () => {
    expect(unifiedDiff({ before: 'a\n', after: 'a\n', from: 'A.md', to: 'A.md' })).toEqual([]);
  });

  it('should be understood by patch', () => {
    const folder = makeTemporaryFolder();
    const text = fc
      .array(fc.constantFrom('one', 'two', '', '> three', '---', '+++ four'), { maxLength: 20 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff({ before, after, from: 'note', to: 'note' });
        if (diff.length === 0) return before === after;
        writeFileSync(join(folder, 'note'), before);
        writeFileSync(join(folder, 'diff'), diff.map((line) => `${line}\n`).join(''));
        return (
          execFileSync('patch', ['-s', '-o', '-', join(folder, 'note'), join(folder, 'diff')], {
            encoding: 'utf8',
          }) === after
        );
      }),
      { numRuns: 40 },
    );
  });
});

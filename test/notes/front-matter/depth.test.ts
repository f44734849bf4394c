import * as fc from 'fast-check';
import { isCollection, isPair, parseDocument, visit } from 'yaml';
import { tooDeepLine } from '../../../src/notes/front-matter/depth';
import { frontMatterMistake } from '../../../src/notes/front-matter/mistake';
import { parseFrontMatter } from '../../../src/notes/front-matter/front-matter';
import { HISTORIES } from '../../property/runs';

/** How deep lists and mappings stand in each other as the library reads them. */
function depthOf(yaml: string): number {
  let most = 0;
  visit(parseDocument(yaml, { logLevel: 'error' }), {
    Collection: (_key, _node, path) => {
      most = Math.max(most, path.filter((node) => isCollection(node) && !isPair(node)).length + 1);
    },
  });
  return most;
}

describe('front matter that is nested too deep', () => {
  it.each([
    ['brackets', `a: b\nc: ${'['.repeat(2000)}\n`, 1],
    ['brackets behind a quote that is none', `a: b\n  "\nc: ${'['.repeat(2000)}"\n`, 2],
    ['braces', `a: b\nc: ${'{a: '.repeat(2000)}\n`, 1],
    ['keys in brackets', `a: [${'b: '.repeat(2000)}]\n`, 0],
    ['brackets on lines of their own', `a:\n${' [\n'.repeat(2000)}`, 49],
    ['keys', `a: b\n${'? '.repeat(100_000)}\n`, 1],
    ['lists', `a: b\nc:\n  ${'- '.repeat(100_000)}x\n`, 2],
    [
      'mappings by indentation',
      Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      49,
    ],
  ])('should not be parsed but named with its line when it is %s (I12, I16)', (_name, yaml, line) => {
    expect(tooDeepLine(yaml)).toBe(line);
    expect(parseFrontMatter(yaml)).toEqual({ ok: false });
    expect(frontMatterMistake(yaml)).toEqual({ line: line + 2, mistake: 'too-deep' });
  });

  it.each([
    ['many properties', 'tag: a\n'.repeat(5000)],
    ['a long list', `tags:\n${'- "[[A note]]"\n'.repeat(5000)}`],
    ['a long list in brackets', `tags: [${'[a, b], '.repeat(5000)}c]\n`],
    ['a long list of texts with colons', `tags: [${'"a: b", '.repeat(5000)}c]\n`],
    ['brackets in quotes', `a: "${'['.repeat(1000)}"\nb: '${'{'.repeat(1000)}'\n`],
    ['brackets in texts', `a: x ${'['.repeat(1000)}\nb: |\n${'  {\n'.repeat(1000)}`],
    ['a text full of dashes', `a: x${' - b'.repeat(1000)}\n`],
  ])('should not be seen in %s', (_name, yaml) => {
    expect(tooDeepLine(yaml)).toBeNull();
  });

  it('should be seen wherever the library finds depth, whatever is repeated (I12)', () => {
    const sign = fc.constantFrom(...'[{]}-?:&!"\'|>#,\n a*'.split(''), ': ', '- ', '? ', '\n ', '" ', "' ");
    const piece = fc.array(sign, { minLength: 1, maxLength: 8 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(piece, piece, (start, repeated) => {
        const yaml = `${start}${repeated.repeat(250)}`;
        if (tooDeepLine(yaml) === null) expect(depthOf(yaml)).toBeLessThan(100);
      }),
      HISTORIES,
    );
  });
});

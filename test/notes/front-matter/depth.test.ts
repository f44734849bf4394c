import { tooDeepLine } from '../../../src/notes/front-matter/depth';
import { frontMatterMistake } from '../../../src/notes/front-matter/mistake';
import { parseFrontMatter } from '../../../src/notes/front-matter/front-matter';

describe('front matter that is nested too deep', () => {
  it.each([
    ['brackets', `a: b\nc: ${'['.repeat(2000)}\n`, 1],
    ['brackets behind a quote that is none', `a: b\nc: "x" ${'['.repeat(2000)}"\n`, 1],
    ['braces', `a: b\nc: ${'{a: '.repeat(2000)}\n`, 1],
    ['keys in brackets', `a: [${'b: '.repeat(2000)}]\n`, 0],
    ['brackets on lines of their own', `a:\n${' [\n'.repeat(2000)}`, 99],
    ['keys', `a: b\n${'? '.repeat(1000)}\n`, 1],
    ['lists', `a: b\nc:\n  ${'- '.repeat(1000)}x\n`, 2],
    ['lists behind a key', `a: ${'- '.repeat(1000)}x\n`, 0],
    [
      'mappings by indentation',
      Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      100,
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
    ['a text full of dashes', `a: x${' - b'.repeat(1000)}\n`],
  ])('should not be seen in %s', (_name, yaml) => {
    expect(tooDeepLine(yaml)).toBeNull();
  });
});

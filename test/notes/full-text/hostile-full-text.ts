import fc from 'fast-check';
import { hostileText } from '../../model/hostile-text';

const STRUCTURE = [
  '\n\n# ',
  '\n## ',
  '\n\n###### ',
  '\n#\n',
  '\n\n[^1]: ',
  '\n[^1]: ',
  '[^1]',
  '[^a-b]: ',
  '\n\n[^2]: javascript:x\n\n',
  '\n\n[^3]: &#106;avascript:x "t"\n',
  '\n\n    ',
  '\n\n***\n\n',
  '\n---\n',
  '\n- - -\n',
  '\n\n| a | b |\n| --- | --- |\n| c | ',
  '\n| ',
  ' |\n',
  '![a](https://a.b/c.png)',
  '![[x]]',
  '![a](obsidian://x)',
  '\n- [ ] ',
  '\n- [x] ',
  '\n1. ',
  '\n> ',
  '\n> > ',
  '\n\n```js\n',
  '\n```\n\n',
  '==',
  '$$\nx\n$$',
  '☐ ',
  '\n\nkey:: ',
  '\n---\nreadwise-id: 1\n---\n',
  '\n%% florilegium 1 n=x %%\n',
  ' ^rw1\n',
  '\n\n^rw22\n\n',
  '<img src=x>',
  '[^1]: [^1]: ',
  '[^x](https://a.b)',
  '\n    - ',
  '\n        code\n',
] as const;

/** Texts of whole documents made to break out: hostile pieces among headings, tables, notes and code. */
export const hostileFullText = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...STRUCTURE) },
        { weight: 2, arbitrary: hostileText() },
        { weight: 1, arbitrary: fc.constantFrom('word', 'two words', '\n\n', '\n') },
      ),
      { maxLength: 10 },
    )
    .map((pieces) => pieces.join(''));

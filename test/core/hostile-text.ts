import * as fc from 'fast-check';

const PIECES = [
  '<%', '%>', '<% tp.system.prompt() %>', '%%', '%', '%% florilegium {"v":1} %%', '^rw123', ' ^rw512001', '\n^rd01hw', '^', '^[note]', '[^1]', '[^1]: x',
  '`', '``', '```', '````', '~~~', '~~', '```dataviewjs', '```js', '```\n', '~~~tasks\n', '`= this.file`', '`$= dv.x`', '`INPUT[text:a]`', '`button-x`',
  '<script>', '</script>', '<img src=x onerror=alert(1)>', '<!-- ', '<?php', '<https://a.b/c>', '<', '>', '> ', '>> ', '[', ']', '[[', ']]', '![[', '![a](',
  '](', '[x](javascript:alert(1))', '[x](https://a.b/c)', '[x](<javascript:a>)', '[x]: https://a.b', '(', ')', 'obsidian://open?vault=x', 'https://a.b/#c', '://', '::', 'key:: value', ':',
  '#tag', '# ', '###### x', '#', '- [ ] task', '- ', '* ', '+ ', '1. ', '14) ', '---', '===', '***', '- - -', '_', '*', '**', '==', '$', '$$', '$x$', '$$\n', '\n$$\n',
  '\\', '\\\\', '\n', '\n\n', '\n\n\n', '\r\n', '\r', '\t', '    ', ' ', '  ', '\u2028', '\u2029', '\u0085', '\u0000', '\u0007', '\u202e', '\u2066', '\ufeff', '\ufdd0', '\ufdd1', '\ud800', '\u00a0',
  '| a | b |', '|---|---|', '&lt;', '&#60;', '<\u0000%', '%\u0000%', 'word', 'слово', '言葉', '🙂', '{{title}}', "'", '"', '!', '!['
] as const;

/** Text made to break out: pieces that mean something, in any order, among any characters. */
export const hostileText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }) }), { maxLength: 24 })
    .map((pieces) => pieces.join(''));

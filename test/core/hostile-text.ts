import * as fc from 'fast-check';

const PIECES = [
  '<%', '%>', '<% tp.system.prompt() %>', '%%', '%', '%% florilegium {"v":1} %%', '^rw123', ' ^rw512001', '\n^rd01hw', '^', '^[note]', '[^1]', '[^1]: x',
  '`', '``', '```', '````', '~~~', '~~', '```dataviewjs', '```js', '```\n', '~~~tasks\n', '`= this.file`', '`$= dv.x`', '`INPUT[text:a]`', '`button-x`',
  '<script>', '</script>', '<img src=x onerror=alert(1)>', '<!-- ', '<?php', '<https://a.b/c>', '<', '>', '> ', '>> ', '[', ']', '[[', ']]', '![[', '![a](',
  '](', '[x](javascript:alert(1))', '[x](https://a.b/c)', '[x](<javascript:a>)', '[x]: https://a.b', '(', ')', 'obsidian://open?vault=x', 'https://a.b/#c', '://', '::', 'key:: value', ':',
  '#tag', '# ', '###### x', '#', '- [ ] task', '- ', '* ', '+ ', '1. ', '14) ', '---', '===', '***', '- - -', '_', '*', '**', '==', '$', '$$', '$x$', '$$\n', '\n$$\n',
  '\\', '\\\\', '\n', '\n\n', '\n\n\n', '\r\n', '\r', '\t', '    ', ' ', '  ', '\u2028', '\u2029', '\u0085', '\u0000', '\u0007', '\u202e', '\u2066', '\ufeff', '\ufdd0', '\ufdd1', '\ud800', '\u00a0',
  '| a | b |', '|---|---|', '&lt;', '&#60;', '<\u0000%', '%\u0000%', 'word', 'слово', '言葉', '🙂', '{{title}}', "'", '"', '!', '![',
  '[!note]', '[!', '[!1]+ ', '> [!x]\n', '[//]: # (x)', '[](', '[x](<', '>)', '(https://a.b)', '[https://a.b](', 'www.a.b', 'a@b.c', '<a@b.c>', '<javascript:x>', 'data:text/html,', 'file:///etc', 'app://',
  '| a ', '|:-:|\n', '\\|', '|---', '- [/] ', '* [x]\t', '1) [ ] ', '  - ', '\t- ', '      ', '  \n', '\\\n', '>\n', '\n> ', '\n  ', '\n- ', '&#37;', '&#x3c;', '&lt', '&colon;', '$=', '=', '` ', ' `', '`=', '`` ',
  '$`', '`$', '$ ', '\\$', '\\`', '\\%', '\\[', '\\]', '\\(', '\\:', '\\#', '\\^', '\\<', '%%%', ':::', '%\\%', '(key:: v)', '[k:: v]', '\u200b', '\u200d', '\u00ad', '\u061c', '\u{e0041}', '#标签', '#🙂', '#1a', '^a-b', '^rd01hw', '^ ',
  '$\\href{javascript:x}{y}$', '\n$$\n\\def\\x{\\x\\x}\n$$\n', '$<img src=x>$', '\n```js\nx ^a-b\n```\n', '\n```\n>^rw1\n%% florilegium 1 n=x %%\n```\n', 'return [{}]', '=>', '-->', '<a', '</', '<3', '<=', '```{js}', '```svg\n', '```latex\n', '```button\n', '```js-engine\n', '```meta-bind\n', '```mermaid\n', '```c++\n', '~~~~', '``````', '__proto__', 'cssclasses: x', 'readwise-id: 1', '...\n', '---\n', '\n---\n', '====\n',
] as const;

const SIGNS = [...'\\`*_[]()<>{}$%:#^!|-+=~&;/.,"\' \n\n\t@ab1é'] as const;

/** Any code units, halves of pairs among them. */
const ANY_CHARACTERS = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((codes) => String.fromCharCode(...codes));

const HOSTILE = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: ANY_CHARACTERS }), { maxLength: 24 }).map((pieces) => pieces.join('')),
  },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }).map((signs) => signs.join('')) },
);

/** Text made to break out: pieces that mean something in any order among any characters, or nothing but signs. */
export const hostileText = (): fc.Arbitrary<string> => HOSTILE;

import { lineKind, paragraphsOf, standsApart, type LineKind } from '../../../src/notes/note/line-kind';

const LINES: readonly (readonly [kind: LineKind, lines: readonly string[]])[] = [
  ['blank', ['', ' \t']],
  ['heading', ['# A', '   ###### A', '##']],
  ['rule', ['---', ' * * *', '____', '- - -\t']],
  ['fence', ['```', '~~~js', '$$', '   ```` x']],
  ['comment', ['%% mine %%', '%%', ' <!-- mine', 'mine -->']],
  ['quote', ['> A', '>', '   >A']],
  ['list', ['- A', '* A', '+', '12. A', '1)\tA', '      - A', '-']],
  ['table', ['| a |', '  |']],
  [
    'plain',
    [
      'A',
      '#A',
      '####### A',
      '-A',
      '1.5',
      '1234567890. A',
      '**A**',
      '--',
      '    > A',
      '    # A',
      'A %% b %%',
      '``A',
      'a | b',
      'A > b',
    ],
  ],
];

describe('what a line is', () => {
  it.each(LINES.flatMap(([kind, lines]) => lines.map((line) => [line, kind] as const)))(
    'should be told by itself: %j is %s',
    (line, kind) => {
      expect(lineKind(line)).toBe(kind);
    },
  );

  it('should tell whether it begins something new under the one above it', () => {
    const first = new Map(LINES.map(([kind, [line = '']]) => [kind, line]));
    const goesOn = [...first].map(
      ([above, aboveLine]) =>
        [above, [...first].flatMap(([kind, line]) => (standsApart(aboveLine, line) ? [] : [kind]))] as const,
    );
    expect(new Map(goesOn.filter(([, kinds]) => kinds.length > 0))).toEqual(
      new Map<LineKind, readonly LineKind[]>([
        ['quote', ['quote', 'plain']],
        ['list', ['list', 'plain']],
        ['table', ['table', 'plain']],
        ['plain', ['table', 'plain']],
      ]),
    );
  });

  it('should make paragraphs with those that it goes on with', () => {
    const lines = [
      'One',
      'two',
      '> Quote',
      'goes on',
      '',
      '',
      '# Heading',
      'Text',
      '- a',
      '- b',
      '---',
      'End',
    ];
    const texts = (within?: { readonly start: number; readonly end: number }): readonly string[] =>
      paragraphsOf(lines, within).map(({ start, end }) => lines.slice(start, end).join('|'));
    expect(texts()).toEqual(['One|two', '> Quote|goes on', '# Heading', 'Text', '- a|- b', '---', 'End']);
    expect(texts({ start: 1, end: 9 })).toEqual(['two', '> Quote|goes on', '# Heading', 'Text', '- a']);
  });
});

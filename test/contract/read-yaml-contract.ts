import type { ReadYaml } from '../../src/core/properties/yaml-entries';

/** The contract of a `ReadYaml`: every adapter's test calls this, so that notes merge alike in the app and in the terminal. */
export function describeReadYaml(name: string, readYaml: ReadYaml): void {
  describe(`${name} as a ReadYaml`, () => {
    it.each([
      ['nothing', '', null],
      ['a comment', '# alone\n', null],
      [
        'texts',
        "a: b\nq: \"x\\ty\"\ns: 'it''s'\nl: |\n  one\n  two\nf: >-\n  one\n  two\n",
        { a: 'b', q: 'x\ty', s: "it's", l: 'one\ntwo\n', f: 'one two' },
      ],
      ['numbers, switches and nothing', 'i: 1\nd: 1.5\nt: true\nn:\n', { i: 1, d: 1.5, t: true, n: null }],
      [
        'what older versions took for something else',
        'a: yes\nb: off\nc: 2024-01-02\nd: 12:30\n',
        { a: 'yes', b: 'off', c: '2024-01-02', d: '12:30' },
      ],
      ['lists', 'a:\n- x\n- "y"\nb: [1, z]\n', { a: ['x', 'y'], b: [1, 'z'] }],
      ['what is said once and named twice', 'a: &x [1]\nb: *x\n', { a: [1], b: [1] }],
      ['a lone value', '"x"', 'x'],
    ])('should read %s', (_what, text, value) => {
      expect(readYaml(text)).toEqual({ ok: true, value });
    });

    it.each([
      'a: "x\n',
      'a: [1\n',
      'a: 1\na: 2\n',
      'a: b: c\n',
      '\ta: 1\n',
      'a: *nobody\n',
      'a: &x [*x]\n',
      'a: &x\n  b: *x\n',
    ])('should say what is wrong, on one line, when it is no YAML (%j)', (text) => {
      const read = readYaml(text);
      expect(read.ok ? 'read' : read.message).toMatch(/^(?!read$)[^\n]{5,}$/);
    });
  });
}

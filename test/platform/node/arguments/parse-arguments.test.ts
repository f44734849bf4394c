import { parseArguments } from '../../../../src/platform/node/arguments/parse-arguments';

describe('parseArguments', () => {
  it('should fill in what was left out', () => {
    expect(parseArguments(['sync', '--vault', 'notes'])).toEqual({
      name: 'sync',
      vault: 'notes',
      state: null,
      baseUrl: null,
      settings: null,
      tokenFile: null,
      isFull: false,
      isDryRun: false,
      isDiff: false,
      maxDelete: null,
      word: null,
      verdict: null,
      restore: null,
      isJson: false,
    });
  });

  it('should take every option, in either form and in any order', () => {
    const words = [
      '--json',
      '--max-delete=0',
      'sync',
      '--dry-run',
      '--full',
      '--vault=notes',
      '--state',
      's',
      '--base-url',
      'https://x',
      '--settings',
      'f',
      '--token-file',
      '-',
      '--refuse-held',
      '--restore',
      '7',
      '--restore=8',
    ];
    expect(parseArguments(words)).toEqual({
      name: 'sync',
      vault: 'notes',
      state: 's',
      baseUrl: 'https://x',
      settings: 'f',
      tokenFile: '-',
      isFull: true,
      isDryRun: true,
      isDiff: false,
      maxDelete: 0,
      word: null,
      isJson: true,
      verdict: { kind: 'keep-all' },
      restore: { kind: 'items', ids: ['7', '8'] },
    });
  });

  it('should take “all” for every note, whatever else is to be restored', () => {
    expect(parseArguments(['sync', '--vault', 'notes', '--restore', '7', '--restore', 'all'])).toMatchObject({
      restore: { kind: 'all' },
    });
  });

  it.each(['relink', 'accept-missing'] as const)(
    'should pass on the word of a person who says --%s',
    (word) => {
      expect(parseArguments(['sync', '--vault', 'notes', `--${word}`])).toMatchObject({ name: 'sync', word });
    },
  );

  it('should need neither token nor address to render', () => {
    expect(parseArguments(['render', '--vault', 'notes', '--dry-run'])).toEqual({
      name: 'render',
      vault: 'notes',
      state: null,
      settings: null,
      isDryRun: true,
      isDiff: false,
      isJson: false,
    });
    expect(parseArguments(['render', '--vault', 'notes', '--token-file', '-'])).toMatchObject({
      name: 'usage-error',
    });
  });

  it.each([['-h'], ['sync', '--help']])('should give help when asked with %j', (...words) => {
    expect(parseArguments(words)).toEqual({ name: 'help' });
  });

  it.each([
    ['--token', 'x'],
    ['sync', 'twice', '--vault', 'x'],
    ['sync', '--vault'],
    ['sync', '--vault', ''],
    ['sync', '--vault', 'x', '--state', ''],
    ['check', '--token-file='],
    ['sync', '--vault', 'x', '--restore', '7', '--restore', ''],
    ['day', '--vault', 'x', '--state', ''],
    ['check', '--json'],
    ['sync', '--vault', 'x', '--max-delete', '-1'],
    ['sync', '--vault', 'x', '--relink', '--dry-run'],
    ['sync', '--vault', 'x', '--diff'],
    ['render', '--vault', 'x', '--diff', '--dry-run', '--json'],
    ['sync', '--vault', 'x', '--relink', '--accept-missing'],
    ['status', '--vault', 'x', '--relink'],
    ['status', '--vault', 'x', '--restore', '7'],
    ['sync', '--vault', 'x', '--restore'],
  ])('should be a usage error when the words are %j', (...words) => {
    expect(parseArguments(words).name).toBe('usage-error');
  });
});

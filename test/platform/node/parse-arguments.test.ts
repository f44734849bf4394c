import { parseArguments } from '../../../src/platform/node/parse-arguments';

describe('parseArguments', () => {
  it('should fill in what was left out', () => {
    expect(parseArguments(['sync', '--vault', 'notes'])).toEqual({
      name: 'sync', vault: 'notes', state: null, baseUrl: null, settings: null, tokenFile: null, isFull: false, isDryRun: false, maxDelete: null, isJson: false,
    });
  });

  it('should take every option, in either form and in any order', () => {
    const words = ['--json', '--max-delete=0', 'sync', '--dry-run', '--full', '--vault=notes', '--state', 's', '--base-url', 'https://x', '--settings', 'f', '--token-file', '-'];
    expect(parseArguments(words)).toEqual({
      name: 'sync', vault: 'notes', state: 's', baseUrl: 'https://x', settings: 'f', tokenFile: '-', isFull: true, isDryRun: true, maxDelete: 0, isJson: true,
    });
  });

  it.each([['-h'], ['sync', '--help']])('should give help when asked with %j', (...words) => {
    expect(parseArguments(words)).toEqual({ name: 'help' });
  });

  it.each([['--token', 'x'], ['sync', 'twice', '--vault', 'x'], ['sync', '--vault'], ['sync', '--vault', ''], ['check', '--json'], ['sync', '--vault', 'x', '--max-delete', '-1']])('should be a usage error when the words are %j', (...words) => {
    expect(parseArguments(words).name).toBe('usage-error');
  });
});

import { CommanderError } from 'commander';
import { createProgram } from '../../../pkg/commands/program';

describe('the commands of the terminal program', () => {
  let said: string;
  beforeEach(() => {
    said = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      said += String(chunk);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [],
    ['--token', 'x'],
    ['sync', 'twice', '--vault', 'x'],
    ['sync', '--vault'],
    ['sync', '--vault', ''],
    ['sync', '--vault', 'x', '--state', ''],
    ['sync', '--vault', 'x', '--token', 'secret'],
    ['check', '--token-file='],
    ['sync', '--vault', 'x', '--restore', '7', '--restore', ''],
    ['search', 'word', '--vault', 'x', '--state', ''],
    ['template', 'convert', 'x'],
    ['template', 'convert', 'x', 'y', '--from', 'jinja'],
    ['template', 'convert', 'x', '--from', 'jinja', '--out', ''],
    ['sync', '--vault', 'x', '--max-delete', '-1'],
    ['sync', '--vault', 'x', '--max-delete', 'many'],
    ['sync', '--vault', 'x', '--relink', '--dry-run'],
    ['sync', '--vault', 'x', '--relink', '--accept-missing'],
    ['sync', '--vault', 'x', '--diff'],
    ['sync', '--vault', 'x', '--diff', '--dry-run', '--json'],
    ['render', '--vault', 'x', '--diff'],
    ['status', '--vault', 'x', '--relink'],
    ['sync', '--vault', 'x', '--restore'],
    ['edit', '--vault', 'x'],
    ['edit', '', '--vault', 'x', '--note', 'y'],
    ['edit', 'rw1', '--vault', 'x', '--rename-tag', 'old'],
    ['edit', 'rw1', '--note', 'y'],
    ['delete', '--vault', 'x', '--yes'],
    ['save', '--vault', 'x'],
    ['highlight', '--vault', 'x', '--location', 'late'],
    ['send', '--vault', 'x', '--mine', ''],
  ])('should say what is wrong when the words are %j %j %j %j %j', async (...words) => {
    const program = createProgram(new AbortController().signal);
    await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(CommanderError);
    expect(said).not.toBe('');
  });

  it.each([
    [['sync', '--full', '--bogus'], "unknown option '--bogus'"],
    [['edit', '--bogus', 'rw1'], "unknown option '--bogus'"],
    [['sync', '--full'], "required option '--vault <dir>' not specified"],
  ])('should name an unknown option before a missing one when the words are %j', async (words, text) => {
    const program = createProgram(new AbortController().signal);
    await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(CommanderError);
    expect(said).toContain(text);
  });
});

import { PassThrough } from 'node:stream';
import { confirm } from '../../../pkg/commands/confirm';

const WHY = 'This cannot be undone.';

function terminal(input: string, { isTTY = true } = {}) {
  const said = { text: '' };
  const typed = Object.assign(new PassThrough(), { isTTY });
  const shown = Object.assign(new PassThrough(), { isTTY });
  shown.on('data', (text) => (said.text += String(text)));
  typed.end(input);
  return { said, place: { input: typed, output: shown } };
}

const ask = (place: Parameters<typeof confirm>[3], options = {}): Promise<void> =>
  confirm(options, WHY, new AbortController().signal, place);

describe('what cannot be undone', () => {
  let printed: string;
  beforeEach(() => {
    printed = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      printed += String(chunk);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('should be done without a question when --yes says so', async () => {
    const { place, said } = terminal('');
    await ask(place, { yes: true });
    expect(said.text + printed).toBe('');
  });

  it.each(['y\n', 'Yes\n', ' y \n'])('should be done when a person answers %j', async (answer) => {
    const { place, said } = terminal(answer);
    await ask(place);
    expect(printed).toBe(`${WHY}\n`);
    expect(said.text).toBe('Go on? [y/N] ');
  });

  it.each(['n\n', '\n', 'yesterday\n', ''])('should not be done when a person answers %j', async (answer) => {
    await expect(ask(terminal(answer).place)).rejects.toThrow('Nothing was done.');
  });

  it('should not be done when nobody can be asked', async () => {
    const refusal = `${WHY} To go on, add --yes.`;
    await expect(ask(terminal('y\n', { isTTY: false }).place)).rejects.toThrow(refusal);
    await expect(ask(terminal('y\n').place, { json: true })).rejects.toThrow(refusal);
  });

  it('should not be done, and the command be interrupted, when a person stops it at the question', async () => {
    const open = Object.assign(new PassThrough(), { isTTY: true });
    const stop = new AbortController();
    const output = Object.assign(new PassThrough(), { isTTY: true });
    output.on('data', () => stop.abort());
    await expect(confirm({}, WHY, stop.signal, { input: open, output })).rejects.toThrow('abort');
  });
});

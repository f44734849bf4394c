import { deflateRawSync } from 'node:zlib';
import { runScript } from './run-script';

/** What comes back of each text, deflated as told. */
async function readBack(texts: readonly string[], options: object): Promise<readonly string[]> {
  const deflated = texts.map((text) => deflateRawSync(text, options).toString('base64'));
  return runScript(`
    import { inflate } from './build/inflate.mjs';
    console.log(JSON.stringify(${JSON.stringify(deflated)}.map((each) => Buffer.from(inflate(Buffer.from(each, 'base64'))).toString())));
  `);
}

/** Words in an order that never comes again, near and far repetitions, and signs of every length in UTF-8. */
function prose(words: number): string {
  let state = 1;
  const next = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  return Array.from(
    { length: words },
    () => ['note', 'Größe', '日本', '𝄞', 'a'.repeat(next(300)), String(next(1_000_000))][next(6)],
  ).join(' ');
}

const TEXTS = ['', 'a', 'ab', 'a'.repeat(259), 'a'.repeat(70_000), prose(10), prose(1000), prose(5000)];

describe('inflating', () => {
  it('should give back each text when the packer chose its codes', async () => {
    expect(await readBack(TEXTS, { level: 9 })).toEqual(TEXTS);
  });

  it('should give back each text when codes are the fixed ones, or repetitions are not used', async () => {
    expect(await readBack(TEXTS, { strategy: 4 })).toEqual(TEXTS);
    expect(await readBack(TEXTS, { strategy: 2 })).toEqual(TEXTS);
  });
});

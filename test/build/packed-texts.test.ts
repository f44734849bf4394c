import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './run-script';

const TEXTS = {
  'plain.hbs': '{{title}} – “ß” 𝄞\n'.repeat(200),
  'empty.hbs': '',
  'names.json': JSON.stringify({ one: ['eins', null], two: 'zwei' }),
};
const ENTRY =
  "import plain from './texts/plain.hbs';\nimport empty from './texts/empty.hbs';\nimport names from './texts/names.json';\nmodule.exports = { plain, empty, names };";

describe('packed texts', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packed-texts-'));
    await mkdir(join(folder, 'texts'));
    for (const [name, text] of Object.entries(TEXTS)) await writeFile(join(folder, 'texts', name), text);
    await writeFile(join(folder, 'main.js'), ENTRY);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A bundle of the entry, and what it says when it is loaded. */
  function bundle(): Promise<{ readonly code: string; readonly said: unknown }> {
    return runScript(`
      import * as esbuild from 'esbuild';
      import { packedTexts } from './build/packed-texts.mjs';
      const texts = packedTexts({ folders: [${JSON.stringify(join(folder, 'texts'))}] });
      const { outputFiles } = await esbuild.build({ entryPoints: [${JSON.stringify(join(folder, 'main.js'))}], bundle: true, write: false, minify: true, format: 'cjs', plugins: [texts] });
      const module = { exports: {} };
      new Function('module', outputFiles[0].text)(module);
      console.log(JSON.stringify({ code: outputFiles[0].text, said: module.exports }));
    `);
  }

  it('should be what the files say when a bundle is loaded', async () => {
    const { code, said } = await bundle();
    expect(said).toEqual({
      plain: TEXTS['plain.hbs'],
      empty: '',
      names: JSON.parse(TEXTS['names.json']) as unknown,
    });
    expect(code).not.toContain('title');
  });

  it('should be the same bytes when they are packed again', async () => {
    expect((await bundle()).code).toBe((await bundle()).code);
  });
});

import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { builtPlugin } from '../support/built-programs';

const ROOT = join(__dirname, '../..');

describe('the plugin as it ships', () => {
  // A phone that cannot read one pattern loads nothing of the plugin. The store's own rule knows only one of
  // the two kinds.
  it('should hold no pattern that looks behind, because phones cannot read it before iOS 16.4', async () => {
    // `yaml` tries whether the phone can read one, made of a text, and catches where it cannot.
    const code = (await builtPlugin(ROOT)).replace(/new RegExp\((?:"[^"]*"|`[^`]*`)/g, '');
    expect(code.match(/\(\?<[=!]/g)).toBeNull();
  });

  it('should hold no character that a reviewer cannot see', async () => {
    expect((await builtPlugin(ROOT)).match(/[\u0080-\u00a0\p{Cf}\p{Zl}\p{Zp}]/gu)).toBeNull();
  });

  // The app waits for this while it opens.
  it('should hold only names and texts in what is loaded at once', async () => {
    const { metafile } = await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: ['src/main.ts'],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: 'dist',
      write: false,
      metafile: true,
      loader: { '.hbs': 'text' },
      external: ['obsidian', '@codemirror/*'],
    });
    const atOnce = new Set<string>();
    const visit = (path: string): void => {
      atOnce.add(path);
      for (const { external, kind, path: next } of metafile.inputs[path]?.imports ?? [])
        if (external !== true && kind !== 'dynamic-import' && !atOnce.has(next)) visit(next);
    };
    visit('src/main.ts');
    expect([...atOnce].filter((path) => path.startsWith('node_modules/'))).toEqual([]);
    const bytes = [...atOnce].reduce((sum, path) => sum + (metafile.inputs[path]?.bytes ?? 0), 0);
    expect(bytes).toBeLessThan(20_000);
  });
});

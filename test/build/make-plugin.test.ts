import { join } from 'node:path';
import { builtPlugin } from '../browser/built-plugin';
import { runScript } from './run-script';

const MINUTES = 600_000;

describe('the plugin as it ships', () => {
  // A phone that cannot read one pattern loads nothing of the plugin. The store's own rule knows only one of the two kinds.
  it('should hold no pattern that looks behind, because phones cannot read it before iOS 16.4', async () => {
    expect((await builtPlugin(join(__dirname, '../..'))).match(/\(\?<[=!]/g)).toBeNull();
  });

  it(
    'should be the same bytes when it is built again',
    async () => {
      const before = await builtPlugin(join(__dirname, '../..'));
      const { code, names } = await runScript<{ readonly code: string; readonly names: readonly string[] }>(`
        import { makePlugin } from './build/make-plugin.mjs';
        const { code, names } = await makePlugin();
        console.log(JSON.stringify({ code, names: [...names.keys()] }));
      `);
      expect(code === before).toBe(true);
      expect(names.length).toBeGreaterThan(100);
      const data = [
        'highlights',
        'revision',
        'documentHighlights',
        'updatedAt',
        'highlighted_at',
        'lastHighlighted',
        'intervalMinutes',
      ];
      expect(names.filter((name) => data.includes(name))).toEqual([]);
    },
    MINUTES,
  );
});

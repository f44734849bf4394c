import { join } from 'node:path';
import { builtPlugin } from '../browser/built-plugin';

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
});

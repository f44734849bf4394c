import { join } from 'node:path';
import { buildPrograms } from '../bench/build-programs';
import { measurePlugin } from '../bench/measure-plugin';
import { builtPlugin } from '../support/built-programs';

const ROOT = join(__dirname, '../..');

describe('the start of the plugin', () => {
  it('should need nothing but the app, and ask the web for nothing, before the layout is ready', async () => {
    await builtPlugin(ROOT);
    buildPrograms(ROOT);
    expect(await measurePlugin(ROOT)).toMatchObject({ requests: 0 });
  });
});

import { readdirSync } from 'node:fs';
import { LAYERS } from './layers';

describe('the layers of a soak', () => {
  it('should have every random test of histories and texts when one is added', () => {
    const all = readdirSync('test/property')
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/property/${name}`);
    const run = LAYERS.flatMap(({ tests }) => tests).filter((test) => test.startsWith('test/property/'));
    expect([...run].sort()).toEqual([...all].sort());
  });
});

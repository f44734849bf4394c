import * as z from 'zod/mini';
import { readTextTest } from './text';

/** One text test, or a list of which one must pass. */
export const textTests = z
  .union([z.string(), z.array(z.string())], 'text-or-texts')
  .check(({ value, issues }) => {
    const isList = typeof value !== 'string';
    for (const [index, test] of (isList ? value : [value]).entries()) {
      const read = readTextTest(test);
      if (read.kind !== 'mistake') continue;
      const { code, ...params } = read.mistake;
      issues.push({ code: 'custom', message: code, params, input: test, path: isList ? [index] : [] });
    }
  });

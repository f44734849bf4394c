import { dirname } from 'node:path';

/** Notes are written in English, and no date is read: of the default locale of date-fns only what writes is needed. */
export const writingLocale = {
  name: 'writing-locale',
  setup: (build) =>
    build.onLoad({ filter: /date-fns[\\/]_lib[\\/]defaultLocale\.js$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `
        import { formatLong } from '../locale/en-US/_lib/formatLong.js';
        import { localize } from '../locale/en-US/_lib/localize.js';
        export const defaultLocale = { code: 'en-US', formatLong, localize, options: { weekStartsOn: 0, firstWeekContainsDate: 1 } };`,
    })),
};

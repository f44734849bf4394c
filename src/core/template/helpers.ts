import { EMPHASIS_HELPERS } from './emphasis-helpers';
import { LIST_HELPERS } from './list-helpers';
import { LOGIC_HELPERS } from './logic-helpers';
import { MARKDOWN_HELPERS } from './markdown-helpers';
import type { Helper } from './helper';
import { LOOP_HELPERS } from './loops';
import { TEXT_HELPERS } from './text-helpers';

/** Every helper that a template may call, by its name. */
export const HELPERS: ReadonlyMap<string, Helper> = new Map(
  Object.entries({
    ...TEXT_HELPERS,
    ...LOGIC_HELPERS,
    ...LIST_HELPERS,
    ...MARKDOWN_HELPERS,
    ...EMPHASIS_HELPERS,
    ...LOOP_HELPERS,
  }),
);

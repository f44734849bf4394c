import { MESSAGES, SPEECH } from '../language/current-language';
import { highlights } from '../strings';

/** What the plugin says about views of the library: its Base, notes gathered from it, and the search. */

const { views, search } = MESSAGES;

export const VIEW_COMMANDS = MESSAGES.viewCommands;

export const VIEWS = {
  ...views,
  tagged: (tag: string, count: number): string =>
    SPEECH.fill(views.tagged, { tag, count: highlights(count) }),
};

export const SEARCH = {
  ...search,
  instructions: [
    { command: '↑↓', purpose: search.toNavigate },
    { command: '↵', purpose: search.toOpen },
    { command: search.escape, purpose: search.toDismiss },
  ],
};

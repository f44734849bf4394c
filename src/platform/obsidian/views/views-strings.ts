import { MESSAGES } from '../language/current-language';

/** What the plugin says about the Base, the daily review and the notes of days. */
export const VIEWS = MESSAGES.views;

export const VIEW_COMMANDS = MESSAGES.viewCommands;

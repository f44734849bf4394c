import { MESSAGES, SPEECH } from '../language/current-language';

/** What is said where the plugin is reached from outside its own windows: by links, the app's command line, and menus. */

const { reach } = MESSAGES;

export const REACH = {
  ...reach,
  notFound: (id: string): string => SPEECH.fill(reach.notFound, { id }),
  opened: (path: string): string => SPEECH.fill(reach.opened, { path }),
};

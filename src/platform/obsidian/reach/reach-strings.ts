import { MESSAGES, SPEECH } from '../language/current-language';

/** What is said where the plugin is reached from outside its own windows: by links, the app's command line, and menus. */

const { reach } = MESSAGES;
const { status } = reach;

export const REACH = {
  ...reach,
  notFound: (id: string): string => SPEECH.fill(reach.notFound, { id }),
  opened: (path: string): string => SPEECH.fill(reach.opened, { path }),
  status: {
    never: status.never,
    last: ({ at, outcome }: { readonly at: string; readonly outcome: keyof typeof status.outcomes }): string => SPEECH.fill(status.outcomes[outcome], { when: SPEECH.moment(at) }),
    count: (kind: keyof typeof status.counts, count: number): string => status.counts[kind](count),
  },
};

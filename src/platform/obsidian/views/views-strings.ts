import { highlights } from '../strings';

/** What the plugin says about views of the library: its base, notes gathered from it, and the search. */

export const VIEW_COMMANDS = {
  search: 'Search highlights',
  random: 'Random highlight',
  review: 'Write daily review',
  day: 'Add today’s highlights to the daily note',
  gather: 'Highlights with tag…',
  base: 'Create a base of the library',
  openReadwise: 'Open in Readwise',
  openReader: 'Open in Reader',
  copyLink: 'Copy link',
  copyHighlightLink: 'Copy link to highlight',
  refresh: 'Refresh this note',
};

export const VIEWS = {
  working: 'Looking through your highlights…',
  copied: 'Link copied.',
  missing: (count: number): string => `${highlights(count)} left out: not in the vault.`,
  nothing: {
    review: 'None of the highlights in today’s review is in the vault.',
    day: 'No highlight in the vault was made today.',
    gather: 'No highlight in the vault has this tag.',
  },
  theirs: 'You edited this base, so it was left as it is.',
  noBlock: 'This highlight is not in the vault: its note is missing, or you deleted it from the note.',
  noTags: 'None of your highlights has a tag.',
  whichTag: 'Which tag?',
  tagged: (tag: string, count: number): string => `${tag} · ${highlights(count)}`,
};

export const SEARCH = {
  placeholder: 'Search your highlights…',
  building: 'Reading your highlights…',
  hint: 'Words of a passage, a note, a tag, a title or an author',
  none: 'No highlight has these words.',
  instructions: [
    { command: '↑↓', purpose: 'to navigate' },
    { command: '↵', purpose: 'to open the note at the highlight' },
    { command: 'esc', purpose: 'to dismiss' },
  ],
};

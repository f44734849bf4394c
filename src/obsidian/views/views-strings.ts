import { highlights } from '../strings';

/** What the plugin says about the Base, the daily review and the notes of days. */

export const VIEW_COMMANDS = {
  review: 'Write daily review',
  day: 'Add today’s highlights to the daily note',
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
  },
};

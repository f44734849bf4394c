/** Everything the plugin says to a person. */

export const counted = (value: number): string => value.toLocaleString('en');
const plural = (value: number, one: string, many: string): string => `${counted(value)} ${value === 1 ? one : many}`;

export const notes = (value: number): string => plural(value, 'note', 'notes');
export const items = (value: number): string => plural(value, 'item', 'items');
export const highlights = (value: number): string => plural(value, 'highlight', 'highlights');

/** At the end of a list that is not shown whole. */
export const MORE = (value: number): string => `and ${counted(value)} more`;

export const COMMANDS = {
  sync: 'Sync now',
  cancelSync: 'Cancel sync',
  relink: 'Use this account for this vault',
  'accept-missing': 'Accept missing notes',
  reviewHeld: 'Review held deletions',
  restoreHighlights: 'Restore deleted highlights in this note',
  restoreNote: 'Restore a deleted note…',
  render: 'Render notes again',
};

export const PROGRESS = {
  title: 'Readwise',
  starting: 'starting…',
  goingOn: (parts: string): string => `${parts}…`,
  highlights,
  documents: (received: number): string => plural(received, 'document', 'documents'),
  writing: (done: number): string => `writing notes ${counted(done)}`,
  failed: (failed: number): string => `${counted(failed)} failed`,
  waiting: (seconds: number): string => `waiting ${counted(Math.max(1, Math.ceil(seconds)))} s for the rate limit`,
  checking: (what: string): string => `checking ${what}`,
  texts: (done: number, total: number): string => `fetching full texts, ${counted(done)} of ${counted(total)}`,
  attachments: (done: number): string => `fetching attachments, ${counted(done)}`,
  cancelling: 'stopping…',
  cancel: 'Cancel',
  cancelHint: 'Select to cancel the sync',
};

export const RESULT = {
  alreadyRunning: 'A sync is running already.',
  nothingNew: 'Readwise: everything is up to date.',
  done: (changes: string): string => `Readwise: ${changes}.`,
  created: (value: number): string => `${notes(value)} created`,
  updated: (value: number): string => `${counted(value)} updated`,
  renamed: (value: number): string => `${counted(value)} renamed`,
  trashed: (value: number): string => `${counted(value)} moved to the trash`,
  archived: (value: number): string => `${counted(value)} moved to the archive`,
  kept: (value: number): string => `${counted(value)} kept although gone at Readwise`,
  conflicts: (value: number): string => `${notes(value)} changed on both sides, kept as you wrote them`,
  failures: (value: number, names: string): string => `${items(value)} failed and will be tried again: ${names}.`,
  brokenTemplates: (value: number, problems: string): string => `${plural(value, 'template', 'templates')} cannot be used. ${problems}`,
  cancelled: 'Readwise: the sync was cancelled. The next one goes on from here.',
  noToken: 'Readwise: there is no access token on this device. Add one in the settings.',
  tokenRefused: 'Readwise refused the access token. Enter a new one in the settings.',
  serviceDown: (message: string): string => `Readwise could not be reached; nothing was lost, and the next sync goes on from here. ${message}`,
  badSettings: (problems: string): string => `Readwise: nothing was synced because of a problem in the settings. ${problems}`,
  needsPerson: (message: string): string => `Readwise: ${message}`,
  hold: (value: number): string => `Readwise: ${notes(value)} would be removed. All of them are where they were; please decide.`,
  review: 'Review',
  crashed: (message: string): string => `Florilegium stopped because of an error of its own: ${message}. Please report it.`,
};

export const HOLD = {
  title: 'Remove these notes?',
  explanation: (place: string): string => `What they were made of is gone at Readwise. Notes that are ticked go to ${place}; the others stay, marked as deleted, and you are not asked about them again.`,
  all: 'All of them',
  places: { trash: 'the trash', archive: 'the archive' },
  or: ' or ',
  confirm: (going: number, staying: number): string => {
    if (going === 0) return `Keep ${notes(staying)}`;
    return staying === 0 ? `Remove ${notes(going)}` : `Remove ${notes(going)}, keep ${counted(staying)}`;
  },
  keepAll: 'Keep all',
  later: 'Decide later',
  none: 'Readwise: no notes are held back.',
};

export const RESTORE = {
  which: 'Which note do you want back?',
  none: 'Readwise: there is no note of yours that you deleted and that could come back.',
};

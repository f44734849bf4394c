/** Everything the plugin says to a person. */

const count = (value: number): string => value.toLocaleString('en');
const plural = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;

export const notes = (value: number): string => plural(value, 'note', 'notes');

export const COMMANDS = {
  sync: 'Sync now',
  cancelSync: 'Cancel sync',
  relink: 'Use this account for this vault',
  'accept-missing': 'Accept missing notes',
  reviewHeld: 'Review held deletions',
  restoreHighlights: 'Restore deleted highlights in this note',
  restoreNote: 'Restore a deleted note…',
};

export const PROGRESS = {
  title: 'Readwise',
  starting: 'starting…',
  goingOn: (parts: string): string => `${parts}…`,
  highlights: (received: number): string => plural(received, 'highlight', 'highlights'),
  documents: (received: number): string => plural(received, 'document', 'documents'),
  writing: (done: number): string => `writing notes ${count(done)}`,
  failed: (failed: number): string => `${count(failed)} failed`,
  waiting: (seconds: number): string => `waiting ${count(Math.max(1, Math.ceil(seconds)))} s for the rate limit`,
  checking: (what: string): string => `checking ${what}`,
  texts: (done: number, total: number): string => `fetching full texts, ${count(done)} of ${count(total)}`,
  cancelling: 'stopping…',
  cancel: 'Cancel',
  cancelHint: 'Select to cancel the sync',
};

export const RESULT = {
  alreadyRunning: 'A sync is running already.',
  nothingNew: 'Readwise: everything is up to date.',
  done: (changes: string): string => `Readwise: ${changes}.`,
  created: (value: number): string => `${notes(value)} created`,
  updated: (value: number): string => `${count(value)} updated`,
  renamed: (value: number): string => `${count(value)} renamed`,
  trashed: (value: number): string => `${count(value)} moved to the trash`,
  archived: (value: number): string => `${count(value)} moved to the archive`,
  kept: (value: number): string => `${count(value)} kept although gone at Readwise`,
  conflicts: (value: number): string => `${plural(value, 'note', 'notes')} changed on both sides, kept as you wrote them`,
  failures: (value: number, names: string): string => `${plural(value, 'item', 'items')} failed and will be tried again: ${names}.`,
  andMore: (value: number): string => `and ${count(value)} more`,
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
    return staying === 0 ? `Remove ${notes(going)}` : `Remove ${notes(going)}, keep ${count(staying)}`;
  },
  keepAll: 'Keep all',
  later: 'Decide later',
  none: 'Readwise: no notes are held back.',
};

export const RESTORE = {
  which: 'Which note do you want back?',
  none: 'Readwise: there is no note of yours that you deleted and that could come back.',
};

export const SETTINGS = {
  badFile: {
    name: 'The settings file has a problem',
    desc: (problems: string): string => `${problems}. Nothing syncs until it is mended, and the file stays as it is.`,
    reset: 'Use the defaults instead',
  },
  token: {
    name: 'Access token',
    desc: 'Kept in the secret storage of this device, never in a file.',
    link: 'Get your token from Readwise',
    placeholder: 'Paste the token',
    stored: 'A token is stored',
    check: 'Check',
    checking: 'Asking Readwise…',
    good: 'The token is good.',
    none: 'Enter a token first.',
    unprintable: 'A token has only plain letters, digits and signs, and no spaces.',
    saved: 'The token is stored on this device.',
  },
  folder: { name: 'Folder', desc: 'Where new notes go. A note that you move stays the same note.' },
  sync: 'Sync',
  syncOnOpen: { name: 'Sync when the vault opens', desc: 'Once every note has been indexed.' },
  interval: { name: 'Minutes between syncs', desc: '0 turns them off.', problem: 'Enter a whole number of minutes, from 0 to 10,080 (one week).' },
  remoteImages: { name: 'Show images from the web', desc: 'Covers, and images in passages: whoever has put them on the web can see that you open the note. Off: links in their place.' },
  deletions: {
    name: 'Deletions',
    desc: 'What becomes of a note when its highlights and document are gone at Readwise.',
    untouched: { name: 'Notes you never changed', desc: 'The trash is the one that you chose in the settings of Obsidian.' },
    touched: { name: 'Notes you wrote in', desc: 'They never go to the trash.' },
    archiveFolder: { name: 'Archive folder', desc: 'Left empty: Archive, in the folder of the notes.' },
    choices: { trash: 'Move to the trash', archive: 'Move to the archive', mark: 'Keep and mark as deleted' },
  },
  scope: { name: 'What to sync', desc: 'Which highlights and documents get notes.' },
  bookCategories: 'Highlights of',
  documentLocations: 'Documents in',
  documentCategories: 'Kinds of documents',
  highlights: 'Highlights',
  discarded: { name: 'Discarded highlights', desc: 'Bring highlights that you discarded, too.' },
  templates: { name: 'Templates', desc: 'What a note looks like, for each kind of item.' },
  templateFile: { heading: 'Template files', placeholder: 'Built-in' },
  templateCopy: (kind: string): string => `Templates/Readwise ${kind}.md`,
  templateMissing: (path: string): string => `There is no note at ${path}.`,
  preview: { heading: 'Preview', name: 'Sample', desc: 'A made-up item, as its note would be written.', copy: 'Make it my own', copyHint: 'Copies the built-in template to a note that you can edit.' },
  advanced: { name: 'Advanced', desc: 'For another server that speaks the Readwise API.' },
  baseUrl: { name: 'Base URL', desc: 'The token is sent to this address and nowhere else.' },
};

/** What the service's own words mean, for a person. */
export const SCOPE_NAMES = {
  bookCategories: { books: 'Books', articles: 'Articles', tweets: 'Tweets', podcasts: 'Podcasts', supplementals: 'Supplementals' },
  documentLocations: { new: 'Inbox', later: 'Later', shortlist: 'Shortlist', archive: 'Archive', feed: 'Feed' },
  documentCategories: {
    article: 'Articles',
    email: 'Emails',
    rss: 'Feed items',
    pdf: 'PDF files',
    epub: 'EPUB books',
    tweet: 'Tweets',
    video: 'Videos',
    podcast: 'Podcasts',
  },
};

export const KIND_NAMES = { book: 'Book', article: 'Article', tweet: 'Tweet', podcast: 'Podcast', video: 'Video' };

import { number, plural } from '../../messages/english';
import { templateMistakeText } from '../../messages/template-messages';
import type { TemplateMistake } from '../../model/template-mistake';
import { items } from './strings';

/** Names and descriptions of the rows: by the key in the settings, or by a name of their own. */
export const ROWS = {
  folder: { name: 'Folder', desc: 'New notes go here. You can move them.' },
  syncOnOpen: { name: 'Sync when Obsidian opens' },
  intervalMinutes: { name: 'Sync every' },

  'scope.documents': { name: 'Books and documents', desc: 'Which of them get a note.' },
  'scope.documentCategories': { name: 'Types of documents', desc: 'Saved in Reader.' },
  'scope.bookCategories': {
    name: 'Types of highlights',
    desc: 'Items of these get a note when they have highlights chosen below.',
  },
  'scope.documentLocations': { name: 'Locations', desc: 'Where documents are in Reader.' },
  'scope.highlights': { name: 'Highlights in notes' },
  kindleLimit: {
    name: 'Leave out the limit messages of Kindle',
    desc: 'They stand where a book may not be copied further.',
  },
  'scope.discarded': { name: 'Discarded highlights', desc: 'Also sync highlights that you discarded.' },

  style: { name: 'Style', desc: 'What your notes look like. Rules can choose another for some items.' },
  'templates.highlight': { name: 'Style of highlight notes' },
  'templates.fullText': { name: 'Style of full texts' },
  'naming.folder': { name: 'Folder of a note', desc: 'A template. Each slash makes a subfolder.' },
  'naming.fileName': { name: 'Name of a note', desc: 'A template, for example {{author}} - {{title}}.' },
  authorsAsLinks: {
    name: 'Authors as links',
    desc: 'For the graph: [[Henry David Thoreau]]. No note is made for them.',
  },
  tagPrefix: {
    name: 'Tag prefix',
    desc: 'Stands before each tag from Readwise. It is removed again when you send tags.',
  },
  ownNotesAsMarkdown: {
    name: 'My own notes as markdown',
    desc: 'Links and tags in the notes that you made in Readwise work. Highlighted text stays plain.',
  },
  unwrapText: { name: 'Join broken lines', desc: 'Within paragraphs of highlights of these types.' },
  notePerHighlight: {
    name: 'Highlight notes',
    desc: 'Each highlight also gets its own note, in a folder next to the item’s.',
  },
  timeZone: {
    name: 'Time zone',
    desc: 'For dates in notes, on every device. The first sync takes this device’s.',
  },
  'templates.folder': {
    name: 'Template folder',
    desc: 'Notes in this folder can be chosen as styles, and are found as partials.',
  },
  changes: {
    name: 'Preview changes',
    desc: 'Changed settings apply from the next sync. Look at the changes first, or apply them now.',
  },

  order: { name: 'Order', desc: 'The first rule that matches an item applies, and no other.' },

  'fullText.place': {
    name: 'Full text',
    desc: 'Of documents in Reader, with your highlights marked. Many take several syncs.',
  },
  'fullText.categories': { name: 'Only these types', desc: 'None selected: all.' },
  'fullText.tags': {
    name: 'Only with one of these tags',
    desc: 'Empty: tags don’t matter. Separate several with commas.',
  },
  attachments: { name: 'Save in the vault', desc: 'PDF and EPUB files where Readwise provides them.' },
  'attachments.folder': {
    name: 'Attachment folder',
    desc: 'Empty: the folder that Obsidian uses for attachments.',
  },
  'attachments.maxMegabytes': {
    name: 'Largest file, in megabytes',
    desc: 'Larger files are not downloaded.',
  },
  remoteImages: {
    name: 'Show images from the web',
    desc: 'Their websites can see when you open a note. When off, notes have links instead.',
  },
  'daily.reviewPlace': { name: 'Daily review goes to' },
  'daily.reviewFolder': {
    name: 'Folder for reviews',
    desc: 'Empty: Reviews, in the folder of the notes.',
  },
  base: { name: 'Base', desc: 'Tables of your library: reading queue, recent highlights, covers.' },

  'deletions.untouched': { name: 'Notes you never edited', desc: 'The trash is the one set in Obsidian.' },
  'deletions.touched': { name: 'Notes you edited', desc: 'They never go to the trash.' },
  outOfScope: {
    name: 'Notes no longer synced',
    desc: 'Of what settings or rules leave out. Notes you edited never go to the trash.',
  },
  'deletions.archiveFolder': {
    name: 'Archive folder',
    desc: 'Empty: Archive, in the folder of the notes.',
  },
  sendBack: {
    name: 'Offer to send',
    desc: 'What you changed in notes, by “Send my changes…”. Nothing is sent until you tick it.',
  },
  baseUrl: {
    name: 'Server address',
    desc: 'For another server with the Readwise API. The token is sent there and nowhere else.',
  },
  check: { name: 'Check notes', desc: 'Finds duplicate and damaged notes, and says what to do.' },
  moveIn: { name: 'Move in notes', desc: 'Takes over notes of another Readwise plugin.' },
  makePlain: { name: 'Make plain notes', desc: 'No sync changes them any more. Your text stays.' },
  forgetDevice: {
    name: 'Remove what this device stored',
    desc: 'Before you uninstall Florilegium. Your notes stay.',
  },
  documentation: { name: 'Documentation' },
  report: { name: 'Report a problem', desc: 'Copies debug info without titles, paths or your token.' },
};

/** Names and descriptions of the pages. */
export const PAGES = {
  scope: { name: 'What to sync', desc: 'Which highlights and documents get notes.' },
  notes: { name: 'Notes', desc: 'What your notes look like, and how they are named.' },
  rules: { name: 'Rules', desc: 'Another style, folder or name for some items.' },
  extras: { name: 'Extras', desc: 'Full texts, images and files, daily notes, a base.' },
  advanced: { name: 'Advanced', desc: 'Deletions, sending changes, server, help.' },
};

export const GROUPS = {
  naming: 'Names',
  more: 'More',
  files: 'Images and files',
  daily: 'Daily notes and base',
  deletions: 'Deleted in Readwise, or no longer synced',
  server: 'Sending and server',
  maintenance: 'Maintenance',
  help: 'Help',
};

const LOCATIONS = { new: 'Inbox', later: 'Later', shortlist: 'Shortlist', archive: 'Archive', feed: 'Feed' };

/** By a category of documents. */
export const TYPE_NAMES = {
  article: 'Articles',
  tweet: 'Tweets',
  podcast: 'Podcasts',
  video: 'Videos',
  email: 'Emails',
  pdf: 'PDFs',
  epub: 'EPUBs',
  rss: 'Feed items',
};

/** Choices of dropdowns and boxes, by key and value. */
export const CHOICES = {
  'scope.documents': { highlighted: 'Only with highlights', all: 'All saved' },
  'scope.documentLocations': LOCATIONS,
  'scope.documentCategories': TYPE_NAMES,
  'scope.bookCategories': {
    books: 'Books',
    articles: 'Articles',
    tweets: 'Tweets',
    podcasts: 'Podcasts',
    supplementals: 'Supplementals',
  },
  unwrapText: { ...TYPE_NAMES, book: 'Books' },
  'fullText.place': { off: 'Don’t include', note: 'End of note', file: 'Own note' },
  'fullText.categories': TYPE_NAMES,
  attachments: { covers: 'Covers', images: 'Images', files: 'PDF and EPUB files' },
  'daily.reviewPlace': { 'daily-note': 'The daily note', note: 'A note of its own' },
  'deletions.untouched': { trash: 'Move to trash', archive: 'Archive', mark: 'Keep, mark as deleted' },
  'deletions.touched': { archive: 'Archive', mark: 'Keep, mark as deleted' },
  outOfScope: { ask: 'Ask me', leave: 'Leave', archive: 'Archive', trash: 'Move to trash' },
  sendBack: {
    title: 'Titles',
    author: 'Authors',
    summary: 'Summaries',
    tags: 'Tags',
    location: 'Locations in Reader',
    note: 'Notes on highlights',
  },
};

const INTERVALS: Readonly<Record<string, string>> = {
  0: 'Never',
  15: '15 minutes',
  60: 'Hour',
  360: '6 hours',
  1440: 'Day',
};

export const SETTINGS = {
  learnMore: 'Learn more',
  status: {
    notSetUp: 'Not set up',
    setUp: 'Set up',
    ready: 'Ready to sync',
    syncNow: 'Sync now',
    synced: (ago: string): string => `Synced ${ago}`,
  },
  token: {
    name: 'Access token',
    desc: 'Stored only on this device.',
    alias: 'API key',
    link: 'Get your token',
    placeholder: 'Paste the token',
    stored: 'A token is stored',
    check: 'Check',
    checking: 'Asking Readwise…',
    good: 'The token works.',
    none: 'Enter a token first.',
    unprintable: 'A token has only plain letters, digits and symbols, and no spaces.',
    saved: 'The token is stored on this device.',
  },
  /** Also a number of minutes that only stands in the file. */
  intervals: (minutes: number): Readonly<Record<string, string>> => ({
    [minutes]: plural(minutes, 'minute'),
    ...INTERVALS,
  }),
  scopeCounts: ({ highlighted, all }: { readonly highlighted: number; readonly all: number }): string =>
    `Only with highlights: ${items(highlighted)}. All saved: ${items(all)}.`,
  /** Buttons of the rows that have one. */
  buttons: {
    changes: 'Preview',
    base: 'Create',
    check: 'Check',
    moveIn: 'Move in…',
    makePlain: 'Make plain…',
    forgetDevice: 'Remove…',
    documentation: 'Open',
  },
  badFile: {
    name: (problems: string): string => `Settings have a mistake: ${problems}`,
    desc: 'Nothing syncs until it is fixed. The file was not changed.',
    reset: 'Use defaults',
  },
};

/** The file of the settings, `data.json`. */
export const SETTINGS_FILE = {
  missing: 'data.json is missing (a file sync may still bring it back)',
  unreadable: (reason: string): string => `data.json cannot be read: ${reason}`,
  notOverwritten: (problems: string): string =>
    `The settings file has a problem and was not overwritten: ${problems}`,
  notSaved: (problems: string): string => `The settings were not saved: ${problems}`,
};

export const STYLE = {
  builtIn: (style: string): string => `${style} (built-in)`,
  several: 'Different for each type',
  open: { button: 'Open', label: (name: string): string => `${name}: Open` },
  copy: { button: 'Edit a copy', label: (name: string): string => `${name}: Edit a copy` },
  /** The name of a copy. */
  newName: (style: string): string => `My ${style.toLowerCase()}`,
  newText: 'My full text',
};

/** A mistake in the template of a name. */
export const nameProblem = ({
  line,
  column,
  mistake,
}: {
  readonly line: number;
  readonly column: number;
  readonly mistake: TemplateMistake;
}): string => `Line ${number(line)}, column ${number(column)}: ${templateMistakeText(mistake)}`;

export const NOTE_PREVIEW = {
  name: 'Preview',
  source: 'Source',
  rendered: 'Rendered',
  other: 'Other item…',
  which: 'Which item?',
  leftOut: 'This item gets no note: your settings or a rule exclude it.',
  sample: (title: string): string => `${title} (sample)`,
};

/** The display name of a template that settings or a rule choose. */
export function templateName(choice: string): string {
  const style = Object.entries(STYLE_NAMES).find(([name]) => choice === `built-in:${name}`)?.[1];
  return style === undefined ? choice : STYLE.builtIn(style);
}

export const RULES = {
  none: 'No rules. All items are treated alike.',
  add: 'Add rule',
  unnamed: (position: number): string => `Rule ${number(position)}`,
  caught: (caught: number, matched: number): string =>
    caught === matched
      ? items(caught)
      : `${items(caught)}, ${number(matched - caught)} more matched by rules above`,
  counting: 'Counting…',
  matches: (count: string): string => `Matches ${count}.`,
  more: (name: string): string => `More for ${name}`,
  edit: 'Edit…',
  up: 'Move up',
  down: 'Move down',
  turnOff: 'Turn off',
  turnOn: 'Turn on',
  delete: 'Delete',
  title: 'Rule',
  deleted: (name: string): string => `The rule ${name} was deleted.`,
  undo: 'Undo',
  when: 'When all of this is true',
  addCondition: 'Add condition',
  then: 'Then',
  addChange: 'Add change',
  save: 'Save',
  cancel: 'Cancel',
  mistakes: 'Please correct what is marked above.',
  remove: (name: string): string => `Remove “${name}”`,
  selectSome: 'Select at least one, or remove this.',
  turnOnThis: 'Turn this on, or remove it.',
  fillIn: 'Fill this in, or remove it.',
  fillInOne: 'Fill in one of these, or remove them.',
  nothing: 'Add a condition or a change.',
};

/** Names of places and types in rules. */
export const SCOPE_NAMES = { documentLocations: LOCATIONS };

/** Categories without a kind of their own. */
export const CATEGORY_NAMES = {
  email: 'Emails',
  epub: 'EPUB books',
  pdf: 'PDF files',
  rss: 'Feed items',
  supplemental: 'Supplementals',
};

export const KIND_NAMES = {
  book: 'Book',
  article: 'Article',
  tweet: 'Tweet',
  podcast: 'Podcast',
  video: 'Video',
};

export const STYLE_NAMES = {
  classic: 'Classic',
  callouts: 'Callouts',
  outline: 'Outline',
  official: 'Official',
  highlight: 'Highlight',
};

import { number, plural } from './english';
import { items } from './strings';

export const SETTINGS = {
  badFile: {
    name: 'The settings file has a problem',
    desc: (problems: string): string =>
      `${problems}. Nothing syncs until it is fixed. The file has not been changed.`,
    reset: 'Use the defaults instead',
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
    refused: 'Readwise refused this token.',
    none: 'Enter a token first.',
    unprintable: 'A token has only plain letters, digits and symbols, and no spaces.',
    saved: 'The token is stored on this device.',
  },
  folder: {
    name: 'Folder',
    desc: 'New notes go here. You can move a note anywhere; it is still kept up to date.',
  },
  syncNow: 'Sync now',
  lastSync: (ago: string): string => `Last sync ${ago}`,
  neverSynced: 'Not synced on this device yet',
  syncOnOpen: { name: 'Sync when the vault opens', desc: 'After Obsidian has indexed every note.' },
  interval: { name: 'Minutes between syncs', desc: '0 turns automatic syncs off.' },
};

export const SCOPE = {
  name: 'What to sync',
  desc: 'Which highlights and documents get notes.',
  bookCategories: 'Highlights of',
  documentLocations: 'Documents in',
  documentCategories: 'Kinds of documents',
  documents: {
    name: 'Documents without highlights',
    desc: 'Documents in Reader that you have not highlighted.',
    choices: { all: 'Get a note', highlighted: 'Get a note once highlighted' },
    counts: (highlighted: number, others: number): string =>
      `${plural(highlighted, 'document')} with highlights, ${number(others)} without.`,
  },
  discarded: { name: 'Discarded highlights', desc: 'Also sync highlights that you discarded.' },
};

export const ADVANCED = {
  name: 'Advanced',
  desc: 'Deleted items, maintenance, and the address of the service.',
  baseUrl: {
    name: 'Base URL',
    desc: 'For another server with the Readwise API. The token is sent to this address and nowhere else.',
  },
};

export const DELETIONS = {
  heading: 'Deletions',
  untouched: {
    name: 'Notes you never edited',
    desc: 'The trash is the one set in Obsidian’s settings.',
    choices: {
      trash: 'Move to the trash',
      archive: 'Move to the archive',
      mark: 'Keep and mark as deleted',
    },
  },
  touched: {
    name: 'Notes you edited',
    desc: 'They never go to the trash.',
    choices: { archive: 'Move to the archive', mark: 'Keep and mark as deleted' },
  },
  outOfScope: {
    name: 'Notes you no longer sync',
    desc: 'When you exclude an item in the settings or with a rule. Notes you edited follow the setting above.',
    choices: {
      ask: 'Ask me',
      leave: 'Leave them where they are',
      archive: 'Move them to the archive',
      trash: 'Move them to the trash',
    },
  },
  archiveFolder: { name: 'Archive folder', desc: 'If empty: Archive, in the folder of the notes.' },
};

export const OUT_OF_SCOPE = {
  title: 'What should happen to these notes?',
  explanation:
    'You no longer sync these items: your settings or a rule exclude them. Nothing has been done to the notes yet. Your answer also applies to such notes in the future. Notes you edited never go to the trash.',
  leave: 'Leave',
  archive: 'Archive',
  trash: 'Move to the trash',
  later: 'Decide later',
};

export const NOTES = {
  name: 'Notes and templates',
  desc: 'What your notes look like, and how they are named.',
  more: 'More',
  authorsAsLinks: {
    name: 'Authors as links',
    desc: 'For the graph: [[Henry David Thoreau]]. No note is made for them.',
  },
  tagPrefix: {
    name: 'Tag prefix',
    desc: 'Stands before each tag from Readwise. It is left out again when you send tags.',
  },
  ownNotesAsMarkdown: {
    name: 'My own notes as markdown',
    desc: 'Links and tags in what you wrote at highlights work. Passages never do.',
  },
  notePerHighlight: {
    name: 'A note for each highlight',
    desc: 'In a folder next to the item’s note, with the same name.',
  },
  timeZone: {
    name: 'Time zone',
    desc: 'For dates in notes and daily notes, on every device. The first sync takes this device’s.',
  },
};

export const NAMES = {
  heading: 'Names',
  folder: { name: 'Folder of a note', desc: 'A template. Each slash makes a subfolder.' },
  fileName: { name: 'Name of a note', desc: 'A template, for example {{author}} - {{title}}.' },
  problem: ({
    line,
    column,
    message,
  }: {
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }): string => `Line ${number(line)}, column ${number(column)}: ${message}`,
};

export const TEMPLATES = {
  kinds: 'Templates',
  builtIn: (style: string): string => `${style} (built-in)`,
  open: { button: 'Open', label: (name: string): string => `Open the template: ${name}` },
  copy: { button: 'Edit a copy', label: (name: string): string => `Edit a copy of the template: ${name}` },
  folder: {
    name: 'Template folder',
    desc: 'The notes in this folder can be chosen as templates. Partials are looked for here, too.',
  },
  newName: (style: string, use: keyof typeof USE_NAMES): string => `${style} ${USE_NAMES[use].toLowerCase()}`,
};

export const PREVIEW = {
  heading: 'Preview',
  item: { name: 'Item', desc: 'Shows its note as it would be written now.' },
  choose: 'Choose…',
  chooseItem: 'Item: Choose…',
  which: 'Which item?',
  rendered: { name: 'As Obsidian shows it', desc: 'When off, shows the text of the note.' },
  leftOut: 'This item gets no note: your settings or a rule exclude it.',
  sample: (title: string): string => `${title} (sample)`,
};

export const CHANGES = {
  name: 'What would change',
  desc: 'Changed settings apply from the next sync. Here you can look at the changes first and apply them now.',
  show: 'Show what would change',
  checking: 'Checking every note…',
  none: 'Nothing would change.',
};

/** The display name of a template that settings or a rule choose. */
export function templateName(choice: string): string {
  const style = Object.entries(STYLE_NAMES).find(([name]) => choice === `built-in:${name}`)?.[1];
  return style === undefined ? choice : TEMPLATES.builtIn(style);
}

export const RULES = {
  name: 'Rules',
  desc: 'Exceptions for some items. The first rule that matches applies.',
  order: 'In this order',
  none: 'There are no rules. All items are treated the same.',
  add: 'Add rule',
  unnamed: (position: number): string => `Rule ${number(position)}`,
  caught: (caught: number, matched: number): string =>
    caught === matched
      ? items(caught)
      : `${items(caught)}, ${number(matched - caught)} more matched by rules above`,
  everything: 'All items',
  noChange: 'no change',
  isOff: ' (switched off)',
  counting: 'counting…',
  enable: (name: string): string => `Use ${name}`,
  edit: (name: string): string => `Edit ${name}`,
  up: (name: string): string => `Move ${name} up`,
  down: (name: string): string => `Move ${name} down`,
  title: 'Rule',
  deleted: (name: string): string => `The rule ${name} was deleted.`,
  undo: 'Undo',
  when: 'When all of this is true',
  addCondition: 'Add condition',
  then: 'Then',
  save: 'Save',
  cancel: 'Cancel',
  mistakes: 'Please correct what is marked above.',
  summary: (description: string, count: string): string => `${description}: ${count}`,
};

const SEPARATE = 'Separate several with commas.';
const TEXT_TEST =
  'Matches any part of it. With * or ?, a pattern for the whole text. Put each on a line of its own.';

/** Names of a rule's conditions, by key. */
export const RULE_CONDITIONS = {
  kinds: 'Kinds',
  categories: 'Categories',
  locations: 'Locations in Reader',
  tags: 'Tags',
  title: 'Title',
  author: 'Author',
  site: 'Site',
  sources: 'Sources',
  highlights: 'Number of highlights',
  favorites: 'Favorites',
  age: 'Age',
};

/** Names and descriptions of a rule's fields, by key. */
export const RULE_FIELDS = {
  name: { name: 'Name' },
  'when.kinds': { name: 'Kinds', desc: 'None selected: all.' },
  'when.categories': { name: 'Categories', desc: 'None selected: all.' },
  'when.locations': { name: 'Locations in Reader', desc: 'None selected: all.' },
  'when.sources': { name: 'Sources', desc: `For example kindle, reader, snipd. ${SEPARATE}` },
  'when.tags.any': { name: 'Any of these tags', desc: SEPARATE },
  'when.tags.all': { name: 'All of these tags', desc: SEPARATE },
  'when.tags.none': { name: 'None of these tags', desc: SEPARATE },
  'when.author': { name: 'Author', desc: TEXT_TEST },
  'when.title': { name: 'Title', desc: TEXT_TEST },
  'when.site': { name: 'Site', desc: TEXT_TEST },
  'when.highlights.min': { name: 'Highlights, at least' },
  'when.highlights.max': { name: 'Highlights, at most' },
  'when.favorites': { name: 'Favorites' },
  'when.age.olderThanDays': { name: 'Older than, in days' },
  'when.age.newerThanDays': { name: 'Newer than, in days' },
  'when.age.of': { name: 'Age since it was' },
  'then.leaveOut': { name: 'Leave it out', desc: 'It gets no note.' },
  'then.folder': { name: 'Folder of the note', desc: 'A template. If empty, the one under Names is used.' },
  'then.fileName': { name: 'Name of the note', desc: 'A template. If empty, the one under Names is used.' },
  'then.template': { name: 'Template' },
  'then.fullText': { name: 'Full text' },
  'then.notePerHighlight': { name: 'A note for each highlight' },
};

export const RULE_CHOICES = {
  favorites: {
    '': 'Does not matter',
    yes: 'At least one highlight is a favorite',
    no: 'No highlight is a favorite',
  },
  age: { '': 'saved in Reader', published: 'published', lastHighlighted: 'last highlighted' },
  template: { '': 'Same as for its kind' },
  fullText: {
    '': 'As in the settings',
    off: 'None',
    note: 'At the end of the note',
    file: 'In a separate file',
  },
  notePerHighlight: { '': 'As in the settings', yes: 'Yes', no: 'No' },
};

export const TEXTS = {
  name: 'Full texts and attachments',
  desc: 'The text of documents, and covers, images and files in your vault.',
};

export const FULL_TEXT = {
  heading: 'Full texts of documents in Reader',
  place: {
    name: 'Where texts go',
    desc: 'With your highlights marked in them. They are fetched after the notes; many take several syncs.',
    choices: { off: 'Nowhere', note: 'At the end of the note', file: 'In a separate file' },
  },
  categories: { name: 'Only these kinds', desc: 'None selected: all.' },
  tags: { name: 'Only with one of these tags', desc: `If empty, tags do not matter. ${SEPARATE}` },
};

export const ATTACHMENTS = {
  heading: 'Saved in the vault',
  covers: { name: 'Covers' },
  images: { name: 'Images', desc: 'In highlights and full texts.' },
  files: { name: 'Files', desc: 'Of PDF and EPUB documents, where Readwise provides them.' },
  folder: { name: 'Attachment folder', desc: 'If empty: the folder that Obsidian uses for attachments.' },
  maxMegabytes: { name: 'Largest file, in megabytes', desc: 'Larger files are not downloaded.' },
  remoteImages: {
    name: 'Show images from the web',
    desc: 'Covers and images that are not saved in the vault. The websites they come from can see when you open the note. When off, notes have links instead.',
  },
};

export const DAILY = {
  heading: 'Daily notes',
  reviewPlace: {
    name: 'Where the daily review goes',
    choices: { 'daily-note': 'In the daily note', note: 'In a separate note' },
  },
  reviewFolder: {
    name: 'Folder for reviews',
    desc: 'For reviews in separate notes. If empty: Reviews, in the folder of the notes.',
  },
};

/** Names of the service's categories and locations. */
export const SCOPE_NAMES = {
  bookCategories: {
    books: 'Books',
    articles: 'Articles',
    tweets: 'Tweets',
    podcasts: 'Podcasts',
    supplementals: 'Supplementals',
  },
  documentLocations: {
    new: 'Inbox',
    later: 'Later',
    shortlist: 'Shortlist',
    archive: 'Archive',
    feed: 'Feed',
  },
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

export const USE_NAMES = { ...KIND_NAMES, highlight: 'Highlight notes', fullText: 'Full texts' };

export const STYLE_NAMES = {
  classic: 'Classic',
  callouts: 'Callouts',
  outline: 'Outline',
  official: 'Official',
  highlight: 'Highlight',
};

import { counted, items, notes } from './strings';

/** Everything the settings say to a person. */
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
  notes: 'Notes',
  notePerHighlight: { name: 'A note for each highlight', desc: 'Beside the note of the whole, in a folder that bears its name.' },
  remoteImages: { name: 'Show images from the web', desc: 'Covers, and images in passages: whoever has put them on the web can see that you open the note. Off: links in their place.' },
  scope: { name: 'What to sync', desc: 'Which highlights and documents get notes.' },
  bookCategories: 'Highlights of',
  documentLocations: 'Documents in',
  documentCategories: 'Kinds of documents',
  highlights: 'Highlights',
  discarded: { name: 'Discarded highlights', desc: 'Bring highlights that you discarded, too.' },
  advanced: { name: 'Advanced', desc: 'For another server that speaks the Readwise API.' },
  baseUrl: { name: 'Base URL', desc: 'The token is sent to this address and nowhere else.' },
};

const MARK_OR_ARCHIVE = { archive: 'Move to the archive', mark: 'Keep and mark as deleted' };

export const DELETIONS = {
  name: 'Deletions',
  desc: 'What becomes of a note when its highlights and document are gone at Readwise, or left out by you.',
  untouched: { name: 'Notes you never changed', desc: 'The trash is the one that you chose in the settings of Obsidian.', choices: { trash: 'Move to the trash', ...MARK_OR_ARCHIVE } },
  touched: { name: 'Notes you wrote in', desc: 'They never go to the trash.', choices: MARK_OR_ARCHIVE },
  outOfScope: {
    name: 'Notes you left out',
    desc: 'What becomes of a note when you no longer sync what it is of, or a rule leaves it out. For notes you wrote in, the choice above counts.',
    choices: { ask: 'Ask me', leave: 'Leave them where they are', archive: 'Move them to the archive', trash: 'Move them to the trash' },
  },
  archiveFolder: { name: 'Archive folder', desc: 'Left empty: Archive, in the folder of the notes.' },
};

export const OUT_OF_SCOPE = {
  title: 'What shall become of these notes?',
  explanation: 'You no longer sync what they are of, or a rule leaves it out. They are still where they were. Your answer holds for such notes from now on; notes you wrote in never go to the trash.',
  leave: 'Leave',
  archive: 'Archive',
  trash: 'Move to the trash',
  later: 'Decide later',
  notice: (count: number): string => `Readwise: ${count === 1 ? '1 note is' : `${notes(count)} are`} of something that you no longer sync. Nothing was done to ${count === 1 ? 'it' : 'them'}.`,
  decide: 'Decide',
};

export const NAMES = {
  name: 'Names',
  desc: 'How notes and their folders are called.',
  folder: { name: 'Folder of a note', desc: 'A template. A slash makes folders in folders.' },
  fileName: { name: 'Name of a note', desc: 'A template: {{author}} - {{title}}, for instance.' },
  examples: 'Examples',
  problem: ({ line, column, message }: { readonly line: number; readonly column: number; readonly message: string }): string => `Line ${String(line)}, column ${String(column)}: ${message}`,
};

export const TEMPLATES = {
  name: 'Templates',
  desc: 'What a note looks like, for each kind of item.',
  kinds: 'For each kind',
  categories: 'For single categories',
  likeKind: 'As its kind',
  builtIn: (style: string): string => `${style} (built-in)`,
  onlyBuiltIn: 'Built-in',
  other: 'Another note…',
  which: 'Which note is the template?',
  open: 'Open',
  openOf: (name: string): string => `Open the template: ${name}`,
  duplicate: 'Duplicate',
  duplicateOf: (name: string): string => `Duplicate the template: ${name}`,
  folder: { name: 'Template folder', desc: 'Where new templates go, and where partials are looked for.' },
  create: { name: 'New template', desc: 'A note with a built-in template, to make your own. It is used at once.', kind: 'Kind', style: 'Style', button: 'Create' },
  newName: (style: string, use: string): string => `${style} ${use.toLowerCase()}`,
};

export const PREVIEW = {
  heading: 'Preview',
  item: { name: 'Item', desc: 'As its note would be written now.' },
  choose: 'Choose…',
  which: 'Which item?',
  part: 'Note of this item',
  rendered: { name: 'As Obsidian shows it', desc: 'Off: as text.' },
  leftOut: 'This item gets no note: your rules, or what you chose to sync, leave it out.',
  sample: (title: string): string => `${title} (sample)`,
};

export const CHANGES = {
  name: 'What would change',
  desc: 'Changes count from the next sync on. Look at them first, or apply them now.',
  show: 'Show what would change',
  looking: 'Looking at every note…',
  failed: 'It could not be found out.',
  none: 'Nothing would change.',
  would: { created: 'would be created', updated: 'would be updated', renamed: 'would be moved or renamed' },
  leftOut: (count: number): string => `${notes(count)} would have nothing to show any more. They stay until you say what becomes of them.`,
  actions: { create: 'create', update: 'update', rename: 'move to' },
  apply: 'Apply now',
  close: 'Close',
};

export const RULES = {
  name: 'Rules',
  desc: 'What is different for some items. The first rule that matches counts.',
  order: 'In this order',
  none: 'There is no rule. Every item is treated alike.',
  add: 'Add rule',
  unnamed: (number: number): string => `Rule ${String(number)}`,
  caught: (caught: number, matched: number): string => (caught === matched ? items(caught) : `${items(caught)}, ${counted(matched - caught)} more caught by rules above`),
  counting: 'counting…',
  enable: (name: string): string => `Use ${name}`,
  edit: (name: string): string => `Edit ${name}`,
  duplicate: (name: string): string => `Duplicate ${name}`,
  up: (name: string): string => `Move ${name} up`,
  down: (name: string): string => `Move ${name} down`,
  copyOf: (name: string): string => `${name} (copy)`,
  title: 'Rule',
  deleted: (name: string): string => `The rule ${name} was deleted.`,
  undo: 'Undo',
  when: 'When all of this holds',
  then: 'Then',
  save: 'Save',
  cancel: 'Cancel',
  mistakes: (fields: string): string => `Please mend: ${fields}`,
  saying: (description: string, count: string): string => `${description}: ${count}`,
};

const WORDS = 'Several with commas between.';
const TEST = 'Contained text; with * or ? the whole; or /…/ as a regular expression.';
const AS_SET = { '': 'As in the settings' };

/** What the fields of a rule are called, by their keys. */
export const RULE_FIELDS = {
  name: { name: 'Name' },
  'when.kinds': { name: 'Kinds', desc: 'None: all.' },
  'when.categories': { name: 'Categories', desc: 'None: all.' },
  'when.locations': { name: 'Locations in Reader', desc: 'None: all.' },
  'when.sources': { name: 'Sources', desc: `Such as kindle, reader, snipd. ${WORDS}` },
  'when.tags.any': { name: 'Any of these tags', desc: WORDS },
  'when.tags.all': { name: 'All of these tags', desc: WORDS },
  'when.tags.none': { name: 'None of these tags', desc: WORDS },
  'when.author': { name: 'Author', desc: TEST },
  'when.title': { name: 'Title', desc: TEST },
  'when.site': { name: 'Site', desc: TEST },
  'when.highlights.min': { name: 'Highlights, at least' },
  'when.highlights.max': { name: 'Highlights, at most' },
  'when.favorites': { name: 'Favorites' },
  'when.age.olderThanDays': { name: 'Older than, in days' },
  'when.age.newerThanDays': { name: 'Newer than, in days' },
  'when.age.of': { name: 'Age since it was' },
  'then.leaveOut': { name: 'Leave it out', desc: 'It gets no note.' },
  'then.folder': { name: 'Folder of the note', desc: 'A template, as in Names. Left empty: as there.' },
  'then.fileName': { name: 'Name of the note', desc: 'Likewise.' },
  'then.template': { name: 'Template' },
  'then.fullText': { name: 'Full text' },
  'then.notePerHighlight': { name: 'A note for each highlight' },
};

export const RULE_CHOICES = {
  favorites: { '': 'Whatever', yes: 'At least one highlight is a favorite', no: 'None is' },
  age: { '': 'saved in Reader', published: 'published', lastHighlighted: 'last highlighted' },
  template: { '': 'As for its kind' },
  fullText: { ...AS_SET, off: 'None', note: 'At the end of the note', file: 'In a file of its own' },
  notePerHighlight: { ...AS_SET, yes: 'Yes', no: 'No' },
};

export const FULL_TEXT = {
  name: 'Full texts',
  desc: 'The text of documents in Reader, with your highlights marked in it.',
  place: { name: 'Where texts go', desc: 'They come after the notes, up to 200 with each sync.', choices: { off: 'Nowhere', note: 'To the end of the note', file: 'Into a file of their own' } },
  folder: { name: 'Folder of these files', desc: 'Left empty: Full text, in the folder of the notes.' },
  categories: 'Only of these kinds (none on: all)',
  locations: 'Only of documents in (none on: all)',
  tags: { name: 'Only with one of these tags', desc: `Left empty: with any or none. ${WORDS}` },
};

export const ATTACHMENTS = {
  name: 'Attachments',
  desc: 'Covers, images and files, kept in the vault.',
  covers: { name: 'Covers' },
  images: { name: 'Images', desc: 'In passages and full texts.' },
  files: { name: 'Files', desc: 'PDF and EPUB files that may be passed on.' },
  folder: { name: 'Attachment folder', desc: 'Left empty: where the app puts attachments.' },
  maxMegabytes: { name: 'Largest file, in megabytes', desc: 'Larger ones stay on the web.', problem: 'Enter a number of megabytes, more than 0 and at most 500.' },
};

export const DAILY = {
  name: 'Daily',
  desc: 'Daily review, and the highlights of a day.',
  reviewPlace: { name: 'Where the daily review goes', choices: { 'daily-note': 'Into the daily note', note: 'Into a note of its own' } },
  reviewFolder: { name: 'Folder of reviews', desc: 'Of notes of their own. Left empty: Reviews, in the folder of the notes.' },
  highlightsOfDay: { name: 'Highlights in daily notes', desc: 'The highlights that you made on a day, in the note of that day.' },
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

/** Categories that are not a kind of their own. */
export const CATEGORY_NAMES = { email: 'Emails', epub: 'EPUB books', pdf: 'PDF files', rss: 'Feed items', supplemental: 'Supplementals' };

export const KIND_NAMES = { book: 'Book', article: 'Article', tweet: 'Tweet', podcast: 'Podcast', video: 'Video' };

export const USE_NAMES = { ...KIND_NAMES, highlight: 'Highlight notes', fullText: 'Full texts' };

export const STYLE_NAMES = { classic: 'Classic', minimal: 'Minimal', callouts: 'Callouts', study: 'Study', outline: 'Outline', highlight: 'Highlight' };

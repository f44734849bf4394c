/** What `--help` shows, and what is wrong with a value of an option. */

export const PROGRAM = 'Brings Readwise highlights and Reader documents into a folder of markdown notes.';

export const COMMANDS = {
  sync: 'update the notes',
  render: 'write the notes again from local data, without asking the service',
  undo: 'undo what the last sync did to the notes',
  check: 'check the token',
  status: 'show the state of syncing on this device',
  adopt: 'move in notes of other Readwise plugins (after sync --dry-run, before the first sync)',
  checkLibrary: 'check notes and state for problems',
  unmark: 'make all notes plain markdown, which syncs do not change',
  forget: 'remove what this device stores for the vault; notes stay',
  base: 'create a Base of the library',
  review: "write today's daily review into a note",
  day: "write the highlights of a day into that day's note",
  highlight: 'make a highlight in Readwise, or many with JSON on standard input',
  edit: 'change a highlight, document or book in Readwise',
  delete: 'delete a highlight or document in Readwise',
  save: 'save a page to Reader',
  send: 'send what waits, and what you changed by hand in notes',
};

export const ARGUMENTS = {
  target: 'block id of a highlight (rw…, rd…), document or book id, or path of a note',
  day: 'the day, such as 2026-01-31 (default: today)',
  url: 'address of the page',
};

/** Of several commands. */
export const OPTIONS = {
  vault: 'the folder of notes',
  state: 'folder for the sync state, outside the vault',
  json: 'print one JSON object',
  settings: 'settings as JSON (default: those of the plugin in the vault)',
  baseUrl: 'address of the service, instead of the one in the settings',
  tokenFile: 'file with the token, readable only by you (chmod 600); - reads standard input',
  dryRun: 'show what would be done; write no notes',
  yes: 'confirm it',
  repeated: (description: string): string => `${description}; may be repeated`,
};

export const SYNC_OPTIONS = {
  diff: 'with --dry-run: print how the text of each note would change',
  quiet: 'for timers: print a dated line when notes changed, and what you must know',
  full: 'fetch everything again',
  maxDelete: 'allow up to N notes to be moved to the trash or archive in this run',
  refuseHeld: 'keep the notes that are on hold, marked as deleted',
  restore:
    'restore what you deleted of this item; may be repeated. “undone”: what undo removed; “all”: all notes',
  relink: 'switch the vault to the account of this token',
  acceptMissing: 'confirm that you deleted the missing notes',
  leaveOthers: 'leave notes of another plugin as they are',
};

export const UNDO_OPTIONS = {
  yes: 'confirm that notes go to the trash, or that changes sent since stay in Readwise',
};

/** Of the commands that change something at the service. */
export const WRITING_OPTIONS = {
  dryRun: 'show what would be sent; store and send nothing',
  tags: 'the tags, with commas between them',
  title: 'title',
  author: 'author',
  summary: 'summary',
  publishedDate: 'when it was published, such as 2026-01-31',
  imageUrl: 'address of the cover',
};

export const HIGHLIGHT_OPTIONS = {
  text: 'the passage; without it, JSON is read from standard input',
  title: 'title of the book, article or podcast',
  author: 'its author',
  sourceUrl: 'its address',
  imageUrl: 'address of its cover',
  category: 'books, articles, tweets or podcasts',
  note: 'your note',
  location: 'the place of the passage',
  highlightUrl: 'address of the highlight; sent again, it changes that highlight',
};

export const EDIT_OPTIONS = {
  note: 'note of a highlight',
  text: 'text of a highlight; the original is not kept',
  color: 'yellow, blue, pink, orange, green or purple',
  url: 'address of a highlight',
  category: 'category of a document',
  location: 'new, later, archive or feed; of a highlight, its place',
  addTag: 'add a tag',
  removeTag: 'remove a tag',
  renameTag: 'rename a tag; may be repeated',
  yes: 'allow to empty what is filled',
};

export const SAVE_OPTIONS = {
  location: 'new, later, archive or feed',
  note: 'your note',
  html: 'file with the page as HTML, which the service takes instead of loading it',
};

export const SEND_OPTIONS = {
  mine: 'settle a conflict: send your values',
  theirs: 'settle a conflict: keep the values of Readwise',
  discard: 'give a change up',
  retry: 'send a change now, also one that was refused',
  yes: 'send more than 20 changes made by hand',
};

/** What a value must be. */
export const MUST = {
  notBeEmpty: 'It must not be empty.',
  beDay: 'It must be a date such as 2026-01-31.',
  beWholeNumber: 'It must be a whole number.',
  beRename: 'It must be OLD=NEW, such as old-name=new-name.',
};

/** As commander says it. */
export const USAGE = {
  diffAlone: "error: option '--diff' needs --dry-run",
  noVault: "error: required option '--vault <dir>' not specified",
};

export const MORE_HELP = `
Example:
  florilegium sync --vault ~/Notes

The token comes from --token-file or the environment variable READWISE_TOKEN.

Exit codes:
  0    done
  1    some notes failed, or a change waits
  2    wrong usage or settings, or a change that was refused
  3    notes on hold, or a conflict, need your decision
  4    the token was refused
  5    Readwise cannot be reached
  6    another sync is running
  70   a bug
  130  interrupted`;

import { list, plural } from '../../messages/english';

/** Windows that send, edit and delete highlights in Readwise. */

export const SEND_HIGHLIGHT = {
  title: (count: number): string => (count === 1 ? 'Send a highlight' : `Send ${plural(count, 'highlight')}`),
  text: (index: number, count: number): string =>
    count === 1 ? 'Text' : `Text ${String(index + 1)} of ${String(count)}`,
  known: 'Readwise has this highlight already. Its text is replaced, and the old one is not kept.',
  knownSame: 'Readwise has this highlight already, with this text.',
  knownDiff: 'Changes of the text',
  onlyText: 'To change note, color or tags, edit the highlight in its synced note.',
  from: (parts: readonly string[]): string => `Source: ${list(parts)}`,
  newNote: (path: string): string => `This makes a new note: ${path}`,
  note: (path: string): string => `This goes into the note ${path}`,
  source: { title: 'Title', author: 'Author', sourceUrl: 'Address', category: 'Type' },
  types: {
    '': 'Automatic',
    books: 'Book',
    articles: 'Article',
    tweets: 'Tweet',
    podcasts: 'Podcast',
  },
  inline: (tags: string): string => `Readwise reads tags from the note. It begins with: ${tags}`,
  blockId: 'Each passage gets a block id in this note, so that Readwise can link to it.',
  send: 'Send',
  cancel: 'Cancel',
  moved: 'The note has changed meanwhile. Close this window and select the passage again.',
};

export const EDIT_HIGHLIGHT = {
  title: 'Edit highlight',
  editText: 'Edit text…',
  textWarning: 'The original is not kept.',
  textDiff: 'Changes of the text',
  colors: {
    yellow: 'Yellow',
    blue: 'Blue',
    pink: 'Pink',
    orange: 'Orange',
    green: 'Green',
    purple: 'Purple',
  },
  tagsOnly: 'Reader lets other programs change only the tags of this highlight.',
  send: 'Save to Readwise',
  cancel: 'Cancel',
};

export const DELETE_HIGHLIGHT = {
  title: 'Delete this highlight in Readwise?',
  what: 'It is deleted in your Readwise library. Florilegium cannot bring it back.',
  note: 'It is also removed from this note, unless you wrote in it.',
  send: 'Delete',
  cancel: 'Cancel',
};

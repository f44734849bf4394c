/** Texts of the windows that change items at the service, and save to it. */

export const EDIT_ITEM = {
  title: (name: string): string => `Edit “${name}”`,
  more: 'More',
  send: 'Save to Readwise',
  cancel: 'Cancel',
};

export const DELETE_ITEM = {
  title: 'Delete this document in Readwise?',
  explanation: (name: string): string =>
    `“${name}” is deleted in Reader, with the highlights made in it. That cannot be undone here.`,
  note: 'Its note goes to the trash if you never edited it. Otherwise it stays, marked as deleted.',
  send: 'Delete in Readwise',
  cancel: 'Cancel',
};

export const TYPES = {
  article: 'Article',
  email: 'Email',
  rss: 'Feed item',
  pdf: 'PDF',
  epub: 'EPUB',
  tweet: 'Tweet',
  video: 'Video',
};

export const SAVE = {
  title: 'Save to Reader',
  what: 'Save',
  source: (name: string, address: string): string => `${name}: ${address}`,
  link: 'Link at the cursor',
  paste: 'Paste',
  thisNote: (name: string): string => `This note: ${name}`,
  other: 'Another address',
  badAddress: 'Enter a web address, with https:// at its start.',
  known: (name: string): string => `Already in Reader: ${name}`,
  noteExplanation:
    'The note is sent as it is now, with your own words. Its address in Reader is kept in the property “reader-address”. Reader keeps the first version: saving the note again changes nothing there.',
  more: 'More',
  titleHint: 'Leave it empty for the title that the page or the note has.',
  send: 'Save',
  cancel: 'Cancel',
};

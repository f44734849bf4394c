import { list, number, plural } from '../english';

/** What the plugin says in the first minute: setting up, and the sample library. */

export const PROGRESS_CONTROLS = { details: 'Details', statusHint: 'Show sync progress' };

const TITLE = 'Set up Readwise sync';

export const START = {
  title: TITLE,
  command: TITLE,
  offer: 'Florilegium can bring your Readwise highlights into this vault.',
  offerRow: {
    name: 'Not set up on this device yet',
    desc: 'Four short steps: connect, choose a folder and a style, see what will be synced, start.',
  },
  begin: 'Start here',
  notNow: 'Not now',
  back: 'Back',
  next: 'Next',
  step: (step: number, of: number): string => `Step ${number(step)} of ${number(of)}`,
  connect: {
    heading: 'Connect to Readwise',
    desc: 'Florilegium turns your Readwise highlights and Reader documents into notes and keeps them up to date. What you write in the notes stays.',
    sample: {
      name: 'Just looking?',
      desc: 'Adds ten short works in a folder of their own. You need no account, and one command removes them again.',
      button: 'Try with a sample library',
    },
  },
  style: {
    heading: 'Folder and style',
    folder: { name: 'Folder', desc: 'Notes are created here. You can move and rename them later.' },
    style: { name: 'Style', desc: 'How notes look. You can change it later, or write your own.' },
    own: 'Your own templates',
    preview: 'Preview',
  },
  coming: {
    heading: 'What will be synced',
    asking: 'Asking Readwise…',
    books: (count: number): string => plural(count, 'book'),
    documents: (count: number): string => plural(count, 'document'),
    found: (parts: readonly string[]): string => `Your library has ${list(parts)}.`,
    unknown: 'Readwise did not say how much there is. You can start anyway.',
    failed: (message: string): string => `Readwise did not answer as expected: ${message}`,
    scope: 'What gets a note',
    all: 'What you turn off here gets no note. Rules and more choices are in the settings.',
    others:
      'This vault seems to have notes from another Readwise plugin. Adopt them first, so that you do not get everything twice.',
    adopt: 'Adopt notes…',
  },
  ready: {
    heading: 'Ready',
    folder: (folder: string): string => `Notes go into “${folder}”.`,
    safe: 'A sync never removes what you write in your notes.',
    close: 'You can close this window and keep working. A notice shows the progress.',
    button: 'Start syncing',
  },
  done: 'Your highlights are here.',
  openNote: 'Open a note',
};

const REMOVE_SAMPLE = 'Remove the sample library';

export const SAMPLE = {
  remove: REMOVE_SAMPLE,
  written: (folder: string): string =>
    `The sample library is in “${folder}”. Syncs do not touch it. The command “${REMOVE_SAMPLE}” removes it.`,
  failed: (message: string): string => `The sample library could not be written completely. ${message}`,
  removed: 'The sample library was moved to the trash.',
  kept: (count: number, names: string): string =>
    count === 1
      ? `1 note has text of yours and stays as a plain note: ${names}`
      : `${number(count)} notes have text of yours and stay as plain notes: ${names}`,
};

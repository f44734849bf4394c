import { plural } from '../english';
import { items, notes } from '../strings';

/** What is said where the plugin is reached from outside its own windows: by links, the app's command line, and menus. */

export const REACH = {
  unknownLink: 'Florilegium: this link is not understood.',
  notFound: (id: string): string => `Florilegium: this vault has no note for ${id}.`,
  opened: (path: string): string => `Opened ${path}.`,
  menu: {
    copyLinks: (count: number): string => `Copy ${plural(count, 'link')}`,
    restoreHighlights: 'Restore deleted highlights in these notes',
    highlightInReadwise: 'Open highlight in Readwise',
    highlightInReader: 'Open highlight in Reader',
  },
  cli: {
    sync: 'Sync with Readwise and report what changed',
    status: 'Show the sync status of this device, without asking Readwise',
    open: 'Open the note of a book, document or highlight',
    json: 'Answer in JSON',
    id: 'Id of a book, document or highlight in Readwise',
    noId: 'Name what to open: id=<id>',
    noReport: 'The sync did not finish. See the notice in Obsidian.',
  },
  counts: {
    items: (count: number): string => `${items(count)} known, including deleted and excluded ones`,
    due: (count: number): string => `${items(count)} still to be written`,
    retries: (count: number): string => `${items(count)} failed and will be tried again`,
    held: (count: number): string => `${notes(count)} held back`,
    deleted: (count: number): string => `${notes(count)} deleted by you`,
  },
};

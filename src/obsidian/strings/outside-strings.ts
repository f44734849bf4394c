import { items, notes } from './strings';

/** What can be seen of the plugin before it is used: its pane, links and commands of the app's command line. */
export const OUTSIDE = {
  pane: 'Readwise sync status',
  queue: 'Reading queue',
  unknownLink: 'This link is not supported.',
  notFound: (id: string): string => `This vault has no note for ${id}.`,
  opened: (path: string): string => `Opened ${path}.`,
  cli: {
    commands: {
      sync: 'Sync with Readwise and report what changed',
      status: 'Show the sync status of this device, without asking Readwise',
      preview: 'Show what the next sync would do, and write nothing',
      check: 'Look through all notes for problems, and change nothing',
      open: 'Open the note of a book, document or highlight',
    },
    json: 'Answer in JSON',
    id: 'Id of a book, document or highlight in Readwise',
    noId: 'Name what to open: id=<id>',
    /** Where a person can do something about a report. */
    inStatus: 'Decide in the sync status in Obsidian.',
    inSettings: 'Choose in Obsidian’s settings what happens to such notes.',
    noReport: 'The sync did not finish. See the notice in Obsidian.',
  },
  counts: {
    items: (count: number): string => `${items(count)} known, including deleted and excluded ones`,
    due: (count: number): string => `${items(count)} still to be written`,
    retries: (count: number): string => `${items(count)} could not be updated`,
    held: (count: number): string => `${notes(count)} held back`,
    deleted: (count: number): string => `${notes(count)} deleted by you`,
  },
};

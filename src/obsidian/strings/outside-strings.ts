import { items, notes } from './strings';

/** What can be seen of the plugin before it is used: its pane, links and commands of the app's command line. */
export const OUTSIDE = {
  pane: 'Readwise sync status',
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
    /** What a person can do about a report. */
    advice: {
      hold: () => 'Decide in the sync status in Obsidian.',
      account: 'To switch the vault to it, confirm that in the sync status in Obsidian.',
      vault: 'If you deleted them, confirm that in the sync status in Obsidian.',
      'other-notes': 'Decide in the sync status in Obsidian.',
      leftOut: 'Choose in Obsidian’s settings what happens to such notes.',
      undone: {
        removed: 'Bring them back in the sync status in Obsidian.',
        reverted: 'Apply in the sync status in Obsidian writes them again.',
      },
    },
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

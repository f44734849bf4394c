import type { Advice } from '../../src/messages/report-messages';

/** What a person can do in the terminal. */
export const ADVICE: Advice = {
  hold: (count) => {
    const them = count === 1 ? 'it' : 'them';
    return `To remove ${them}, sync with --max-delete ${String(count)}; to keep ${them}, with --refuse-held.`;
  },
  account: 'To switch the vault to it, sync with --relink; notes of the old account stay as they are.',
  vault: 'If you deleted them, sync with --accept-missing.',
  'other-notes':
    'To move them in, run florilegium adopt, and sync again; to leave them as they are, sync with --leave-others.',
  leftOut: 'Choose what happens to such notes with the setting "outOfScope": "leave", "archive" or "trash".',
  undone: {
    removed: 'To have what was removed back now, sync with --restore undone.',
    reverted: 'To write them again, use render.',
  },
};

import type { NextStep } from '../../src/messages/result-messages';
import { UTC } from '../../src/model/time-zone';

/** The commands for what a person can do. */
const COMMANDS: Readonly<Record<NextStep, string>> = {
  'review-hold': 'To remove {them}: sync --max-delete {count}; to keep {them}: sync --refuse-held.',
  relink: 'To switch the vault to it: sync --relink. Notes of the old account stay as they are.',
  'accept-missing': 'To accept that: sync --accept-missing.',
  'move-in': 'To move them in: florilegium adopt, then sync.',
  'leave-others': 'To leave them: sync --leave-others.',
  'open-settings': '',
  'open-template': '',
  'show-status': '',
  'review-conflicts': '',
  undo: '',
  'restore-undone': 'To bring them back now: sync --restore undone.',
  render: 'To write {them} again: render.',
  'choose-left-out':
    'Choose what happens to such notes with the setting "outOfScope": "leave", "archive" or "trash".',
};

/** Where no setting names a time zone: what dates are in, and how a person gets those of this machine. */
export function timeZoneAdvice(setting: string, ofMachine: string): readonly string[] {
  if (setting !== '' || ofMachine === UTC) return [];
  return [
    `Dates in notes are in UTC. For ${ofMachine}, put "timeZone": "${ofMachine}" into the settings (--settings FILE).`,
  ];
}

export const advice = (step: NextStep, count: number): string =>
  COMMANDS[step].replaceAll('{them}', count === 1 ? 'it' : 'them').replace('{count}', String(count));

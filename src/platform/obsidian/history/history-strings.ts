import type { RunKind } from '../../../core/report';
import type { Rule } from '../../../core/rules/rule-schema';
import { list, localTime, number, plural } from '../english';
import { describeRule } from '../settings/rule-words';
import { KIND_NAMES, templateName, USE_NAMES } from '../settings/settings-strings';
import { notes } from '../strings';

const UNDONE_RUNS: Readonly<Record<RunKind, (at: string) => string>> = {
  sync: (at) => `This takes back what the sync of ${at} did to your notes.`,
  render: (at) => `This takes back what was written on ${at}, when notes were rendered again.`,
  adopt: (at) => `This takes back the adoption of ${at}: the notes are as the other plugin left them.`,
  repair: (at) => `This takes back what was mended in your notes on ${at}.`,
  unmark: (at) =>
    `This puts back the sync marks that were removed on ${at}. If automatic syncs were turned off with them, they stay off until you turn them on in the settings.`,
  undo: (at) => `This takes back what was done on ${at}.`,
};

/** What a person is told before the last sync is undone. */
export const UNDO = {
  command: 'Undo last sync',
  title: (kind: RunKind): string => (kind === 'sync' ? 'Undo the last sync?' : 'Undo what was done last?'),
  what: (kind: RunKind, at: string): string => UNDONE_RUNS[kind](localTime(at)),
  cutShort: 'This takes back what was done to your notes last, before it was interrupted.',
  keeps:
    'What you wrote since stays. Nothing changes in Readwise. A note is updated again when its item changes there, or when you render notes again.',
  partial: 'Not all changes were kept for undoing. The others stay as they are.',
  counts: {
    text: (count: number): string => `${notes(count)} restored`,
    merged: (count: number): string => `${notes(count)} restored, with what you wrote since`,
    moved: (count: number): string => `${notes(count)} moved back to the old place`,
    trash: (count: number): string => `${notes(count)} made by that sync moved to the trash`,
    recreate: (count: number): string => `${notes(count)} created again`,
  },
  asides: {
    text: 'restored',
    merged: 'merged',
    moved: 'moved back',
    trash: 'to the trash',
    recreate: 'created again',
  },
  stays: (count: number): string => `${notes(count)} cannot be undone completely`,
  why: {
    edited: 'you changed the same words',
    'written-in': 'you wrote in it',
    moved: 'you moved it',
    gone: 'it is not in the vault',
    'place-taken': 'keeps its place, the old one is taken',
    'has-note': 'its item has another note by now',
    unreadable: 'it cannot be read now',
  },
  nothing: 'Readwise: there is no sync to undo.',
  nothingLeft: 'Nothing of it can be undone.',
  list: 'Notes that are put back',
  confirm: 'Undo',
  close: 'Close',
};

const RUNS: Readonly<Record<RunKind, (at: string) => string>> = {
  sync: (at) => `the sync of ${at}`,
  render: (at) => `the rendering of ${at}`,
  adopt: (at) => `the adoption of ${at}`,
  repair: (at) => `the mending of ${at}`,
  unmark: (at) => `the removal of sync marks of ${at}`,
  undo: (at) => `the undoing of ${at}`,
};

/** What a person is told of one note. The runs stand after "by". */
export const WHY = {
  command: 'Why does this note look like this?',
  title: 'Why this note looks like this',
  of: (title: string, kind: keyof typeof KIND_NAMES): string =>
    `This note is of “${title}” (${KIND_NAMES[kind]}).`,
  unknownItem: 'This device has not heard from Readwise what this note is of.',
  ids: (ids: readonly string[]): string => `Known at Readwise as ${list(ids)}.`,
  bookId: (id: string): string => `book ${id}`,
  documentId: (id: string): string => `document ${id}`,
  partId: (id: string): string => `part ${id}`,
  openReadwise: 'Open in Readwise',
  openReader: 'Open in Reader',
  unknown:
    'The hidden line at the end, by which a sync knows what it wrote, is missing. So all of the note counts as yours.',
  made: (run: string): string => `Made by ${run}.`,
  madeBefore: 'Made before this device began to remember, or by another device.',
  run: (kind: RunKind, at: string): string => RUNS[kind](localTime(at)),
  forgotten: (run: number): string => `an earlier sync (number ${number(run)})`,
  look: 'What decides its look',
  template: (name: string, use: keyof typeof USE_NAMES): string =>
    `Template: ${templateName(name)} (${USE_NAMES[use]}).`,
  builtIn: 'built-in',
  rule: (rule: Rule): string => `Rule: ${(rule.name ?? '') || describeRule(rule)}.`,
  noRule: 'No rule is for it.',
  header: 'Top of the note',
  passages: 'Passages',
  properties: 'Properties',
  own: 'Yours alone',
  ownWords: (count: number): string =>
    `${plural(count, 'word')} between the passages, above and below them. A sync never touches them.`,
  noOwnWords: 'Nothing between the passages, above or below them.',
  names: list,
  ownProperties: (names: readonly string[]): string => `Properties: ${list(names)}.`,
  states: {
    ours: 'as it was written',
    theirs: 'changed by you',
    deleted: 'deleted by you, stays away',
  },
  part: (state: string, run: string | null): string => (run === null ? state : `${state}; last by ${run}`),
};

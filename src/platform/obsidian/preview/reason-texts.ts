import { PREVIEW_REASONS } from './preview-strings';

/** What the engine says of why something is planned, clause by clause. */
const KEYS: ReadonlyMap<string, keyof typeof PREVIEW_REASONS> = new Map([
  ['new at the service', 'isNew'],
  ['its title changed', 'titleChanged'],
  ['changed at the service', 'changed'],
  ['your settings or a template ask for it', 'settingsAsk'],
  ['your settings name it so', 'settingsName'],
  ['your settings or a template changed', 'settingsChanged'],
  ['it is back at the service', 'isBack'],
  ['you asked for it again', 'askedAgain'],
  ['deleted at the service', 'deleted'],
  ['deleted in Reader', 'deletedInReader'],
  ['no highlight is left at the service', 'noHighlightLeft'],
  ['its highlight was deleted at the service', 'highlightDeleted'],
  ['your settings want no note of its own', 'noNoteWanted'],
  ['left out by your settings', 'leftOut'],
  ['it holds your words', 'holdsWords'],
  ['kept because you said so', 'keptBySaying'],
]);

/** A reason in words for a person. What is not known is said as the engine says it. */
export const reasonTexts = (reason: string): readonly string[] =>
  reason.split('; ').map((clause) => {
    const key = KEYS.get(clause);
    return key === undefined ? clause : PREVIEW_REASONS[key];
  });

import type { Action } from './plan';

/** What changes a note that is there. */
export type Changing = Exclude<Action, { kind: 'create' | 'skip' }>;

/** Where the note is meant to be when it is done. */
export function placeAfter(action: Changing): string {
  switch (action.kind) {
    case 'rename':
      return action.to;
    case 'archive':
      return action.to[0] ?? action.path;
    case 'update':
    case 'keep':
    case 'trash':
      return action.path;
  }
}

/** What becomes of the note's text; null: it goes to the trash. */
export const resultOf = (action: Changing, text: string): string | null =>
  action.kind === 'trash' ? null : action.merge(text, placeAfter(action));

import { shortMark } from '../../model/hash';
import { linkedNames, linkName, withoutTargets } from '../markdown/note-links';

/**
 * Marks of the names of an item's notes. Where links to these lead is no edit, because the app rewrites them
 * when a note moves. Where any other link leads is.
 */
export type OwnNotes = ReadonlySet<string>;

export const NO_OWN_NOTES: OwnNotes = new Set();

/** In base 62: of 238,000 other names, one is taken for an own. */
const MARK_LENGTH = 3;

const markOf = (name: string): string => shortMark(name, MARK_LENGTH);

/** The notes at these paths; `''` for none. */
export const ownNotes = (...paths: readonly string[]): OwnNotes =>
  new Set(paths.filter((path) => path !== '').map((path) => markOf(linkName(path))));

export const bothNotes = (some: OwnNotes, more: OwnNotes): OwnNotes =>
  [...more].every((mark) => some.has(mark)) ? some : new Set([...some, ...more]);

/** The text without the paths of links to own notes. */
export const withoutOwnTargets = (text: string, own: OwnNotes): string =>
  own.size === 0 ? text : withoutTargets(text, (name) => own.has(markOf(name)));

/** Those of the notes that the text links to. */
export const linkedNotes = (text: string, own: OwnNotes): OwnNotes =>
  own.size === 0 ? own : new Set([...linkedNames(text)].map(markOf).filter((mark) => own.has(mark)));

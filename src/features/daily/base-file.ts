import libraryBase from '../../../templates/library-base.hbs';
import { fingerprint, normalizeText } from '../../model/hash';
import { dumpScalar } from '../../notes/front-matter/front-matter';
import { unixText } from '../../model/text';

/**
 * The text of an Obsidian Base for the notes in a folder, by the properties that the built-in templates have: covers, a table by
 * author, what was highlighted last, and a reading list. Its first line has a mark of the rest, by which `mergeBase` sees whether
 * a person changed it.
 */
export function baseFile({ folder }: { readonly folder: string }): string {
  const text = libraryBase.replace('{{folder}}', () =>
    dumpScalar(`file.inFolder(${JSON.stringify(folder)})`),
  );
  return `${markOf(text)}\n${text}`;
}

export type BaseDecision =
  | { readonly kind: 'create'; readonly text: string }
  /** It is as we wrote it, and there is news. */
  | { readonly kind: 'update'; readonly text: string }
  | { readonly kind: 'unchanged' }
  /** A person, or the app for them, changed it, or made it: it is never overwritten. */
  | { readonly kind: 'theirs' };

/** What becomes of the file: `current` is its text, null where there is none; `fresh` is a `baseFile`. */
export function mergeBase({
  current,
  fresh,
}: {
  readonly current: string | null;
  readonly fresh: string;
}): BaseDecision {
  if (current === null) return { kind: 'create', text: fresh };
  const unix = unixText(current);
  if (unix === fresh) return { kind: 'unchanged' };
  const end = unix.indexOf('\n');
  const isOurs = end >= 0 && unix.slice(0, end).trimEnd() === markOf(unix.slice(end + 1));
  if (!isOurs) return { kind: 'theirs' };
  return normalizeText(unix) === normalizeText(fresh)
    ? { kind: 'unchanged' }
    : { kind: 'update', text: fresh };
}

const markOf = (text: string): string => `# florilegium-base ${fingerprint(normalizeText(text))}`;

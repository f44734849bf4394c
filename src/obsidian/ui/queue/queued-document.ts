import { isObject } from '../../../model/collections';
import type { Document } from '../../../model/model';
import { plainExcerpt } from '../../../notes/markdown/plain-text';
import { QUEUE } from '../../strings/queue-strings';

const SUMMARY_LENGTH = 200;

/** What the queue shows of a document. Empty where nothing is known. */
export interface QueuedDocument {
  readonly title: string;
  readonly author: string;
  readonly site: string;
  readonly length: string;
  readonly progress: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** An address, or a link to a file in the vault. */
  readonly cover: string;
  readonly location: string;
}

/**
 * The note's properties come first, because a person may have changed them. What no property tells, the replica does.
 * @param properties parsed front matter
 */
export function queuedDocument(properties: unknown, document: Document | null): QueuedDocument {
  const own = (name: string): string => textsIn(properties, name).join(', ');
  const summary = own('summary') || (document?.summary ?? '');
  return {
    title: own('title') || (document?.title ?? ''),
    author: own('author') || (document?.author ?? ''),
    site: own('site') || (document?.siteName ?? ''),
    length: lengthOf({ words: own('words'), minutes: own('minutes') }, document),
    progress: progressOf(own('progress'), document),
    summary: plainExcerpt(summary.trim().split('\n', 1).join(''), SUMMARY_LENGTH),
    tags: textsIn(properties, 'tags'),
    cover: own('cover') || (document?.imageUrl ?? ''),
    location: own('location') || (document?.location ?? ''),
  };
}

function lengthOf(
  { words, minutes }: { readonly words: string; readonly minutes: string },
  document: Document | null,
): string {
  if (Number(minutes) > 0) return QUEUE.minutes(Number(minutes));
  if (Number(words) > 0) return QUEUE.words(Number(words));
  if (document === null) return '';
  if (document.readingTime !== '') return document.readingTime;
  return document.wordCount === null ? '' : QUEUE.words(document.wordCount);
}

function progressOf(own: string, document: Document | null): string {
  const percent = own === '' ? (document?.readingProgress ?? 0) * 100 : Number(own.replace(/\s*%$/, ''));
  return percent > 0 ? QUEUE.progress(Math.min(100, Math.round(percent))) : '';
}

/** The texts of a property, which may be one or a list of them. */
function textsIn(properties: unknown, name: string): readonly string[] {
  if (!isObject(properties)) return [];
  const stored: unknown = Reflect.get(properties, name);
  const values: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
  return values.flatMap((value) => {
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
}

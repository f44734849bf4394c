import { fingerprint } from '../../model/hash';
import type { Problem } from '../../model/problem';
import { frontMatterMistake } from '../../notes/front-matter/mistake';
import { splitNote } from '../../notes/note/note';

/** What is wrong in a note's properties; null if they can be read. If they are as last written, skips parsing. */
export function brokenFrontMatter(text: string): Problem | null {
  const { yaml, trailer } = splitNote(text);
  if (yaml === null || trailer?.frontMatter === fingerprint(yaml)) return null;
  const mistake = frontMatterMistake(yaml);
  return mistake === null ? null : { code: 'front-matter-broken', ...mistake };
}

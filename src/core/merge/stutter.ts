/** Shorter ones a person may write on purpose: never, never. */
const SHORTEST = 12;

/** Whether a text is another one in which some stretch stands twice, one right behind the other: what a file sync leaves that merges texts. */
export function isStutterOf(text: string, once: string): boolean {
  const more = text.length - once.length;
  if (more < SHORTEST) return false;
  let at = 0;
  while (at < once.length && text[at] === once[at]) at += 1;
  return at >= more && text.slice(at + more) === once.slice(at) && once.slice(at - more, at) === text.slice(at, at + more);
}

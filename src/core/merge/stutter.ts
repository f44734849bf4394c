/** Shorter ones a person may write on purpose: never, never. */
const SHORTEST = 12;

/** Whether a text is another one in which some stretch stands twice, one right behind the other: what a file sync leaves that merges texts. */
export function isStutterOf(text: string, once: string): boolean {
  const more = text.length - once.length;
  if (more < SHORTEST) return false;
  let at = 0;
  while (at < once.length && text[at] === once[at]) at += 1;
  return (
    at >= more &&
    text.slice(at + more) === once.slice(at) &&
    once.slice(at - more, at) === text.slice(at, at + more)
  );
}

/** To look for one takes as many steps as the square of a text's length. */
const LONGEST = 4000;

/** The stretch that stands twice in a text, one right behind the other, where it is what is wanted without one of the two. */
export function stutterIn(text: string, isWanted: (once: string) => boolean): string | null {
  if (text.length > LONGEST) return null;
  for (let more = SHORTEST; 2 * more <= text.length; more += 1) {
    let same = 0;
    for (let at = 0; at + more < text.length; at += 1) {
      same = text[at] === text[at + more] ? same + 1 : 0;
      if (same === more && isWanted(text.slice(0, at + 1) + text.slice(at + 1 + more)))
        return text.slice(at + 1 - more, at + 1);
    }
  }
  return null;
}

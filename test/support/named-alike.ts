/**
 * Notes for a comparison in which it does not matter which of several items with one title has the plain file
 * name: that depends on the order in which they came.
 */
export function namedAlike(
  entries: readonly (readonly [path: string, text: string])[],
): readonly (readonly [path: string, text: string])[] {
  return entries
    .map(([path, text]) => [withoutIds(path), textNamedAlike(text)] as const)
    .sort(([path, text], [otherPath, otherText]) =>
      `${path}\n${text}` < `${otherPath}\n${otherText}` ? -1 : 1,
    );
}

const withoutIds = (text: string): string =>
  text.replace(/(?: \(|%20%28)(?:\d{8,9}|[a-z0-9]{10})(?:\)|%29)/g, '');

/** The text of a note for such a comparison. */
export const textNamedAlike = (text: string): string => withoutIds(withoutNames(text));

/**
 * Without the marks of names in its trailer: of the note's path, of the notes it links to, of properties with
 * links and of all properties where there is one.
 */
export function withoutNames(text: string): string {
  const linking = [...text.matchAll(/^([^\s:]+):.*\[\[/gm)].map(([, name = '']) => ` k:${name}`);
  const marks = linking.length === 0 ? [' f', ' l'] : [' f', ' l', ' p', ...linking];
  return text.replace(/^%% florilegium .*$/m, (trailer) =>
    trailer.replace(/( [^\s=]+)=\S+/g, (entry, name: string) => (marks.includes(name) ? '' : entry)),
  );
}

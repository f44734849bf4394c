/**
 * Notes for a comparison in which it does not matter which of several items with one title has the plain file
 * name: that depends on the order in which they came.
 */
export function namedAlike(
  entries: readonly (readonly [path: string, text: string])[],
): readonly (readonly [path: string, text: string])[] {
  const plain = (text: string): string =>
    text.replace(/(?: \(|%20%28)(?:\d{8,9}|[a-z0-9]{10})(?:\)|%29)/g, '');
  return entries
    .map(([path, text]) => [plain(path), plain(withoutNames(text))] as const)
    .sort(([path, text], [otherPath, otherText]) =>
      `${path}\n${text}` < `${otherPath}\n${otherText}` ? -1 : 1,
    );
}

/** Without the marks of the note's path and of the notes it links to, which stand in its trailer. */
export const withoutNames = (text: string): string =>
  text.replace(/^%% florilegium .*$/m, (trailer) => trailer.replace(/ [fl]=\S+/g, ''));

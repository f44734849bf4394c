/** Where iCloud leaves a hidden file in place of a note that is not on this device: `Books/.Walden.md.icloud`. */
export function cloudPlaceholder(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  return `${path.slice(0, start)}.${path.slice(start)}.icloud`;
}

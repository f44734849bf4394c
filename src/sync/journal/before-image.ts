/** What one note was before the last run that wrote anything, and what that run left of it. */
export type BeforeImage =
  /** The run was to make it there. */
  | { readonly kind: 'created'; readonly path: string }
  /** The run changed its text, its place, or both. */
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly text: string;
      readonly newPath: string;
      readonly newText: string;
    }
  /** The run moved it to the trash. */
  | { readonly kind: 'trashed'; readonly path: string; readonly text: string };

/** How much is kept for an undo, in characters. */
export const MOST_KEPT = 128 * 1024 * 1024;

export function imageSize(image: BeforeImage): number {
  switch (image.kind) {
    case 'created':
      return image.path.length;
    case 'changed':
      return image.text.length + image.newText.length;
    case 'trashed':
      return image.text.length;
  }
}

/**
 * Whether of a text there is only the beginning, or nothing: what is left by a host that empties a file, writes it, and is stopped
 * in between.
 */
export const isCut = (found: string, whole: string): boolean => found !== whole && whole.startsWith(found);

/** Whether two texts differ in nothing but the targets of their links: the app changes these when it moves a note. */
export const sameButLinks = (left: string, right: string): boolean =>
  left === right || withoutTargets(left) === withoutTargets(right);

const withoutTargets = (text: string): string =>
  text.replace(/\]\([^()\n]*\)/g, ']()').replace(/\[\[[^[\]|#\n]*/g, '[[');

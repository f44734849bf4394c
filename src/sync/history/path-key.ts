const OF_PATH = 'p:';

/** The key of an image that is of whatever stands at a path: of what was changed there other than by a sync, it may not be known what it is of. */
export const pathKey = (path: string): string => `${OF_PATH}${path}`;

/** The path that such a key names; null for the key of a note. */
export const pathOfKey = (key: string): string | null =>
  key.startsWith(OF_PATH) ? key.slice(OF_PATH.length) : null;

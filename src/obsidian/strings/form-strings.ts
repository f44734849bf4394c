import { plural } from '../../messages/english';

/** Fields of the windows that write to Readwise. */
export const FIELDS = {
  left: (count: number): string => `${plural(count, 'character')} left`,
  tooLong: (count: number): string => `${plural(count, 'character')} too many`,
  empty: 'Remove it in Readwise',
  addTag: 'Type a tag and press Enter',
  renameTag: (tag: string): string => `Rename tag ${tag}…`,
  newName: (tag: string): string => `New name of tag ${tag}`,
  removeTag: (tag: string): string => `Remove tag ${tag}`,
};

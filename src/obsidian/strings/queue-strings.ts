import { number, plural } from '../../messages/english';

/** The reading queue, a view of a base. */
export const QUEUE = {
  group: (name: string, count: number): string => `${name} (${number(count)})`,
  /** Of notes without the property that the groups are of. */
  noPlace: 'Not set',
  empty: 'Nothing to read here. Check the filter of this view, or sync.',
  words: (count: number): string => plural(count, 'word'),
  minutes: (count: number): string => `${number(count)} min`,
  progress: (percent: number): string => `${number(percent)} % read`,
  moves: { archive: 'Archive', later: 'Later' },
  openInReader: 'Open in Reader',
  status: 'Open sync status',
  key: (name: string): string => `Key: ${name}`,
  undo: 'Undo',
  moved: (place: string): string => `Moved to ${place}.`,
  movedBack: 'Moved back.',
  onItsWay: (place: string, reason: string): string => `On its way to ${place}. ${reason}`.trim(),
  notMoved: (place: string, reason: string): string => `Not moved to ${place}. ${reason}`.trim(),
};

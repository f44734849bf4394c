import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Where the vaults and stores of measured runs are. */
export interface PlaceToWork {
  readonly folder: string;
  /** A file system in memory. */
  readonly isMemory: boolean;
}

const IN_MEMORY = '/dev/shm';
/** The vaults and stores of the largest library that are there at one time, with room to spare. */
const ROOM_BYTES = 6 * 2 ** 30;

const TMPFS = 0x01021994;
const NAMES = new Map([
  [TMPFS, 'tmpfs'],
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x794c7630, 'overlay'],
]);

/** Memory where it has room enough, else the folder for temporary files. */
export const placeToWork: PlaceToWork = isRoomyMemory()
  ? { folder: IN_MEMORY, isMemory: true }
  : { folder: tmpdir(), isMemory: false };

function isRoomyMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(IN_MEMORY);
  return type === TMPFS && Math.min(bavail * bsize, freemem()) >= ROOM_BYTES;
}

/** One sentence for the page. */
export function whereItWorks(): string {
  const { folder, isMemory } = placeToWork;
  if (isMemory)
    return `Vaults and stores are in memory (\`${folder}\`, tmpfs): neither a disk nor what was deleted before counts.`;
  const { type } = statfsSync(folder);
  const name = NAMES.get(type) ?? `file system 0x${type.toString(16)}`;
  return `Vaults and stores are in \`${folder}\` (${name}); nothing is deleted there between the runs with one library, and after each library the disk is waited for (\`sync\`).`;
}

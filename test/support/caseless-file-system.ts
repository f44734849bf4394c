import type * as FileSystem from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Node's file system as on a disk that takes names for the same that differ only in case or in how accents
 * are encoded. What is there keeps its spelling; a rename gives the name itself the new one.
 */
export function caselessFileSystem(real: typeof FileSystem): typeof FileSystem {
  const isThere = (path: string): boolean => real.lstatSync(path, { throwIfNoEntry: false }) !== undefined;

  /** The path of what is there, as it is spelled there; of what is not, with its folders as they are. */
  const onDisk = (path: string): string => {
    if (isThere(path) || dirname(path) === path) return path;
    const folder = onDisk(dirname(path));
    const names = isThere(folder) && real.lstatSync(folder).isDirectory() ? real.readdirSync(folder) : [];
    return join(folder, names.find((name) => folded(name) === folded(basename(path))) ?? basename(path));
  };

  /** Where a name comes to be: that of what is there is replaced by it. */
  const newOnDisk = (path: string): string => join(onDisk(dirname(path)), basename(path));

  const at = (path: FileSystem.PathLike | FileSystem.PathOrFileDescriptor): string => onDisk(String(path));
  const open = (path: FileSystem.PathOrFileDescriptor): FileSystem.PathOrFileDescriptor =>
    typeof path === 'number' ? path : at(path);

  const rename = (from: FileSystem.PathLike, to: FileSystem.PathLike): void => {
    const [source, holder] = [at(from), at(to)];
    if (holder !== source && isThere(holder)) real.unlinkSync(holder);
    real.renameSync(source, newOnDisk(String(to)));
  };

  return {
    ...real,
    existsSync: (path: FileSystem.PathLike) => real.existsSync(at(path)),
    openSync: (path: FileSystem.PathLike, ...rest: [FileSystem.OpenMode, FileSystem.Mode?]) =>
      real.openSync(at(path), ...rest),
    readFileSync: (path: FileSystem.PathOrFileDescriptor, options?: never) =>
      real.readFileSync(open(path), options),
    writeFileSync: (
      path: FileSystem.PathOrFileDescriptor,
      data: string | Uint8Array,
      options?: FileSystem.WriteFileOptions,
    ) => real.writeFileSync(open(path), data, options),
    lstatSync: (path: FileSystem.PathLike, options?: never) => real.lstatSync(at(path), options),
    statSync: (path: FileSystem.PathLike, options?: never) => real.statSync(at(path), options),
    readdirSync: (path: FileSystem.PathLike, options?: never) => real.readdirSync(at(path), options),
    mkdirSync: (path: FileSystem.PathLike, options?: never) => real.mkdirSync(at(path), options),
    rmdirSync: (path: FileSystem.PathLike) => real.rmdirSync(at(path)),
    unlinkSync: (path: FileSystem.PathLike) => real.unlinkSync(at(path)),
    linkSync: (from: FileSystem.PathLike, to: FileSystem.PathLike) => real.linkSync(at(from), at(to)),
    renameSync: rename,
    realpathSync: Object.assign((path: string) => real.realpathSync(at(path)), {
      native: (path: string) => real.realpathSync.native(at(path)),
    }),
  } as unknown as typeof FileSystem;
}

const folded = (name: string): string => name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

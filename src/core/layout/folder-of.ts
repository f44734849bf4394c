/** The folder that a path is in; empty for the vault's own. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

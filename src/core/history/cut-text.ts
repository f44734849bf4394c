/** Whether of a text there is only the beginning, or nothing: what is left by a host that empties a file, writes it, and is stopped at that. */
export const isCut = (found: string, whole: string): boolean => found !== whole && whole.startsWith(found);

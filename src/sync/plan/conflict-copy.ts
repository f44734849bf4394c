/** The names that file syncs give to what two devices wrote at once: Syncthing, Dropbox and Obsidian Sync, Nextcloud and ownCloud, OneDrive. */
const MARKED =
  /\.sync-conflict-\d|\([^()]*conflict(?:ed)?[ -](?:copy|file)[^()]*\)|_conflict-\d|\(conflict\)/i;
/** What iCloud, OneDrive and a person's file manager put behind a name may as well be part of a title. */
const APPENDED =
  /(?: \d{1,2}|(?:(?: -)? \(?(?:copy|kopie|copie|copia|コピー)|のコピー)(?: \(?\d+)?\)?|-(?:DESKTOP|LAPTOP)-[A-Z0-9]+)\.md$/i;

/** Whether a note bears the name of a conflict copy of one of the others. */
export function isConflictCopy(path: string, others: readonly string[]): boolean {
  const original = path.replace(APPENDED, '.md');
  return MARKED.test(path) || (original !== path && others.includes(original));
}

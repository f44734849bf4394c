import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode, StateError } from '../errors';

export interface StateFolderOptions {
  readonly vault: string;
  /** `--state DIR`, or null for the system's usual place. */
  readonly chosen: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder; throws if there is none, as in some containers. */
  readonly userHome?: () => string;
}

/** The folder of a vault's device state; does not create it. Throws `StateError` if it is in the vault. */
export function stateFolderOf({
  vault,
  chosen,
  environment,
  userHome = () => userInfo().homedir,
}: StateFolderOptions): string {
  const realVault = realpathSync.native(vault);
  const folder =
    chosen === null
      ? join(stateHome(environment, userHome), 'florilegium', vaultKey(realVault))
      : resolve(chosen);
  const inside = relative(realVault, realPathOf(folder));
  if (inside === '' || (inside.split(sep)[0] !== '..' && !isAbsolute(inside))) {
    throw new StateError(
      'disk',
      `The state folder ${folder} is inside the vault, so it would be synced with the notes. Choose another with --state DIR.`,
    );
  }
  return folder;
}

/** Creates the state folder, closed to other users. Throws `StateError`. */
export function makeStateFolder(folder: string): void {
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new StateError(
      'disk',
      `Could not create the state folder ${folder} (${code}). Choose another with --state DIR.`,
      { cause: error },
    );
  }
}

function stateHome(environment: StateFolderOptions['environment'], userHome: () => string): string {
  const { XDG_STATE_HOME: chosen = '', HOME: home = '' } = environment;
  if (isAbsolute(chosen)) return chosen;
  if (process.platform === 'win32') return environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  // `homedir` would return an empty HOME, which means the current folder.
  try {
    return join(isAbsolute(home) ? home : userHome(), '.local', 'state');
  } catch (error) {
    throw new StateError(
      'disk',
      'Your user has no home folder for the sync state. Choose a folder with --state DIR, or set HOME.',
      { cause: error },
    );
  }
}

const vaultKey = (realVault: string): string =>
  createHash('sha256').update(realVault).digest('hex').slice(0, 16);

/** The real path of a folder that may not exist. */
function realPathOf(folder: string): string {
  return existsSync(folder)
    ? realpathSync.native(folder)
    : join(realPathOf(dirname(folder)), basename(folder));
}

import * as z from 'zod/mini';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  readFileSync,
  writeFileSync,
  renameSync,
} from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode, StateError, isMissing } from '../errors';
import { STATE } from '../text/system-text';

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
    throw new StateError('disk', STATE.inVault(folder));
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
    throw new StateError('disk', STATE.notCreated(folder, code), { cause: error });
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
    throw new StateError('disk', STATE.noHome, { cause: error });
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

/** A sync that finds nothing to do leaves no trace in the store, so its time is kept beside it. */
const QUIET_FILE = 'last-quiet-sync';

/** When the last sync that found nothing to do ended, ISO 8601; null if that is not known. */
export function readQuietSync(folder: string): string | null {
  try {
    const text = readFileSync(join(folder, QUIET_FILE), 'utf8').trim();
    return Number.isNaN(Date.parse(text)) ? null : text;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function rememberQuietSync(folder: string, at: string): void {
  try {
    writeFileSync(join(folder, QUIET_FILE), `${at}\n`, { mode: 0o600 });
  } catch (error) {
    // Only the time is lost; the sync is done.
    if (errorCode(error) === null) throw error;
  }
}

/** A token that may be sent to an origin. */
export interface AllowedAccount {
  readonly origin: string;
  /** The mark of token and origin together, from which the token cannot be recovered. */
  readonly account: string;
}

/** Beside the store, so that a damaged store costs no answer of the person's. */
const ALLOWED_FILE = 'allowed.json';
const allowedSchema = z.array(z.object({ origin: z.string(), account: z.string() }));

/** A missing or unreadable file allows nothing, so the person is asked again. */
export function isAllowed(folder: string, { origin, account }: AllowedAccount): boolean {
  return readAllowed(folder).some((each) => each.origin === origin && each.account === account);
}

/** Throws `StateError` when it cannot be stored. */
export function rememberAllowed(folder: string, allowed: AllowedAccount): void {
  if (isAllowed(folder, allowed)) return;
  const file = join(folder, ALLOWED_FILE);
  const temporary = `${file}.${process.pid}.tmp`;
  const text = `${JSON.stringify([...readAllowed(folder), allowed], null, 2)}\n`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new StateError('disk', STATE.notWritten(file, code), { cause: error });
  }
}

function readAllowed(folder: string): readonly AllowedAccount[] {
  try {
    const stored = allowedSchema.safeParse(JSON.parse(readFileSync(join(folder, ALLOWED_FILE), 'utf8')));
    return stored.success ? stored.data : [];
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) !== null) return [];
    throw error;
  }
}

/** What disk, network and state refuse, and what helps. */

/** What was attempted with a file. */
const ATTEMPTS = {
  create: 'create',
  find: 'look for',
  survey: 'look through',
  trash: 'move to the trash',
  reach: 'reach',
  read: 'read',
  readProperties: 'read the properties of',
  rename: 'rename',
  update: 'update',
  write: 'write',
} as const;
export type Attempt = keyof typeof ATTEMPTS;

/** By the system's code. */
const DISK: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Allow your user to read and write there',
  EPERM:
    'the system does not allow it. Check the permissions of the folder, and close programs that have the note open',
  ENOSPC: 'the disk is full. Free some space and sync again',
  EDQUOT: 'the disk quota is used up. Free some space and sync again',
  EROFS: 'the disk is read-only. Make it writable and sync again',
  EIO: 'the disk reports an error. Check the disk and sync again',
  EBUSY: 'another program is using it. Close that program and sync again',
  EMFILE: 'too many files are open. Close programs or raise the limit (ulimit -n) and sync again',
  ENFILE: 'too many files are open on this machine. Close programs and sync again',
  ENAMETOOLONG: 'its name is too long for this disk. Shorten the title or the folder',
  ENOTDIR: 'a part of its path is a file, not a folder. Rename that file',
  EEXIST: 'another file has that name. Rename that file',
  EISDIR: 'a folder has that name. Rename that folder',
};

export function diskText(attempt: Attempt, path: string, code: string): string {
  const problem = DISK[code] ?? `the system reports ${code}. Check the folder and sync again`;
  return `Could not ${ATTEMPTS[attempt]} “${path}”: ${problem}.`;
}

export const NOTE = {
  kept: (path: string): string =>
    `Could not update “${path}”: another program keeps changing it. Close that program and sync again.`,
  protected: (path: string): string =>
    `Could not update “${path}”: the note is write-protected. Allow writing to it and sync again.`,
  notUtf8: (path: string): string =>
    `Could not read “${path}”: it is not UTF-8 text. Save it as UTF-8 and sync again.`,
  leftOut: (why: string): string => `A note was left out. ${why}`,
  linksLeft: (why: string): string => `Links in a note were left as they are. ${why}`,
};

/** Why a path cannot be that of a note. */
const PATHS = {
  nul: 'it contains a NUL character',
  backslash: 'it contains a backslash',
  absolute: 'it must be relative to the vault',
  'empty-part': 'it has an empty part',
  hidden: 'none of its parts may start with a dot',
  'other-ending': 'it must end in .md',
  'trash-elsewhere': 'the vault’s .trash folder is a link to another folder',
  outside: 'its folder is a link out of the vault or into a hidden folder',
  link: 'it is a link to another file',
  'no-attachment': 'it is not an attachment name',
} as const;
export type PathProblem = keyof typeof PATHS;

export const pathText = (path: string, problem: PathProblem): string =>
  `“${path.replace(/\0/g, '\\0')}” cannot be a note of this vault: ${PATHS[problem]}`;

export const STATE = {
  inUse: (folder: string): string => `Another sync is running and uses ${folder}. Wait for it or stop it.`,
  unusable: (folder: string, why: string): string =>
    `Could not use the sync state in ${folder}: ${why}. Check permissions and free disk space.`,
  damaged: (folder: string): string =>
    `The sync state in ${folder} is damaged. You can delete it; the next sync then fetches everything again.`,
  inVault: (folder: string): string =>
    `The state folder ${folder} is inside the vault, so it would be synced with the notes. Choose another with --state DIR.`,
  notCreated: (folder: string, code: string): string =>
    `Could not create the state folder ${folder} (${code}). Choose another with --state DIR.`,
  noHome: 'Your user has no home folder for the sync state. Choose a folder with --state DIR, or set HOME.',
  notWritten: (file: string, code: string): string =>
    `Could not write ${file} (${code}). Choose another state folder with --state DIR.`,
};

const CUT = 'the connection was cut';
const NOT_TRUSTED = 'its certificate is not signed by an authority that this machine trusts';
const NO_HTTPS = 'the host does not speak HTTPS';

/** By the system's code. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: CUT,
  EPIPE: CUT,
  ETIMEDOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this machine is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
  EPROTO: NO_HTTPS,
};

/** `code`: the system's; empty where it has none. */
export const unreachableText = (target: string, code: string): string =>
  `${target} could not be reached: ${networkProblem(code)}`;

function networkProblem(code: string): string {
  if (code === '') return CUT;
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`;
  return `${NETWORK[code] ?? 'the connection failed'} (${code})`;
}

const notFollowed = (what: string): string => `${what}, which is not followed. Check the server address`;

export const REQUEST = {
  manyRedirects: (target: string, most: number): string =>
    `${target} redirected more than ${String(most)} times`,
  badRedirect: (target: string): string => `${target} redirects to an invalid address`,
  redirectsTo: (origin: string, other: string): string => notFollowed(`${origin} redirects to ${other}`),
  redirectsChange: (origin: string, method: string): string =>
    notFollowed(`${origin} redirects a ${method} request`),
  badHeader: (name: string): string => `The header ${name} has characters that cannot be sent`,
  tooLarge: (target: string): string => `The answer of ${target} is larger than 64 MB`,
  canceled: (target: string): string => `The request to ${target} was canceled`,
  noAnswer: (target: string, seconds: number): string =>
    `${target} did not answer within ${String(seconds)} s`,
  protocol: (protocol: string): string => `Addresses with ${protocol} are not supported`,
  privateHost: (hostname: string): string => `${hostname} is in a private network and is not contacted`,
  manyBytes: (most: number): string => `It has more than ${String(most)} bytes`,
};

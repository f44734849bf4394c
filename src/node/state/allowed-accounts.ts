import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode, StateError } from '../errors';

/** A token that may be sent to an origin. */
export interface AllowedAccount {
  readonly origin: string;
  /** The mark of token and origin together, from which the token cannot be recovered. */
  readonly account: string;
}

/** Beside the store, so that a damaged store costs no answer of the person's. */
const FILE = 'allowed.json';
const schema = z.array(z.object({ origin: z.string(), account: z.string() }));

/** A missing or unreadable file allows nothing, so the person is asked again. */
export function isAllowed(folder: string, { origin, account }: AllowedAccount): boolean {
  return readAllowed(folder).some((each) => each.origin === origin && each.account === account);
}

/** Throws `StateError` when it cannot be stored. */
export function rememberAllowed(folder: string, allowed: AllowedAccount): void {
  if (isAllowed(folder, allowed)) return;
  const file = join(folder, FILE);
  const temporary = `${file}.${process.pid}.tmp`;
  const text = `${JSON.stringify([...readAllowed(folder), allowed], null, 2)}\n`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new StateError(
      'disk',
      `Could not write ${file} (${code}). Choose another state folder with --state DIR.`,
      { cause: error },
    );
  }
}

function readAllowed(folder: string): readonly AllowedAccount[] {
  try {
    const stored = schema.safeParse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
    return stored.success ? stored.data : [];
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) !== null) return [];
    throw error;
  }
}

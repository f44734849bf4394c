import { readFileSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { errorCode } from './errno';

export type TokenResult =
  { readonly ok: true; readonly token: string } | { readonly ok: false; readonly problem: string };

export interface TokenSources {
  /** `--token-file FILE`, `-` for standard input, goes before the environment: it was asked for by name. */
  readonly file: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
}

const NONE =
  'No token. Set READWISE_TOKEN, or give --token-file FILE (- reads it from standard input). Your token is at https://readwise.io/access_token';

/** Finds the token. Problems never quote it. */
export async function readToken({ file, environment, input }: TokenSources): Promise<TokenResult> {
  if (file === '-') return checked(await text(input), 'standard input');
  if (file !== undefined) return readTokenFile(file);
  const token = environment['READWISE_TOKEN'];
  return token === undefined || token.trim() === ''
    ? { ok: false, problem: NONE }
    : checked(token, 'READWISE_TOKEN');
}

function readTokenFile(file: string): TokenResult {
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      return {
        ok: false,
        problem: `The token file ${file} is open to other users. Close it with: chmod 600 ${file}`,
      };
    }
    return checked(readFileSync(file, 'utf8'), `the token file ${file}`);
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    return { ok: false, problem: `Could not read the token file ${file} (${code})` };
  }
}

function checked(raw: string, origin: string): TokenResult {
  const token = raw.trim();
  if (token === '') return { ok: false, problem: `There is no token in ${origin}` };
  if (!/^[\x21-\x7e]{1,1024}$/.test(token))
    return {
      ok: false,
      problem: `What is in ${origin} is no token: a token is one word of plain letters and digits`,
    };
  return { ok: true, token };
}

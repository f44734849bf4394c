import { DEFAULT_BASE_URL, type Settings } from '../../model/settings';
import { accountMark } from '../../readwise/account';
import { isAllowed, rememberAllowed } from '../state/allowed-accounts';
import { makeStateFolder } from '../state/state-folder';
import { stateIn } from './in-state';
import { CannotStart, tokenFrom, type Options } from './inputs';

/**
 * The token, for requests to the address of these settings. Throws `CannotStart` unless a person allowed that
 * on this device: a vault is shared and cloned, so what lies in it must not decide where a token goes (I11).
 */
export async function allowedToken(
  options: Partial<Options>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): Promise<string> {
  const token = await tokenFrom(options.tokenFile);
  const { origin } = new URL(baseUrl);
  const { vault } = options;
  if (origin === DEFAULT_BASE_URL || vault === undefined) return token;
  const folder = stateIn({ ...options, vault });
  const allowed = { origin, account: await accountMark({ baseUrl, token }) };
  if (options.baseUrl !== undefined) {
    makeStateFolder(folder);
    rememberAllowed(folder, allowed);
    return token;
  }
  if (options.settings !== undefined || isAllowed(folder, allowed)) return token;
  throw new CannotStart(
    `This vault wants to use ${origin}. Your token was not sent there. If you set this up, run the command once with --base-url ${origin}`,
  );
}

import { EXIT } from '../platform/node/exit-code';
import { FetchHttpClient } from '../platform/node/network/fetch-http-client';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { systemClock } from '../platform/node/system-clock';
import { checkToken } from '../readwise/account';
import { say, settingsFor, tokenFrom } from './can-start';

type CheckCommand = Extract<Command, { readonly name: 'check' }>;

const CHECKED = {
  refused: EXIT.tokenRefused,
  unreachable: EXIT.noService,
  'not-the-api': EXIT.noService,
} as const;

/** Is the token good? */
export async function check(command: CheckCommand): Promise<number> {
  const { baseUrl } = settingsFor({ file: command.settings, vault: null, baseUrl: command.baseUrl });
  const token = await tokenFrom(command.tokenFile);
  const result = await checkToken(
    { http: new FetchHttpClient(), clock: systemClock, random: Math.random },
    { baseUrl, token },
  );
  say(result.ok ? `The token is good for ${baseUrl}.` : result.message);
  return result.ok ? EXIT.done : CHECKED[result.reason];
}

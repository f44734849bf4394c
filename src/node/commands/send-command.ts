import { findLocalChanges } from '../../features/hand-changes/local-changes';
import { addChange, discardChange, retryChange, settleChange } from '../../outbox/queue';
import { SAME_ID } from '../../messages/outbox-messages';
import { readOutbox } from '../../store/outbox-store';
import type { StateStore } from '../../model/ports';
import { printMessage } from '../output';
import { refusalText } from '../text/outbox-text';
import { oneLine } from '../text/report-text';
import type { Options } from './inputs';
import { Refused, runVerb, type Asking, type Chosen } from './sending';

/** Changes by id, as `status` lists them. */
export type SendingOptions = Options & {
  readonly mine?: readonly string[];
  readonly theirs?: readonly string[];
  readonly discard?: readonly string[];
  readonly retry?: readonly string[];
  readonly yes?: boolean;
};

/** So many changes made by hand are sent without another confirmation. */
const MOST_UNCONFIRMED = 20;

/**
 * Sends all that waits, and what was changed by hand in notes as far as the settings allow it. With changes
 * named, only these are settled and sent.
 */
export async function send(options: SendingOptions, signal: AbortSignal): Promise<number> {
  const { mine = [], theirs = [], discard = [], retry = [] } = options;
  const named = [...mine, ...theirs, ...discard, ...retry];
  const ask = async (asking: Asking): Promise<Chosen> => {
    if (named.length > 0) return settle(asking.state, { mine, theirs, discard, retry });
    await addLocalChanges(asking, { isConfirmed: options.yes === true || options.dryRun === true, signal });
    return undefined;
  };
  return runVerb({ options, signal, target: named.join(', '), ask });
}

interface Decisions {
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  readonly discard: readonly string[];
  readonly retry: readonly string[];
}

async function settle(state: StateStore, { mine, theirs, discard, retry }: Decisions): Promise<Chosen> {
  const named = [...mine, ...theirs, ...discard, ...retry];
  const known = new Set((await readOutbox(state)).map(({ id }) => id));
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new Refused(unknown, [], `No change with the id “${unknown}” waits. See florilegium status.`);
  for (const id of mine) await settleChange(state, id, { kind: 'mine' });
  for (const id of theirs) await settleChange(state, id, { kind: 'theirs' });
  for (const id of discard) await discardChange(state, id);
  for (const id of retry) await retryChange(state, id);
  return new Set(named);
}

interface Confirmation {
  readonly isConfirmed: boolean;
  readonly signal: AbortSignal;
}

/** Puts what was changed by hand into the outbox. */
async function addLocalChanges(
  { deps, state, settings }: Asking,
  { isConfirmed, signal }: Confirmation,
): Promise<void> {
  const { changes, ambiguous } = await findLocalChanges({ ...deps, state, signal }, settings);
  if (ambiguous.length > 0) printMessage(SAME_ID);
  for (const path of ambiguous) printMessage(`  ${oneLine(path)}`);
  if (changes.length > MOST_UNCONFIRMED && !isConfirmed)
    throw new Refused(
      '',
      [],
      `You made ${changes.length} changes by hand in notes. See them with --dry-run; to send them all, add --yes.`,
    );
  for (const { change, path } of changes) {
    const added = await addChange({ ...deps, state }, change);
    if (!added.ok && added.reason.code !== 'nothing-to-change')
      printMessage(`${oneLine(path)}: ${refusalText(added.reason)}`);
  }
}

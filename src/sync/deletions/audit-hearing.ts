import type { SuspectGroup } from './deletion-search';
import { afterAbsence, isRipe, type Suspect } from '../../model/suspects';
import type { Clock, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import { lookUp, type Canary, type LookUps } from './audit-look-ups';
import { metChanges, suspectsOf } from './audit-register';
import { suspectsChange } from '../../store/held-documents';
import type { Replica } from '../../store/replica';

export interface HearingOptions {
  readonly client: ReadwiseClient;
  readonly clock: Clock;
  readonly state: StateStore;
  readonly replica: Replica;
}

/** Suspects looked up in one run: each costs a request of the v3 budget (20 a minute). */
const LOOK_UPS_PER_RUN = 100;

/** The look-ups of one run, and what follows from them for the suspects. */
export class Hearing {
  private left = LOOK_UPS_PER_RUN;
  /** Not found in this run: another look-up of the same run would prove no more. */
  private readonly absent = new Set<string>();

  constructor(private readonly options: HearingOptions) {}

  /** Looks up the suspects whose time has come. `none`: there are none; `unheard`: the canary was missed. */
  async hearRipe(now: string | null, canary: Canary): Promise<'none' | 'heard' | 'unheard'> {
    const hasCanary = canary.kind === 'known';
    const ripe = (await suspectsOf(this.options.state)).filter(
      (suspect) => isRipe(suspect, { now, hasCanary }) && !this.absent.has(suspect.id),
    );
    if (ripe.length === 0) return 'none';
    const { isCanaryAlive } = await this.hear(
      [{ ids: ripe.map(({ id }) => id), missing: ripe.length }],
      canary,
    );
    return isCanaryAlive ? 'heard' : 'unheard';
  }

  /** Looks ids up. Who was not found becomes or stays suspect, or is convicted and taken out of the replica; who was found is cleared. */
  async hear(groups: readonly SuspectGroup[], canary: Canary): Promise<LookUps> {
    const { client, clock, state, replica } = this.options;
    const found = await lookUp(groups, { client, clock, canary, most: this.left });
    this.left -= found.asked;
    for (const id of found.absent.keys()) this.absent.add(id);
    const before = await suspectsOf(state);
    const { suspects, convicted } = judge(before, found, canary);
    const changes = [
      ...(await metChanges(state, [...found.present])),
      ...(sameSuspects(before, suspects) ? [] : [suspectsChange(suspects)]),
    ];
    if (convicted.length > 0) await replica.removeDocuments(convicted, changes);
    else if (changes.length > 0) await state.commit(changes);
    return found;
  }
}

function judge(
  before: readonly Suspect[],
  { absent, present, open }: LookUps,
  canary: Canary,
): { readonly suspects: readonly Suspect[]; readonly convicted: readonly string[] } {
  const suspects = new Map(before.map((suspect) => [suspect.id, suspect]));
  for (const id of present) suspects.delete(id);
  for (const id of open) if (!suspects.has(id)) suspects.set(id, { id, absentAt: null });
  const convicted: string[] = [];
  for (const [id, at] of absent) {
    const next = afterAbsence(suspects.get(id) ?? { id, absentAt: null }, {
      at,
      hasCanary: canary.kind === 'known',
    });
    if (next !== null) suspects.set(id, next);
    else if (suspects.delete(id)) convicted.push(id);
  }
  return { suspects: [...suspects.values()], convicted };
}

const sameSuspects = (left: readonly Suspect[], right: readonly Suspect[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

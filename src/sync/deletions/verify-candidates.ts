import type { CandidateGroup } from './deletion-search';
import { afterAbsence, isRipe, type DeletionCandidate } from '../../model/deletion-candidates';
import type { Clock, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import { lookUp, type ControlRecord, type LookUps } from './audit-look-ups';
import { metChanges, candidatesOf } from './audit-register';
import { candidatesChange } from '../../store/held-documents';
import type { Replica } from '../../store/replica';

export interface VerificationOptions {
  readonly client: ReadwiseClient;
  readonly clock: Clock;
  readonly state: StateStore;
  readonly replica: Replica;
}

/** Candidates looked up in one run: each costs a request of the v3 budget (20 a minute). */
const LOOK_UPS_PER_RUN = 100;

/** The look-ups of one run, and what follows from them for the candidates. */
export class Verification {
  private left = LOOK_UPS_PER_RUN;
  /** Not found in this run: another look-up of the same run would prove no more. */
  private readonly absent = new Set<string>();

  constructor(private readonly options: VerificationOptions) {}

  /**
   * Asks the service for each deletion candidate that is old enough to be asked about again. `inconclusive`: the control record was
   * not found either.
   */
  async verifyDueCandidates(
    now: string | null,
    control: ControlRecord,
  ): Promise<'no-candidates' | 'verified' | 'inconclusive'> {
    const hasControl = control.kind === 'known';
    const ripe = (await candidatesOf(this.options.state)).filter(
      (candidate) => isRipe(candidate, { now, hasControl }) && !this.absent.has(candidate.id),
    );
    if (ripe.length === 0) return 'no-candidates';
    const { isControlFound } = await this.verify(
      [{ ids: ripe.map(({ id }) => id), missing: ripe.length }],
      control,
    );
    return isControlFound ? 'verified' : 'inconclusive';
  }

  /** Looks ids up. One that is absent becomes or stays a candidate, or is confirmed and taken out of the replica; one that is found is cleared. */
  async verify(groups: readonly CandidateGroup[], control: ControlRecord): Promise<LookUps> {
    const { client, clock, state, replica } = this.options;
    const found = await lookUp(groups, { client, clock, control, most: this.left });
    this.left -= found.asked;
    for (const id of found.absent.keys()) this.absent.add(id);
    const before = await candidatesOf(state);
    const { candidates, confirmed } = judge(before, found, control);
    const changes = [
      ...(await metChanges(state, [...found.present])),
      ...(sameCandidates(before, candidates) ? [] : [candidatesChange(candidates)]),
    ];
    if (confirmed.length > 0) await replica.removeDocuments(confirmed, changes);
    else if (changes.length > 0) await state.commit(changes);
    return found;
  }
}

function judge(
  before: readonly DeletionCandidate[],
  { absent, present, open }: LookUps,
  control: ControlRecord,
): { readonly candidates: readonly DeletionCandidate[]; readonly confirmed: readonly string[] } {
  const candidates = new Map(before.map((candidate) => [candidate.id, candidate]));
  for (const id of present) candidates.delete(id);
  for (const id of open) if (!candidates.has(id)) candidates.set(id, { id, absentAt: null });
  const confirmed: string[] = [];
  for (const [id, at] of absent) {
    const next = afterAbsence(candidates.get(id) ?? { id, absentAt: null }, {
      at,
      hasControl: control.kind === 'known',
    });
    if (next !== null) candidates.set(id, next);
    else if (candidates.delete(id)) confirmed.push(id);
  }
  return { candidates: [...candidates.values()], confirmed };
}

const sameCandidates = (left: readonly DeletionCandidate[], right: readonly DeletionCandidate[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

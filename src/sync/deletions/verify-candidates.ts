import type { CandidateGroup } from './deletion-search';
import { withAbsence, isLookupDue, type DeletionCandidate } from '../../model/deletion-candidates';
import type { Clock, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import { metChanges, candidatesOf } from './audit-register';
import { candidatesChange } from '../../store/held-documents';
import type { Replica } from '../../store/replica';
import { lookUpDocument } from '../../readwise/pull';

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
   * Asks the service for each deletion candidate that is old enough to be asked about again. `inconclusive`:
   * the control record was not found either.
   */
  async verifyDueCandidates(
    now: string | null,
    control: ControlRecord,
  ): Promise<'no-candidates' | 'verified' | 'inconclusive'> {
    const hasControl = control.kind === 'known';
    const ripe = (await candidatesOf(this.options.state)).filter(
      (candidate) => isLookupDue(candidate, { now, hasControl }) && !this.absent.has(candidate.id),
    );
    if (ripe.length === 0) return 'no-candidates';
    const { isControlFound } = await this.verify(
      [{ ids: ripe.map(({ id }) => id), missing: ripe.length }],
      control,
    );
    return isControlFound ? 'verified' : 'inconclusive';
  }

  /**
   * Looks ids up. One that is absent becomes or stays a candidate, or is confirmed and taken out of the
   * replica; one that is found is cleared.
   */
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
    const next = withAbsence(candidates.get(id) ?? { id, absentAt: null }, {
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

/**
 * A record that the service surely has, to show that looking up works; `nothing held`: it has none at all.
 */
export type ControlRecord =
  { readonly kind: 'known'; readonly id: string } | { readonly kind: 'nothing held' };

interface LookUpOptions {
  readonly client: ReadwiseClient;
  readonly clock: Clock;
  readonly control: ControlRecord;
  /** Look-ups at most, those of the control not counted. */
  readonly most: number;
}

interface LookUps {
  /** Not found while the control was, with the service's time of each answer. */
  readonly absent: ReadonlyMap<string, string | null>;
  readonly present: ReadonlySet<string>;
  /** Not asked about, or with no control to go with it. */
  readonly open: readonly string[];
  readonly asked: number;
  /** Whether looking up was seen to work, as far as that can be told. */
  readonly isControlFound: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Looks the ids up, each within a minute of a control that was found; of a group no more than it takes to
 * find as many as are missing.
 */
async function lookUp(groups: readonly CandidateGroup[], options: LookUpOptions): Promise<LookUps> {
  const { client, clock, most } = options;
  const probe = new ControlProbe(options);
  const absent = new Map<string, string | null>();
  const present = new Set<string>();
  const open = new Set<string>();
  let asked = 0;
  for (const { ids, missing } of groups) {
    let left = missing;
    for (const id of ids) {
      if (left === 0) break;
      if (asked >= most || !(await probe.isFound())) {
        open.add(id);
        continue;
      }
      asked += 1;
      const { kind, at } = await lookUpDocument(client, id);
      const answeredAt = clock.monotonic();
      if (kind === 'present') present.add(id);
      // The look-up may have had to wait for its turn: then a control after it does as well as one before it.
      else if (
        answeredAt - probe.seenAt <= MINUTE_MS ||
        ((await probe.isFound()) && probe.seenAt - answeredAt <= MINUTE_MS)
      ) {
        absent.set(id, at);
        left -= 1;
      } else open.add(id);
    }
  }
  return { absent, present, open: [...open], asked, isControlFound: !probe.isMissed };
}

/** Looks after the control: once it was missed, it is not asked for again. */
class ControlProbe {
  /** When the control was last found, by the monotonic clock. */
  seenAt = -Infinity;
  isMissed = false;

  constructor(private readonly options: LookUpOptions) {}

  async isFound(): Promise<boolean> {
    const { client, clock, control } = this.options;
    if (this.isMissed) return false;
    if (control.kind === 'nothing held') this.seenAt = clock.monotonic();
    else if (clock.monotonic() - this.seenAt > MINUTE_MS / 2) {
      this.isMissed = (await lookUpDocument(client, control.id)).kind === 'absent';
      this.seenAt = clock.monotonic();
    }
    return !this.isMissed;
  }
}

import type { CandidateGroup } from './deletion-search';
import { withAbsence, isLookupDue, type DeletionCandidate } from '../../store/deletion-candidates';
import type { Clock } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import { foundChanges, candidatesOf } from './audit-register';
import { candidatesChange } from '../../store/register';
import type { Fetching } from '../run';
import { lookUpDocument } from '../../readwise/fetch-pages';

/** Look-ups per run: each costs a request of the v3 budget (20 a minute). */
const LOOK_UPS_PER_RUN = 100;

/** How many of the ids missing from a list are also looked up by id: a list may leave records out. */
const SPOT_CHECKS = 3;

/** The look-ups of one run, and their effect on the candidates. */
export class Verification {
  private left = LOOK_UPS_PER_RUN;
  /** Not found in this run: a second look-up in the same run would prove nothing. */
  private readonly absent = new Set<string>();

  constructor(private readonly fetching: Fetching) {}

  /** The candidates for which a look-up at this time of the service would bring progress. */
  async dueCandidates(now: string | null, control: ControlRecord): Promise<readonly string[]> {
    const hasControl = control.kind === 'known';
    const due = (await candidatesOf(this.fetching.deps.state)).filter(
      (candidate) => isLookupDue(candidate, { now, hasControl }) && !this.absent.has(candidate.id),
    );
    return due.map(({ id }) => id);
  }

  /** Looks up ids, any of which may be missing. */
  verifyAll(ids: readonly string[], control: ControlRecord): Promise<LookUps> {
    return this.verify([{ ids, missing: ids.length }], control);
  }

  /** Looks up ids. Absent ones become candidates or are confirmed, present ones are cleared. */
  async verify(groups: readonly CandidateGroup[], control: ControlRecord): Promise<LookUps> {
    const { client, deps } = this.fetching;
    const { clock } = deps;
    const found = await lookUp(groups, { client, clock, control, most: this.left });
    this.left -= found.asked;
    await this.store(found, control);
    return found;
  }

  /**
   * Treats ids that a crawl did not find as absent. The crawl took some time, perhaps several syncs: as a first
   * look-up it counts from its end, as a second one only from its beginning. Returns false, and leaves the ids to
   * be looked up, when a spot check finds one of them.
   */
  async takeUnlisted(
    ids: readonly string[],
    { from, to }: { readonly from: string | null; readonly to: string },
    control: ControlRecord,
  ): Promise<boolean> {
    const { client, deps } = this.fetching;
    const step = Math.max(1, Math.floor(ids.length / SPOT_CHECKS));
    const some = ids.filter((_, index) => index % step === 0).slice(0, SPOT_CHECKS);
    for (const id of some) if ((await lookUpDocument(client, id)).kind === 'present') return false;
    const candidates = await candidatesOf(deps.state);
    const known = new Set(candidates.filter(({ absentAt }) => absentAt !== null).map(({ id }) => id));
    const absent = new Map(ids.map((id) => [id, known.has(id) ? from : to]));
    await this.store({ absent, present: new Set(), open: [] }, control);
    return true;
  }

  private async store(found: Evidence, control: ControlRecord): Promise<void> {
    const { deps, replica } = this.fetching;
    const { state } = deps;
    for (const id of found.absent.keys()) this.absent.add(id);
    const before = await candidatesOf(state);
    const { candidates, confirmed } = updateCandidates(before, found, control);
    const changes = [
      ...(await foundChanges(state, [...found.present])),
      ...(sameCandidates(before, candidates) ? [] : [candidatesChange(candidates)]),
    ];
    if (confirmed.length > 0) await replica.removeDocuments(confirmed, changes);
    else if (changes.length > 0) await state.commit(changes);
  }
}

function updateCandidates(
  before: readonly DeletionCandidate[],
  { absent, present, open }: Evidence,
  control: ControlRecord,
): { readonly candidates: readonly DeletionCandidate[]; readonly confirmed: readonly string[] } {
  const hasControl = control.kind === 'known';
  const candidates = new Map(before.map((candidate) => [candidate.id, candidate]));
  for (const id of present) candidates.delete(id);
  for (const id of open) if (!candidates.has(id)) candidates.set(id, { id, absentAt: null });
  const confirmed: string[] = [];
  for (const [id, at] of absent) {
    const candidate = candidates.get(id) ?? { id, absentAt: null };
    const next = withAbsence(candidate, { at, hasControl });
    if (next !== null) candidates.set(id, next);
    else if (candidates.delete(id)) confirmed.push(id);
  }
  return { candidates: [...candidates.values()], confirmed };
}

const sameCandidates = (left: readonly DeletionCandidate[], right: readonly DeletionCandidate[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** A record that the service must have, to prove that look-ups work. `nothing held`: it has none at all. */
export type ControlRecord =
  { readonly kind: 'known'; readonly id: string } | { readonly kind: 'nothing held' };

interface LookUpOptions {
  readonly client: ReadwiseClient;
  readonly clock: Clock;
  readonly control: ControlRecord;
  /** Maximum of look-ups, not counting the control. */
  readonly most: number;
}

interface Evidence {
  /** Not found although the control was, with the service's time of the answer. */
  readonly absent: ReadonlyMap<string, string | null>;
  readonly present: ReadonlySet<string>;
  /** Not looked up, or looked up without a control. */
  readonly open: readonly string[];
}

interface LookUps extends Evidence {
  readonly asked: number;
}

const MINUTE_MS = 60_000;

/** Looks up ids, each within a minute of a found control, until all missing ones are found. */
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
      // If the look-up had to wait for its turn, a control after it proves as much as one before it.
      else if (
        answeredAt - probe.seenAt <= MINUTE_MS ||
        ((await probe.isFound()) && probe.seenAt - answeredAt <= MINUTE_MS)
      ) {
        absent.set(id, at);
        left -= 1;
      } else open.add(id);
    }
  }
  return { absent, present, open: [...open], asked };
}

/** Looks up the control record; once that fails, it is not tried again. */
class ControlProbe {
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

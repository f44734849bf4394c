import type { CandidateGroup } from './deletion-search';
import type { Clock } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import { lookUpDocument } from '../../readwise/pull';

/** A record that the service surely has, to show that looking up works; `nothing held`: it has none at all. */
export type ControlRecord =
  { readonly kind: 'known'; readonly id: string } | { readonly kind: 'nothing held' };

export interface LookUpOptions {
  readonly client: ReadwiseClient;
  readonly clock: Clock;
  readonly control: ControlRecord;
  /** Look-ups at most, canaries not counted. */
  readonly most: number;
}

export interface LookUps {
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

/** Looks the ids up, each within a minute of a control that was found; of a group no more than it takes to find as many as are missing. */
export async function lookUp(groups: readonly CandidateGroup[], options: LookUpOptions): Promise<LookUps> {
  const { client, clock, most } = options;
  const cage = new ControlProbe(options);
  const [absent, present, open] = [new Map<string, string | null>(), new Set<string>(), new Set<string>()];
  let asked = 0;
  for (const { ids, missing } of groups) {
    let left = missing;
    for (const id of ids) {
      if (left === 0) break;
      if (asked >= most || !(await cage.isAlive())) {
        open.add(id);
        continue;
      }
      asked += 1;
      const { kind, at } = await lookUpDocument(client, id);
      const answeredAt = clock.monotonic();
      if (kind === 'present') present.add(id);
      // The look-up may have had to wait for its turn: then a control after it does as well as one before it.
      else if (
        answeredAt - cage.seenAt <= MINUTE_MS ||
        ((await cage.isAlive()) && cage.seenAt - answeredAt <= MINUTE_MS)
      ) {
        absent.set(id, at);
        left -= 1;
      } else open.add(id);
    }
  }
  return { absent, present, open: [...open], asked, isControlFound: !cage.isDead };
}

/** Looks after the control: once it was missed, it is not asked for again. */
class ControlProbe {
  /** When the control was last found, by the monotonic clock. */
  seenAt = -Infinity;
  isDead = false;

  constructor(private readonly options: LookUpOptions) {}

  async isAlive(): Promise<boolean> {
    const { client, clock, control } = this.options;
    if (this.isDead) return false;
    if (control.kind === 'nothing held') this.seenAt = clock.monotonic();
    else if (clock.monotonic() - this.seenAt > MINUTE_MS / 2) {
      this.isDead = (await lookUpDocument(client, control.id)).kind === 'absent';
      this.seenAt = clock.monotonic();
    }
    return !this.isDead;
  }
}

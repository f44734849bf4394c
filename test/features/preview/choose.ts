import type { NoteLook } from '../../../src/merge/diff/text-diff';
import type { Choice } from '../../../src/sync/context/sync-options';
import type { SyncReport } from '../../../src/model/report';
import type { Settings } from '../../../src/model/settings';
import type { Attachments, Downloader, StateStore, Vault } from '../../../src/model/ports';
import { applyChoice } from '../../../src/features/preview/apply-choice';
import { lookInto } from '../../../src/features/preview/look-into';
import { settings, type World } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

interface Place {
  readonly vault: Vault;
  readonly state: StateStore;
  /** Where attachments are; nothing is fetched for them. */
  readonly files?: Attachments;
}

const NOTHING: Downloader = { get: () => Promise.reject(new Error('Nothing is asked for')) };

const depsOf = ({ vault, state, files }: Place, world: World) => ({
  vault,
  state,
  attachments: files === undefined ? undefined : { files, downloader: NOTHING },
  clock: new FakeClock({ startsAt: world.now }),
  reporter: { progress: () => undefined },
});

/** Applies what a person chose; no service is there to be asked. */
export const apply = (
  world: World,
  place: Place,
  choice: Partial<Choice>,
  wanted: Settings = settings(),
): Promise<SyncReport> =>
  applyChoice(depsOf(place, world), { settings: wanted, choice: { remove: new Set(), ...choice } });

export const look = (world: World, place: Place, noteKey: string): Promise<NoteLook | null> =>
  lookInto(depsOf(place, world), { noteKey, settings: settings() });

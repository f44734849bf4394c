import { fingerprint } from '../core/hash';
import type { PlaceItem } from '../core/library/note-name';
import type { Failure, FailureCause, SyncReport } from '../core/report';
import type { Settings } from '../core/settings';
import { compileNames } from '../core/template/name-template';
import { createLibraryClient, type LibraryClient } from '../readwise/library-client';
import { checkAccount } from './account-check';
import { hearPerson } from './hear-person';
import { keys } from './keys';
import { failureOf, problemsWith, readTemplates, templateFinder, type FindTemplate } from './load-templates';
import { Replica } from './replica';
import { causeOf, isOperational } from './sync-errors';
import type { SyncDependencies, SyncOptions } from './sync-options';
import { SyncSteps } from './sync-steps';
import { readText } from './stored';
import { Tally } from './tally';

/** Runs one sync. Never throws for what can go wrong outside (network, token, vault): that is in the report. A bug is thrown. */
export async function runSync(deps: SyncDependencies, options: SyncOptions): Promise<SyncReport> {
  const started = deps.clock.monotonic();
  const tally = new Tally();
  const { settings, token, signal } = options;
  const prepared = await prepareTemplates(deps, settings);
  if (!prepared.ok) {
    prepared.failures.forEach((failure) => tally.fail(failure));
    return reportOf({ tally, cause: 'settings', requests: 0, durationMs: deps.clock.monotonic() - started, dryRun: options.dryRun });
  }
  const client = createLibraryClient({
    http: deps.http,
    clock: deps.clock,
    random: deps.random,
    baseUrl: settings.baseUrl,
    token,
    budgets: deps.budgets,
    signal,
    onWait: ({ endpoint, seconds }) => deps.reporter.progress({ step: 'waiting', endpoint, seconds }),
  });
  const cause = await attempt(() => syncAll({ deps, options, tally, client, prepared }), tally);
  const report = reportOf({ tally, cause, requests: client.requests, durationMs: deps.clock.monotonic() - started, dryRun: options.dryRun });
  if (leavesTrace(report)) await deps.state.commit([{ put: keys.lastRun, value: { at: new Date(deps.clock.now()).toISOString(), outcome: report.outcome } }]);
  return report;
}

interface Run {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly tally: Tally;
  readonly client: LibraryClient;
  readonly prepared: Extract<PreparedTemplates, { ok: true }>;
}

/** The order of the steps. */
async function syncAll({ deps, options, tally, client, prepared }: Run): Promise<void> {
  await checkAccount({ deps, options, client });
  const replica = new Replica(deps.state, prepared.place);
  if (prepared.changed) await replica.markAllDue(options.settings.scope, [{ put: keys.rendering, value: prepared.mark }]);
  const words = await hearPerson({ deps, options, tally });
  const steps = new SyncSteps({ deps, options, tally, client, replica, words, templates: prepared.templates, place: prepared.place });
  for (let full = options.full; ; full = false) {
    const pulled = await steps.pullBoth(full);
    await steps.writeDue();
    await steps.retryQuarantined();
    await steps.sweep(pulled);
    await steps.findDeletedDocuments(pulled);
    await steps.remove(pulled, await steps.writeDue());
    await steps.commitWatermarks(pulled);
    // Where an interrupted pull was brought to its end, there may be news at the service since it began.
    if (!pulled.highlights.resumed && !pulled.documents.resumed) return;
  }
}

type PreparedTemplates =
  | {
      readonly ok: true;
      readonly templates: FindTemplate;
      readonly place: PlaceItem;
      /** Changes whenever any note may look different. */
      readonly mark: string;
      /** Since the last sync: then every item is due. */
      readonly changed: boolean;
    }
  | { readonly ok: false; readonly failures: readonly Failure[] };

/** To be raised by one whenever the same template makes other bytes of the same item: escaping, helpers, anchors, trailer. */
const RENDERING_VERSION = 3;

/** Reads the templates, and checks them unless they are those that the last sync ran with. */
async function prepareTemplates({ vault, state, clock, readYaml }: SyncDependencies, settings: Settings): Promise<PreparedTemplates> {
  const read = await readTemplates(vault, settings);
  if (!read.ok) return read;
  const mark = fingerprint(JSON.stringify([RENDERING_VERSION, read.sources, settings.scope, settings.folder, settings.naming, settings.remoteImages]));
  const changed = readText((await state.getMany([keys.rendering]))[0]) !== mark;
  const names = compileNames(settings.naming, settings.folder);
  const failures = [...(names.ok ? [] : names.problems.map((problem) => failureOf('naming', problem))), ...(changed ? await problemsWith(read.sources, { clock, readYaml }) : [])];
  return failures.length > 0 || !names.ok ? { ok: false, failures } : { ok: true, place: names.place, templates: templateFinder(read.sources, { remoteImages: settings.remoteImages, readYaml }), mark, changed };
}

/** Runs the steps; what can go wrong outside becomes a failure in the tally, a bug goes on to the top. */
async function attempt(run: () => Promise<void>, tally: Tally): Promise<FailureCause | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (!isOperational(error)) throw error;
    tally.fail({ id: 'sync', path: null, message: error.message });
    return causeOf(error);
  }
}

/** A quiet sync writes nothing, not even that it was there. */
const leavesTrace = ({ outcome, vaultWrites, failures }: SyncReport): boolean => outcome !== 'done' || vaultWrites > 0 || failures.length > 0;

function reportOf(options: {
  readonly tally: Tally;
  readonly cause: FailureCause | null;
  readonly requests: number;
  readonly durationMs: number;
  readonly dryRun: boolean;
}): SyncReport {
  const { tally, cause } = options;
  const { failures } = tally;
  const outcome = cause !== null ? 'failed' : tally.hold !== null ? 'held' : failures.length > 0 ? 'partial' : 'done';
  return {
    outcome,
    notes: tally.counts(),
    requests: options.requests,
    vaultWrites: tally.vaultWrites,
    durationMs: Math.round(options.durationMs),
    failures,
    conflicts: tally.conflicts,
    ...(tally.hold === null ? {} : { hold: tally.hold }),
    ...(options.dryRun ? { plan: tally.plan } : {}),
    ...(cause === null ? {} : { cause }),
  };
}

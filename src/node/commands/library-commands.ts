import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { chosenByDefault } from '../../features/adopt/adoption';
import { OFFICIAL_DATA, officialMemory } from '../../features/adopt/find-item';
import type { SyncStatus } from '../../model/report';
import { EXIT } from '../exit-code';
import { FetchHttpClient } from '../network/fetch-http-client';
import { systemClock } from '../system-clock';
import { adoptionLines, adoptionPlanLines } from '../text/adopt-text';
import { failureJson, statusJson } from '../text/report-json';
import { checkLines, leavingLines, planLines } from '../text/keeping-text';
import { NEVER_SYNCED, statusText } from '../text/status-text';
import { NodeVault } from '../vault/node-vault';

import { NodeTexts, walkNotes } from '../vault/vault-files';
import { checkToken } from '../../readwise/account';
import { applyAdoption } from '../../features/adopt/apply-adoption';
import { hasLibrary, planAdoption } from '../../features/adopt/plan-adoption';
import { checkLibrary } from '../../features/check/check-library';
import { planLeaving, removeMarks } from '../../features/unmark/remove-marks';
import { readStatus } from '../../sync/library-overview';
import {
  CannotStart,
  isFile,
  isFolder,
  print,
  printJson,
  requireVault,
  say,
  settingsFor,
  tokenFrom,
  unlessRefused,
} from './can-start';
import { inState, openState, stateIn } from './in-state';
import {
  withDryRun,
  withService,
  withSettings,
  withVault,
  type ServiceOptions,
  type VaultOptions,
} from './options';

type AdoptOptions = VaultOptions & { readonly settings?: string; readonly dryRun?: boolean };
type CheckLibraryOptions = VaultOptions & { readonly settings?: string };
type UnmarkOptions = VaultOptions & { readonly dryRun?: boolean };

/** What is known, what is out of order, moving in and leaving. */
export function addLibraryCommands(program: Command, signal: AbortSignal): void {
  withService(program.command('check'))
    .description('is the token good?')
    .action(async (options: ServiceOptions) => {
      process.exitCode = await check(options);
    });
  withVault(program.command('status'))
    .description('what this device knows of its own syncing')
    .action(async (options: VaultOptions) => {
      process.exitCode = await status(options);
    });
  withDryRun(withSettings(withVault(program.command('adopt'))))
    .description(
      'take over the notes of other Readwise plugins (after sync --dry-run, before the first sync)',
    )
    .action(async (options: AdoptOptions) => {
      process.exitCode = await adopt(options, signal);
    });
  withSettings(withVault(program.command('check-library')))
    .description('look for what is not in order in notes and state')
    .action(async (options: CheckLibraryOptions) => {
      process.exitCode = await checkVault(options, signal);
    });
  withDryRun(withVault(program.command('unmark')))
    .description('turn all notes into plain markdown that no sync changes')
    .action(async (options: UnmarkOptions) => {
      process.exitCode = await unmark(options, signal);
    });
}

const CHECKED = {
  refused: EXIT.tokenRefused,
  unreachable: EXIT.noService,
  'not-the-api': EXIT.noService,
} as const;

async function check({ settings, baseUrl: asked, tokenFile }: ServiceOptions): Promise<number> {
  const { baseUrl } = settingsFor({ settings, baseUrl: asked });
  const token = await tokenFrom(tokenFile);
  const result = await checkToken(
    { http: new FetchHttpClient(), clock: systemClock, random: Math.random },
    { baseUrl, token },
  );
  say(result.ok ? `The token is good for ${baseUrl}.` : result.message);
  return result.ok ? EXIT.done : CHECKED[result.reason];
}

/** Makes nothing: a look at what is there. While a sync runs, the state is its own, and that is said. */
async function status(options: VaultOptions): Promise<number> {
  requireVault(options.vault);
  const folder = stateIn(options);
  const known = isFolder(join(folder, 'store')) ? await statusIn(folder, options.vault) : NEVER_SYNCED;
  if (options.json === true) printJson(statusJson(known));
  else print(statusText(known));
  return EXIT.done;
}

async function statusIn(folder: string, notes: string): Promise<SyncStatus> {
  const store = await openState(folder, () => Promise.resolve());
  try {
    const vault = new NodeVault({ folder: notes, cacheFile: join(folder, 'notes.json') });
    return await readStatus({ state: store, vault, clock: systemClock });
  } finally {
    await store.close();
  }
}

/** Takes over the notes that no doubt is about; the others are for a person to choose, in the app. */
async function adopt(options: AdoptOptions, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    if (!(await hasLibrary(deps)))
      throw new CannotStart(
        'This device does not know the library yet. Run florilegium sync --dry-run first: it fetches it and writes no note.',
      );
    const paths = [...walkNotes(options.vault)].map((path) => path.normalize('NFC')).sort();
    const plan = await planAdoption(deps, { settings, paths, known: officialNotes(options.vault), signal });
    if (options.json !== true) print(adoptionPlanLines(plan));
    if (options.dryRun === true) {
      if (options.json === true) printJson({ plan });
      return EXIT.done;
    }
    const report = await applyAdoption(deps, { settings, chosen: chosenByDefault(plan), signal });
    adoptionLines(report).forEach(say);
    if (options.json === true)
      printJson({ plan, report: { ...report, failures: report.failures.map(failureJson) } });
    if (report.isCancelled) return EXIT.interrupted;
    return report.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

/** What the official plugin remembers of its notes, where it is or was. */
function officialNotes(vault: string): ReturnType<typeof officialMemory> {
  const file = join(vault, '.obsidian', 'plugins', OFFICIAL_DATA);
  return isFile(file)
    ? officialMemory(unlessRefused(`read ${file}`, () => readFileSync(file, 'utf8')))
    : new Map();
}

/** Findings go to standard output. Nothing is changed. */
async function checkVault(options: CheckLibraryOptions, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const check = await checkLibrary({ ...deps, settings }, { signal });
    if (options.json === true) printJson(check);
    else print(checkLines(check));
    return check.unread.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

/** All notes as plain markdown. Nothing comes again by itself: in a terminal, nothing does but by a command. */
async function unmark(options: UnmarkOptions, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  return inState(options, signal, async (deps) => {
    const context = { ...deps, texts: new NodeTexts(options.vault) };
    const leaving = { paths: null, keepsAnchors: false, signal };
    if (options.dryRun === true) {
      const plan = await planLeaving(context, leaving);
      const { notes, anchors, keptAnchors, failures } = plan;
      if (options.json === true) printJson({ notes, anchors, keptAnchors, failures });
      else print(planLines(plan));
      return EXIT.done;
    }
    const result = await removeMarks(context, leaving);
    if (options.json === true) printJson(result);
    else leavingLines(result).forEach(say);
    if (result.left > 0) return EXIT.interrupted;
    return result.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

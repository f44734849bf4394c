import { unifiedDiff } from '../core/diff/unified-diff';
import type { SyncReport } from '../core/report';
import type { Settings } from '../core/settings';
import { exitCodeOf } from '../platform/node/exit-code';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { reportText } from '../platform/node/text/report-text';
import { ViewCalendar } from '../platform/node/view-calendar';
import { renderNotes } from '../sync/write/render-notes';
import { openLook } from '../sync/selected/look-into';
import type { SyncDependencies } from '../sync/sync-options';
import { syncAndDays } from '../sync/views/day-watch';
import { requireVault, say, settingsFor, tokenFrom } from './can-start';
import { inState } from './in-state';

type SyncCommand = Extract<Command, { readonly name: 'sync' }>;
type RenderCommand = Extract<Command, { readonly name: 'render' }>;

export async function sync(command: SyncCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: command.baseUrl });
  const token = await tokenFrom(command.tokenFile);
  const { isFull: full, isDryRun: dryRun, maxDelete } = command;
  const [word, verdict, restore] = [
    command.word ?? undefined,
    command.verdict ?? undefined,
    command.restore ?? undefined,
  ];
  return reported({ command, settings }, (deps) =>
    syncAndDays(
      deps,
      { settings, token, full, dryRun, maxDelete, word, verdict, restore, signal },
      new ViewCalendar(command.vault),
    ),
  );
}

export async function render(command: RenderCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: null });
  return reported({ command, settings }, (deps) =>
    renderNotes(deps, { settings, dryRun: command.isDryRun, signal }),
  );
}

/** Runs something on a vault and its state, and shows the report. */
function reported(
  { command, settings }: { readonly command: SyncCommand | RenderCommand; readonly settings: Settings },
  work: (deps: SyncDependencies) => Promise<SyncReport>,
): Promise<number> {
  return inState(command, async (deps) => {
    const report = await work(deps);
    deps.reporter.end();
    for (const line of reportText(report)) say(line);
    if (command.isDiff) await printDiffs(report, { deps, settings });
    if (command.isJson) process.stdout.write(`${JSON.stringify(report)}\n`);
    return exitCodeOf(report);
  });
}

/** How the text of each note would change. Nothing in a text may move the cursor or colour the terminal. */
async function printDiffs(
  { plan = [] }: SyncReport,
  { deps, settings }: { readonly deps: SyncDependencies; readonly settings: Settings },
): Promise<void> {
  const look = await openLook(deps, settings);
  for (const { action, note, path, from = path } of plan) {
    const found = action === 'skip' ? null : await look(note);
    if (found === null) continue;
    const lines = unifiedDiff({
      ...found,
      from: action === 'create' ? null : from,
      to: action === 'trash' ? null : path,
    });
    process.stdout.write(
      lines.map((line) => `${line.replace(/(?!\t)[\p{Cc}\u2028\u2029]/gu, ' ')}\n`).join(''),
    );
  }
}

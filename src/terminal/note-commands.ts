import type { SyncReport } from '../core/report';
import { exitCodeOf } from '../platform/node/exit-code';
import type { Command } from '../platform/node/parse-arguments';
import { reportText } from '../platform/node/report-text';
import { ViewCalendar } from '../platform/node/view-calendar';
import { renderNotes } from '../sync/render-notes';
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
  const [word, verdict, restore] = [command.word ?? undefined, command.verdict ?? undefined, command.restore ?? undefined];
  return reported(command, (deps) => syncAndDays(deps, { settings, token, full, dryRun, maxDelete, word, verdict, restore, signal }, new ViewCalendar(command.vault)));
}

export async function render(command: RenderCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: null });
  return reported(command, (deps) => renderNotes(deps, { settings, dryRun: command.isDryRun, signal }));
}

/** Runs something on a vault and its state, and shows the report. */
function reported(command: SyncCommand | RenderCommand, work: (deps: SyncDependencies) => Promise<SyncReport>): Promise<number> {
  return inState(command, async (deps) => {
    const report = await work(deps);
    deps.reporter.end();
    for (const line of reportText(report)) say(line);
    if (command.isJson) process.stdout.write(`${JSON.stringify(report)}\n`);
    return exitCodeOf(report);
  });
}

import { EXIT, exitCodeOf } from '../platform/node/exit-code';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { reportText } from '../platform/node/text/report-text';
import { undoText } from '../platform/node/text/undo-text';
import { planUndo } from '../sync/history/plan-undo';
import { undoLastRun } from '../sync/history/undo-last-run';
import { requireVault, say } from './can-start';
import { inState } from './in-state';

type UndoCommand = Extract<Command, { readonly name: 'undo' }>;

const NOTHING = { run: null, kind: null, ended: null, isPartial: false, steps: [], stays: [] };

/** Says what the last run did that can be taken back, and takes it back unless that was only asked for. */
export async function undo(command: UndoCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  return inState(command, async (deps) => {
    const plan = await planUndo(deps);
    for (const line of undoText(plan)) say(line);
    if (plan === null || command.isDryRun) {
      if (command.isJson) process.stdout.write(`${JSON.stringify(plan ?? NOTHING)}\n`);
      return EXIT.done;
    }
    const report = await undoLastRun(deps, { run: plan.run, signal });
    deps.reporter.end();
    for (const line of reportText(report)) say(line);
    if (command.isJson) process.stdout.write(`${JSON.stringify(report)}\n`);
    return exitCodeOf(report);
  });
}

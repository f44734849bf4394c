import { EXIT } from '../platform/node/exit-code';
import { checkLines, leavingLines, planLines } from '../platform/node/text/keeping-text';
import type { KeepingCommand } from '../platform/node/arguments/keeping-arguments';
import { NodeTexts } from '../platform/node/vault/vault-texts';
import { checkLibrary } from '../sync/check/check-library';
import { planLeaving, removeMarks } from '../sync/leave/remove-marks';
import { requireVault, say, settingsFor } from './can-start';
import { inState } from './in-state';

/** Findings go to standard output. Nothing is changed. */
export async function checkVault(
  command: Extract<KeepingCommand, { readonly name: 'check-library' }>,
  signal: AbortSignal,
): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: null });
  return inState(command, async (deps) => {
    const check = await checkLibrary({ ...deps, settings }, { signal });
    write(command.isJson ? [JSON.stringify(check)] : checkLines(check));
    return check.unread.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

/** All notes as plain markdown. Nothing comes again by itself: in a terminal, nothing does but by a command. */
export async function unmark(
  command: Extract<KeepingCommand, { readonly name: 'unmark' }>,
  signal: AbortSignal,
): Promise<number> {
  requireVault(command.vault);
  return inState(command, async (deps) => {
    const context = { ...deps, texts: new NodeTexts(command.vault) };
    const options = { paths: null, keepsAnchors: false, signal };
    if (command.isDryRun) {
      const plan = await planLeaving(context, options);
      const { notes, anchors, keptAnchors, failures } = plan;
      write(command.isJson ? [JSON.stringify({ notes, anchors, keptAnchors, failures })] : planLines(plan));
      return EXIT.done;
    }
    const result = await removeMarks(context, options);
    if (command.isJson) write([JSON.stringify(result)]);
    else leavingLines(result).forEach(say);
    if (result.left > 0) return EXIT.interrupted;
    return result.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

const write = (lines: readonly string[]): void =>
  void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

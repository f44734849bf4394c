import { EXIT, exitCodeOf } from '../platform/node/exit-code';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { ViewCalendar } from '../platform/node/view-calendar';
import { ViewFiles } from '../platform/node/view-files';
import { viewText } from '../platform/node/text/view-text';
import { causeOf, isOperational } from '../sync/sync-errors';
import { runView } from '../sync/views/run-view';
import { requireVault, say, settingsFor, tokenFrom } from './can-start';
import { inState } from './in-state';

type ViewCommand = Extract<Command, { readonly name: 'view' }>;

/** Makes a view. What a person is told goes to standard error; standard output has only what `--json` asks for. */
export async function view(command: ViewCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: command.baseUrl });
  return inState(command, async (deps) => {
    const context = { ...deps, settings, calendar: new ViewCalendar(command.vault), signal };
    try {
      const result = await runView(
        {
          context,
          files: new ViewFiles(command.vault),
          service: deps,
          token: () => tokenFrom(command.tokenFile),
        },
        command.request,
      );
      viewText(result).forEach(say);
      if (command.isJson) process.stdout.write(`${JSON.stringify({ outcome: 'done', ...result })}\n`);
      return EXIT.done;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const [cause, message] = [causeOf(error), error.message];
      say(message);
      if (command.isJson)
        process.stdout.write(
          `${JSON.stringify({ outcome: 'failed', view: command.request.view, cause, message })}\n`,
        );
      return exitCodeOf({ outcome: 'failed', cause });
    }
  });
}

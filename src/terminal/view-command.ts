import { EXIT, exitCodeOf } from '../platform/node/exit-code';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { ViewCalendar } from '../platform/node/view-calendar';
import { ViewFiles } from '../platform/node/view-files';
import { viewText } from '../platform/node/text/view-text';
import { causeOf, isOperational } from '../sync/sync-errors';
import { HighlightSearch } from '../sync/views/highlight-search';
import { runView } from '../sync/views/run-view';
import { requireVault, say, settingsFor, tokenFrom } from './can-start';
import { inState } from './in-state';

type ViewCommand = Extract<Command, { readonly name: 'view' }>;

/** Results go to standard output, what a person is told beside them does not. */
export async function view(command: ViewCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: command.baseUrl });
  return inState(command, async (deps) => {
    const context = { ...deps, settings, calendar: new ViewCalendar(command.vault), signal };
    const search = new HighlightSearch({
      withState: (use) => use(deps.state),
      clock: deps.clock,
      scope: () => settings.scope,
    });
    try {
      const result = await runView(
        {
          context,
          files: new ViewFiles(command.vault),
          service: deps,
          token: () => tokenFrom(command.tokenFile),
          search,
        },
        command.wish,
      );
      const { results, messages } = viewText(result);
      messages.forEach(say);
      process.stdout.write(
        command.isJson
          ? `${JSON.stringify({ outcome: 'done', ...result })}\n`
          : results.map((line) => `${line}\n`).join(''),
      );
      return EXIT.done;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const [cause, message] = [causeOf(error), error.message];
      say(message);
      if (command.isJson)
        process.stdout.write(
          `${JSON.stringify({ outcome: 'failed', view: command.wish.view, cause, message })}\n`,
        );
      return exitCodeOf({ outcome: 'failed', cause });
    }
  });
}

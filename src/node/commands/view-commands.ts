import { InvalidArgumentError, type Command } from 'commander';
import type { ViewRequest } from '../../features/daily/view-result';
import { EXIT, exitCodeOf } from '../exit-code';
import { viewText } from '../text/view-text';
import { ViewCalendar } from '../view-calendar';
import { ViewFiles } from '../view-files';
import { errorText } from '../../messages';
import { causeOf } from '../../sync/run-report';
import { isOperational } from '../../model/ports';
import { runView } from '../../features/daily/run-view';
import { printJson, requireVault, say, settingsFor, tokenFrom } from './can-start';
import { inState } from './in-state';
import { withService, withSettings, withVault, type ServiceOptions, type VaultOptions } from './options';

type ViewOptions = VaultOptions & ServiceOptions;

/** What is made of many items at once. */
export function addViewCommands(program: Command, signal: AbortSignal): void {
  const show = async (options: ViewOptions, request: ViewRequest): Promise<void> => {
    process.exitCode = await view(options, request, signal);
  };
  const viewCommand = (name: string): Command => withSettings(withVault(program.command(name)));
  viewCommand('base')
    .description('make a Base of the library, once')
    .action((options: ViewOptions) => show(options, { view: 'base' }));
  withService(withVault(program.command('review')))
    .description("put today's daily review into a note")
    .action((options: ViewOptions) => show(options, { view: 'review' }));
  viewCommand('day')
    .description("put the highlights made on a day into that day's note")
    .argument('[date]', 'the day, as 2026-01-31; else today', dayFrom)
    .action((day: string | undefined, options: ViewOptions) =>
      show(options, { view: 'day', day: day ?? null }),
    );
}

function dayFrom(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('It is no day: write it as 2026-01-31.');
  return value;
}

/** What a person is told goes to standard error; standard output has only what `--json` asks for. */
async function view(options: ViewOptions, request: ViewRequest, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const context = { ...deps, settings, calendar: new ViewCalendar(options.vault), signal };
    try {
      const result = await runView(
        {
          context,
          files: new ViewFiles(options.vault),
          service: deps,
          token: () => tokenFrom(options.tokenFile),
        },
        request,
      );
      viewText(result).forEach(say);
      if (options.json === true) printJson({ outcome: 'done', ...result });
      return EXIT.done;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const message = errorText(error);
      const cause = causeOf(error);
      say(message);
      if (options.json === true) printJson({ outcome: 'failed', view: request.view, cause, message });
      return exitCodeOf({ outcome: 'failed', cause });
    }
  });
}

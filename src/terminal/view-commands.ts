import { InvalidArgumentError, type Command } from 'commander';
import type { ViewWish } from '../core/views/view-result';
import { EXIT, exitCodeOf } from '../platform/node/exit-code';
import { viewText } from '../platform/node/text/view-text';
import { ViewCalendar } from '../platform/node/view-calendar';
import { ViewFiles } from '../platform/node/view-files';
import { causeOf, isOperational } from '../sync/sync-errors';
import { HighlightSearch } from '../sync/views/highlight-search';
import { runView } from '../sync/views/run-view';
import { print, printJson, requireVault, say, settingsFor, tokenFrom } from './can-start';
import { inState } from './in-state';
import {
  notEmpty,
  text,
  withService,
  withSettings,
  withVault,
  type ServiceOptions,
  type VaultOptions,
} from './options';

type ViewOptions = VaultOptions & ServiceOptions;

/** What is made of many items at once, and what is looked up among them. */
export function addViewCommands(program: Command, signal: AbortSignal): void {
  const show = async (options: ViewOptions, wish: ViewWish): Promise<void> => {
    process.exitCode = await view(options, wish, signal);
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
  viewCommand('gather')
    .description('gather the highlights with a tag in a note')
    .addOption(text('--tag <tag>', 'whose highlights are gathered, in any case').makeOptionMandatory())
    .action((options: ViewOptions & { readonly tag: string }) =>
      show(options, { view: 'gather', tag: options.tag.trim() }),
    );
  viewCommand('search')
    .description('find highlights')
    .argument('<words...>', 'words to look for')
    .action((words: readonly string[], options: ViewOptions) =>
      show(options, { view: 'search', query: notEmpty(words.join(' ')) }),
    );
  viewCommand('random')
    .description('show a highlight by chance')
    .action((options: ViewOptions) => show(options, { view: 'random' }));
}

function dayFrom(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('It is no day: write it as 2026-01-31.');
  return value;
}

/** Results go to standard output, what a person is told beside them does not. */
async function view(options: ViewOptions, wish: ViewWish, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const context = { ...deps, settings, calendar: new ViewCalendar(options.vault), signal };
    const search = new HighlightSearch({
      withState: (use) => use(deps.state),
      clock: deps.clock,
      scope: () => settings.scope,
    });
    try {
      const result = await runView(
        {
          context,
          files: new ViewFiles(options.vault),
          service: deps,
          token: () => tokenFrom(options.tokenFile),
          search,
        },
        wish,
      );
      const { results, messages } = viewText(result);
      messages.forEach(say);
      if (options.json === true) printJson({ outcome: 'done', ...result });
      else print(results);
      return EXIT.done;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const { message } = error;
      const cause = causeOf(error);
      say(message);
      if (options.json === true) printJson({ outcome: 'failed', view: wish.view, cause, message });
      return exitCodeOf({ outcome: 'failed', cause });
    }
  });
}

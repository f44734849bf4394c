import { Argument, Command, type Option } from 'commander';
import { version } from '../../package.json';
import { printMessage } from '../output';
import { ARGUMENTS, COMMANDS as HELP, MORE_HELP, PROGRAM, USAGE } from '../text/help-text';
import { requireVault } from './inputs';
import {
  calendarDay,
  CHECK,
  DELETE,
  DRY_RUN,
  EDIT,
  FORGET,
  HIGHLIGHT,
  notEmpty,
  RENDER,
  REQUIRED_VAULT,
  SAVE,
  SEND,
  SYNC,
  UNDO,
  UNMARK,
  VAULT,
  type Options,
} from './options';

/** Does what a command is for and returns the exit code. The argument is empty where none is given. */
type Run = (options: Options, signal: AbortSignal, argument: string) => Promise<number>;

interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly argument?: Argument;
  readonly options: readonly Option[];
  /** Called when the command is run, so that a program that an hourly timer starts is ready at once. */
  readonly load: () => Promise<Run>;
}

const required = (name: string, description: string): Argument =>
  new Argument(name, description).argParser(notEmpty);

const COMMANDS: readonly CommandRow[] = [
  {
    name: 'sync',
    description: HELP.sync,
    options: SYNC,
    load: async () => (await import('./sync')).sync,
  },
  {
    name: 'render',
    description: HELP.render,
    options: RENDER,
    load: async () => (await import('./sync')).render,
  },
  {
    name: 'undo',
    description: HELP.undo,
    options: UNDO,
    load: async () => (await import('./sync')).undo,
  },
  {
    name: 'check',
    description: HELP.check,
    options: CHECK,
    load: async () => (await import('./library')).check,
  },
  {
    name: 'status',
    description: HELP.status,
    options: VAULT,
    load: async () => (await import('./library')).status,
  },
  {
    name: 'adopt',
    description: HELP.adopt,
    options: [...VAULT, DRY_RUN],
    load: async () => (await import('./library')).adopt,
  },
  {
    name: 'check-library',
    description: HELP.checkLibrary,
    options: VAULT,
    load: async () => (await import('./library')).checkVault,
  },
  {
    name: 'unmark',
    description: HELP.unmark,
    options: UNMARK,
    load: async () => (await import('./library')).unmark,
  },
  {
    name: 'forget',
    description: HELP.forget,
    options: FORGET,
    load: async () => (await import('./forget')).forget,
  },
  {
    name: 'base',
    description: HELP.base,
    options: VAULT,
    load: async () => (await import('./library')).base,
  },
  {
    name: 'review',
    description: HELP.review,
    options: VAULT,
    load: async () => (await import('./library')).review,
  },
  {
    name: 'day',
    description: HELP.day,
    argument: new Argument('[date]', ARGUMENTS.day).argParser(calendarDay),
    options: VAULT,
    load: async () => (await import('./library')).day,
  },
  {
    name: 'highlight',
    description: HELP.highlight,
    options: HIGHLIGHT,
    load: async () => (await import('./writing')).highlight,
  },
  {
    name: 'edit',
    description: HELP.edit,
    argument: required('<id>', ARGUMENTS.target),
    options: EDIT,
    load: async () => (await import('./writing')).edit,
  },
  {
    name: 'delete',
    description: HELP.delete,
    argument: required('<id>', ARGUMENTS.target),
    options: DELETE,
    load: async () => (await import('./writing')).deleteTarget,
  },
  {
    name: 'save',
    description: HELP.save,
    argument: required('<url>', ARGUMENTS.url),
    options: SAVE,
    load: async () => (await import('./writing')).save,
  },
  {
    name: 'send',
    description: HELP.send,
    options: SEND,
    load: async () => (await import('./sending')).send,
  },
];

/** Commands set the exit code of the process; a usage error is thrown as `CommanderError`. */
export function createProgram(signal: AbortSignal): Command {
  const program = new Command('florilegium')
    .description(PROGRAM)
    .version(version, '--version')
    .addHelpText('after', MORE_HELP)
    // In a narrow terminal, too, lines of the help break between words.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({ writeErr: (message) => printMessage(message.trimEnd()) })
    .exitOverride();
  for (const row of COMMANDS) addCommand(program, row, signal);
  return program;
}

function addCommand(program: Command, row: CommandRow, signal: AbortSignal): void {
  const command = program.command(row.name).description(row.description);
  if (row.argument !== undefined) command.addArgument(row.argument);
  for (const option of row.options) command.addOption(option);
  command.action(async () => {
    const { vault, dryRun, diff } = command.opts<Partial<Options>>();
    if (diff === true && dryRun !== true) command.error(USAGE.diffAlone);
    // Not by commander, which would name it before an option that it does not know.
    if (vault === undefined && row.options.includes(REQUIRED_VAULT)) command.error(USAGE.noVault);
    if (vault !== undefined) requireVault(vault);
    const run = await row.load();
    const [argument = ''] = command.args;
    process.exitCode = await run(command.opts<Options>(), signal, argument);
  });
}

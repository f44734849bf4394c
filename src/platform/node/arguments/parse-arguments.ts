import { parseArgs } from 'node:util';
import type { HoldVerdict } from '../../../core/plan/hold-verdict';
import type { PersonsWord } from '../../../core/plan/persons-word';
import type { RestoreWish } from '../../../core/plan/restore-wish';
import type { ViewWish } from '../../../core/views/view-result';
import { errorCode, messageOf } from '../errno';
import { keepingCommand, KEEPING_OPTIONS, KEEPING_USAGE, type KeepingCommand } from './keeping-arguments';
import { isViewName, viewOptions, VIEW_NAMES, VIEW_USAGE, viewWish } from './view-arguments';

/** What was asked for on the command line. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'version' }
  | { readonly name: 'usage-error'; readonly problem: string }
  | ({ readonly name: 'sync' } & SyncArguments)
  | {
      readonly name: 'render';
      readonly vault: string;
      readonly state: string | null;
      readonly settings: string | null;
      readonly isDryRun: boolean;
      readonly isDiff: boolean;
      readonly isJson: boolean;
    }
  | {
      readonly name: 'convert-template';
      readonly file: string;
      readonly from: string;
      readonly out: string | null;
    }
  | ({
      readonly name: 'view';
      readonly wish: ViewWish;
      readonly vault: string;
      readonly state: string | null;
      readonly isJson: boolean;
    } & ServiceArguments)
  | ({ readonly name: 'check' } & ServiceArguments)
  | KeepingCommand
  | {
      readonly name: 'adopt';
      readonly vault: string;
      readonly state: string | null;
      readonly settings: string | null;
      readonly isDryRun: boolean;
      readonly isJson: boolean;
    }
  | {
      readonly name: 'undo';
      readonly vault: string;
      readonly state: string | null;
      readonly isDryRun: boolean;
      readonly isJson: boolean;
    }
  | {
      readonly name: 'status';
      readonly vault: string;
      readonly state: string | null;
      readonly isJson: boolean;
    };

export interface ServiceArguments {
  readonly baseUrl: string | null;
  readonly settings: string | null;
  readonly tokenFile: string | null;
}

export interface SyncArguments extends ServiceArguments {
  readonly vault: string;
  readonly state: string | null;
  readonly isFull: boolean;
  readonly isDryRun: boolean;
  /** How each note's text would change is printed, too. */
  readonly isDiff: boolean;
  readonly maxDelete: number | null;
  /** The answer to a sync that asked for one. */
  readonly word: PersonsWord | null;
  readonly verdict: HoldVerdict | null;
  readonly restore: RestoreWish | null;
  readonly isJson: boolean;
}

export const USAGE = `florilegium brings Readwise highlights and Reader documents into a folder of markdown notes.

  florilegium sync --vault DIR     bring the notes up to date
  florilegium render --vault DIR   write the notes again from what is known, without asking the service
  florilegium undo --vault DIR     take back what the last sync did to the notes
  florilegium adopt --vault DIR    take over the notes of other Readwise plugins (after sync --dry-run, before the first sync)
  florilegium check                is the token good?
  florilegium template convert FILE --from LANGUAGE
                                   make a template of one of another plugin
  florilegium status --vault DIR   what this device knows of its own syncing
${VIEW_USAGE}${KEEPING_USAGE}
Options
  --vault DIR        the folder of notes (all but check and template)
  --base-url URL     address of the service (sync, check, review; else the settings', else https://readwise.io)
  --settings FILE    settings as JSON (all but status, undo, unmark and template; else the plugin's own in the vault, else the defaults)
  --token-file FILE  file with the token, closed to others (chmod 600); - is standard input (sync, check, review)
  --state DIR        folder for this device's state, outside the vault (as --vault)
  --full             fetch everything again (sync)
  --dry-run          show what would be done; write no note (sync, render, undo, adopt, unmark)
  --diff             print how the text of each note would change (sync, render; with --dry-run)
  --max-delete N     allow up to N notes to be moved to the trash or the archive in this run (sync)
  --refuse-held      keep the notes that the last sync held back (sync)
  --restore ID       bring back what you deleted of this item; more than once, or “all” notes (sync)
  --relink           let the vault follow this token's account from now on (sync)
  --accept-missing   the notes that are missing in the vault were deleted on purpose (sync)
  --from LANGUAGE    jinja, nunjucks, mustache or handlebars (template convert)
  --out FILE         where the template goes; else it is printed (template convert)
  --tag TAG          whose highlights are gathered, in any case (gather)
  --json             print one JSON object (as --vault)
  --help, --version

The token is taken from --token-file, else from the environment variable READWISE_TOKEN.

Exit codes: 0 done, 1 some notes failed, 2 usage or settings, 3 a hold waits for confirmation,
4 token refused, 5 service not reachable or not speaking the API, 70 a bug, 130 interrupted.
`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

const OPTIONS = {
  vault: TEXT,
  'base-url': TEXT,
  settings: TEXT,
  'token-file': TEXT,
  state: TEXT,
  full: SWITCH,
  'dry-run': SWITCH,
  diff: SWITCH,
  'max-delete': TEXT,
  'refuse-held': SWITCH,
  restore: { ...TEXT, multiple: true },
  relink: SWITCH,
  'accept-missing': SWITCH,
  from: TEXT,
  out: TEXT,
  tag: TEXT,
  json: SWITCH,
  help: { ...SWITCH, short: 'h' },
  version: SWITCH,
} as const;

const ALLOWED: Readonly<Record<CommandName, readonly (keyof typeof OPTIONS)[]>> = {
  sync: [
    'vault',
    'base-url',
    'settings',
    'token-file',
    'state',
    'full',
    'dry-run',
    'diff',
    'max-delete',
    'refuse-held',
    'restore',
    'relink',
    'accept-missing',
    'json',
  ],
  render: ['vault', 'settings', 'state', 'dry-run', 'diff', 'json'],
  undo: ['vault', 'state', 'dry-run', 'json'],
  adopt: ['vault', 'settings', 'state', 'dry-run', 'json'],
  check: ['base-url', 'settings', 'token-file'],
  status: ['vault', 'state', 'json'],
  ...KEEPING_OPTIONS,
};

type CommandName = 'sync' | 'render' | 'undo' | 'adopt' | 'check' | 'status' | KeepingCommand['name'];

const COMMANDS = `sync, render, undo, adopt, check, template, status, check-library, unmark, ${VIEW_NAMES.slice(0, -1).join(', ')} or ${VIEW_NAMES[VIEW_NAMES.length - 1] ?? ''}`;

const isCommandName = (word: string): word is CommandName => Object.hasOwn(ALLOWED, word);

type Values = ReturnType<typeof parse>['values'];

/** Reads the arguments after the program's name. Never throws for what a person may have typed. */
export function parseArguments(words: readonly string[]): Command {
  const read = readWords(words);
  if (typeof read === 'string') return usageError(read);
  const { values, positionals } = read;
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  // A script's variable that is not set; an empty path would be the current folder.
  const [empty] = Object.entries(values).find(([, value]) => [value].flat().includes('')) ?? [];
  if (empty !== undefined) return usageError(`--${empty} is empty`);
  const [name, surplus] = positionals;
  if (name === 'template') return templateCommand(positionals.slice(1), values);
  if (name !== undefined && isViewName(name)) return viewCommand(name, positionals.slice(1), values);
  if (name === undefined) return usageError(`What is to be done? ${COMMANDS}`);
  if (!isCommandName(name)) return usageError(`There is no command “${name}”: it is ${COMMANDS}`);
  if (surplus !== undefined) return usageError(`“${surplus}” is one word too many`);
  const foreign = Object.keys(values).find((option) => !ALLOWED[name].some((allowed) => allowed === option));
  if (foreign !== undefined) return usageError(`--${foreign} does not go with ${name}`);
  return command(name, values);
}

function command(name: CommandName, values: Values): Command {
  const service = serviceIn(values);
  if (name === 'check') return { name, ...service };
  if (values.vault === undefined) return usageError(`${name} needs --vault DIR`);
  const common = { vault: values.vault, state: values.state ?? null, isJson: values.json ?? false };
  if (name === 'status') return { name, ...common };
  if (name === 'undo') return { name, ...common, isDryRun: values['dry-run'] ?? false };
  if (name === 'adopt')
    return { name, ...common, settings: service.settings, isDryRun: values['dry-run'] ?? false };
  if (name === 'check-library' || name === 'unmark')
    return keepingCommand(name, {
      ...common,
      settings: service.settings,
      isDryRun: values['dry-run'] ?? false,
    });
  if (values.diff === true && (values['dry-run'] !== true || values.json === true))
    return usageError('--diff goes with --dry-run, and not with --json');
  const isDiff = values.diff ?? false;
  if (name === 'render')
    return { name, ...common, settings: service.settings, isDryRun: values['dry-run'] ?? false, isDiff };
  const limit = values['max-delete'];
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    return usageError('--max-delete takes a whole number of notes');
  const word = wordIn(values);
  if (values.relink === true && (values['dry-run'] === true || word !== 'relink'))
    return usageError('--relink goes neither with --dry-run nor with --accept-missing');
  return {
    name,
    ...service,
    ...common,
    isFull: values.full ?? false,
    isDryRun: values['dry-run'] ?? false,
    isDiff,
    maxDelete: limit === undefined ? null : Number(limit),
    word,
    verdict: values['refuse-held'] === true ? { kind: 'keep-all' } : null,
    restore: wishIn(values.restore ?? []),
  };
}

function templateCommand([verb, file, surplus]: readonly string[], values: Values): Command {
  const foreign = Object.keys(values).find((option) => option !== 'from' && option !== 'out');
  if (verb !== 'convert' || file === undefined)
    return usageError('It is: template convert FILE --from LANGUAGE');
  if (surplus !== undefined) return usageError(`“${surplus}” is one word too many`);
  if (foreign !== undefined) return usageError(`--${foreign} does not go with template convert`);
  if (values.from === undefined) return usageError('template convert needs --from LANGUAGE');
  return { name: 'convert-template', file, from: values.from, out: values.out ?? null };
}

function viewCommand(
  name: Parameters<typeof viewWish>[0],
  words: readonly string[],
  values: Values,
): Command {
  const foreign = Object.keys(values).find((option) => !viewOptions(name).includes(option));
  if (foreign !== undefined) return usageError(`--${foreign} does not go with ${name}`);
  if (values.vault === undefined) return usageError(`${name} needs --vault DIR`);
  const wish = viewWish(name, { words, tag: values.tag });
  if (typeof wish === 'string') return usageError(wish);
  return {
    name: 'view',
    wish,
    vault: values.vault,
    state: values.state ?? null,
    isJson: values.json ?? false,
    ...serviceIn(values),
  };
}

const serviceIn = (values: Values): ServiceArguments => ({
  baseUrl: values['base-url'] ?? null,
  settings: values.settings ?? null,
  tokenFile: values['token-file'] ?? null,
});

function wordIn(values: Values): PersonsWord | null {
  if (values['accept-missing'] === true) return 'accept-missing';
  return values.relink === true ? 'relink' : null;
}

function wishIn(ids: readonly string[]): RestoreWish | null {
  if (ids.length === 0) return null;
  return ids.includes('all') ? { kind: 'all' } : { kind: 'items', ids };
}

function parse(words: readonly string[]) {
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true, strict: true });
}

/** The words taken apart, or what is wrong with them. */
function readWords(words: readonly string[]): ReturnType<typeof parse> | string {
  try {
    return parse(words);
  } catch (error) {
    // Its own words, up to the advice on how to escape.
    if (errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true)
      return messageOf(error).split(/[.\n]/)[0] ?? '';
    throw error;
  }
}

function usageError(problem: string): Command {
  return { name: 'usage-error', problem };
}

import { Option, type Command } from 'commander';
import {
  collected,
  collectedRenames,
  commaSeparated,
  notEmpty,
  textOption,
  VAULT,
  wholeNumber,
} from './option-parsers';
import type { SendingOptions } from './send-command';
import type { DeleteOptions, EditOptions, HighlightOptions, SaveOptions } from './writing-commands';

const writingCommands = () => import('./writing-commands');

const DRY_RUN = new Option('--dry-run', 'show what would be sent; store and send nothing');
const TAGS = new Option('--tags <names>', 'the tags, with commas between them').argParser(commaSeparated);
const TARGET = 'anchor of a highlight (rw…, rd…), id of a document or book, or path of a note';

const ABOUT = [
  new Option('--title <text>', 'title'),
  new Option('--author <text>', 'author'),
  new Option('--summary <text>', 'summary'),
  new Option('--published-date <date>', 'when it was published, such as 2026-01-31'),
  new Option('--image-url <url>', 'address of the cover'),
];

const HIGHLIGHT = [
  textOption('--text <text>', 'the passage; without it, JSON is read from standard input'),
  textOption('--title <text>', 'title of the book, article or podcast'),
  textOption('--author <text>', 'its author'),
  textOption('--source-url <url>', 'its address'),
  textOption('--image-url <url>', 'address of its cover'),
  textOption('--category <category>', 'books, articles, tweets or podcasts'),
  textOption('--note <text>', 'your note'),
  TAGS,
  new Option('--location <n>', 'the place of the passage').argParser(wholeNumber),
  textOption('--highlight-url <url>', 'address of the highlight; sent again, it changes that highlight'),
];

const EDIT = [
  new Option('--note <text>', 'note of a highlight'),
  new Option('--text <text>', 'text of a highlight; the original is not kept'),
  new Option('--color <color>', 'yellow, blue, pink, orange, green or purple'),
  new Option('--url <url>', 'address of a highlight'),
  ...ABOUT,
  new Option('--category <category>', 'category of a document'),
  new Option('--location <location>', 'new, later, archive or feed; of a highlight, its place'),
  TAGS,
  new Option('--add-tag <name>', 'add a tag; may be repeated').argParser(collected),
  new Option('--remove-tag <name>', 'remove a tag; may be repeated').argParser(collected),
  new Option('--rename-tag <old=new>', 'rename a tag; may be repeated').argParser(collectedRenames),
  new Option('--yes', 'allow to empty what is filled'),
];

const SAVE = [
  ...ABOUT,
  TAGS,
  textOption('--location <location>', 'new, later, archive or feed'),
  textOption('--note <text>', 'your note'),
  textOption('--html <file>', 'file with the page as HTML, which the service takes instead of loading it'),
];

const settle = (flags: string, description: string): Option =>
  new Option(flags, `${description}; may be repeated`).argParser(collected);

const SEND = [
  settle('--mine <change>', 'settle a conflict: send your values'),
  settle('--theirs <change>', 'settle a conflict: keep the values of Readwise'),
  settle('--discard <change>', 'give a change up'),
  settle('--retry <change>', 'send a change now, also one that was refused'),
  new Option('--yes', 'send more than 20 changes made by hand'),
];

/** Adds the commands that change something at the service. They set the exit code of the process. */
export function addWritingCommands(program: Command, signal: AbortSignal): void {
  const add = (name: string, description: string, options: readonly Option[]): Command => {
    const command = program.command(name).description(description);
    [...VAULT, DRY_RUN, ...options].forEach((option) => command.addOption(option));
    return command;
  };
  add('highlight', 'make a highlight at Readwise, or many with JSON on standard input', HIGHLIGHT).action(
    async (options: HighlightOptions) => {
      const { highlight } = await writingCommands();
      process.exitCode = await highlight(options, signal);
    },
  );
  add('edit', 'change a highlight, document or book at Readwise', EDIT)
    .argument('<id>', TARGET, notEmpty)
    .action(async (id: string, options: EditOptions) => {
      const { edit } = await writingCommands();
      process.exitCode = await edit(id, options, signal);
    });
  add('delete', 'delete a highlight or document at Readwise', [new Option('--yes', 'confirm it')])
    .argument('<id>', TARGET, notEmpty)
    .action(async (id: string, options: DeleteOptions) => {
      const { deleteTarget } = await writingCommands();
      process.exitCode = await deleteTarget(id, options, signal);
    });
  add('save', 'save a page to Reader', SAVE)
    .argument('<url>', 'address of the page', notEmpty)
    .action(async (url: string, options: SaveOptions) => {
      const { save } = await writingCommands();
      process.exitCode = await save(url, options, signal);
    });
  add('send', 'send what waits, and what you changed by hand in notes', SEND).action(
    async (options: SendingOptions) => {
      const { send } = await import('./send-command');
      process.exitCode = await send(options, signal);
    },
  );
}

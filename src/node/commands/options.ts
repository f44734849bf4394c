import { InvalidArgumentError, Option, type Command } from 'commander';

/** What every command on a vault is given. */
export interface VaultOptions {
  readonly vault: string;
  readonly state?: string;
  readonly json?: boolean;
}

export interface ServiceOptions {
  readonly baseUrl?: string;
  readonly settings?: string;
  readonly tokenFile?: string;
}

/** An empty value is a variable of a script that is not set; an empty path would be the current folder. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

export const text = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(notEmpty);

export function withVault(command: Command): Command {
  return command
    .addOption(text('--vault <dir>', 'the folder of notes').makeOptionMandatory())
    .addOption(text('--state <dir>', 'folder for the state of this device, outside the vault'))
    .option('--json', 'print one JSON object');
}

export function withSettings(command: Command): Command {
  return command.addOption(
    text('--settings <file>', 'settings as JSON; else those of the plugin in the vault, else the defaults'),
  );
}

export function withService(command: Command): Command {
  return withSettings(command)
    .addOption(text('--base-url <url>', 'address of the service instead of that in the settings'))
    .addOption(
      text('--token-file <file>', 'file with the token, closed to others (chmod 600); - is standard input'),
    );
}

export const withDryRun = (command: Command): Command =>
  command.option('--dry-run', 'show what would be done; write no note');

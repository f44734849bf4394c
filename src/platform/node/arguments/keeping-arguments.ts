interface Common {
  readonly vault: string;
  readonly state: string | null;
  readonly isJson: boolean;
}

export type KeepingCommand =
  | ({
      readonly name: 'check-library';
      readonly settings: string | null;
    } & Common)
  | ({ readonly name: 'unmark'; readonly isDryRun: boolean } & Common);

export const KEEPING_OPTIONS = {
  'check-library': ['vault', 'settings', 'state', 'json'],
  unmark: ['vault', 'state', 'dry-run', 'json'],
} as const;

export const KEEPING_USAGE = `  florilegium check-library --vault DIR
                                   look for what is not in order in notes and state
  florilegium unmark --vault DIR   turn all notes into plain markdown that no sync changes
`;

export function keepingCommand(
  name: KeepingCommand['name'],
  {
    settings,
    isDryRun,
    ...common
  }: Common & { readonly settings: string | null; readonly isDryRun: boolean },
): KeepingCommand {
  return name === 'unmark' ? { name, ...common, isDryRun } : { name, ...common, settings };
}

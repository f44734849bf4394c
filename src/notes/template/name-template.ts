import { RecentValues } from '../../model/collections';
import { safeFileName, type PlaceItem } from '../names/naming';
import { checkPart } from './check-template';
import { compileText, createEnvironment } from './environment';
import { itemFields, PLAIN_FIELDS } from './item-fields';
import { ProblemList } from './syntax';
import type { TemplateProblem } from './template';

/** Fields allowed in names: only those that new highlights or reading do not change. */
export const NAME_FIELDS: readonly string[] =
  'title author authors kind kindFolder category source siteName published saved location tags asin'.split(
    ' ',
  );

/** Templates of a note's folder (within the folder of all notes) and name. */
export interface NameTemplates {
  readonly folder: string;
  readonly fileName: string;
}

export type CompiledNames =
  | { readonly ok: true; readonly place: PlaceItem }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

const LONGEST_FOLDER_NAME = 60;

/** Between folders, because slashes of values make none. No value has this sign. */
const FOLDER = '\ufdd4';
const TAG_OR_SLASH = /\{\{[^]*?\}\}|\//g;

const withFolderMarks = (template: string): string =>
  template.replace(TAG_OR_SLASH, (found) => (found === '/' ? FOLDER : found));

interface NameOptions {
  /** The folder of all notes. */
  readonly root: string;
  /** UTC by default. */
  readonly timeZone?: string;
  /** Names the rule, if any. */
  readonly owner?: string;
}

/** By all that they depend on: each sync compiles the same few. */
const recentNames = new RecentValues<CompiledNames>(50);

/** Compiles both templates and returns the problems of both. */
export function compileNames(
  { folder, fileName }: NameTemplates,
  { root, timeZone = 'UTC', owner = '' }: NameOptions,
): CompiledNames {
  const key = JSON.stringify([folder, fileName, root, timeZone, owner]);
  return recentNames.of(key, () => compileAnew({ folder, fileName }, { root, timeZone, owner }));
}

function compileAnew(
  { folder, fileName }: NameTemplates,
  { root, timeZone, owner }: Required<NameOptions>,
): CompiledNames {
  const problems = [
    ...problemsIn(`${owner}folder template`, folder),
    ...problemsIn(`${owner}file name template`, fileName),
  ];
  if (problems.length > 0) return { ok: false, problems };
  // Most syncs name nothing.
  let write: ReturnType<typeof writersOf> | null = null;
  const place: PlaceItem = (item) => {
    write ??= writersOf({ folder, fileName });
    const fields = itemFields(item, { ...PLAIN_FIELDS, timeZone });
    return { folder: [root, ...foldersIn(write.folder(fields))].join('/'), title: write.fileName(fields) };
  };
  return { ok: true, place };
}

function writersOf({ folder, fileName }: NameTemplates) {
  const environment = createEnvironment();
  return {
    folder: compileText(environment, withFolderMarks(folder), { isData: true }),
    fileName: compileText(environment, fileName, { isData: true }),
  };
}

const foldersIn = (path: string): readonly string[] =>
  path
    .split(FOLDER)
    .filter((name) => name.trim() !== '')
    .map((name) => safeFileName(name, LONGEST_FOLDER_NAME));

function problemsIn(name: string, text: string): readonly TemplateProblem[] {
  const problems = new ProblemList(name);
  checkPart({ text, origin: { line: 1, column: 1 }, fields: { own: NAME_FIELDS, item: [] } }, problems);
  return problems.all();
}

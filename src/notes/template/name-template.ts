import { safeFileName, type PlaceItem } from '../names/naming';
import { itemContext } from './context';
import { checkPart } from './check';
import { compileText, createEnvironment } from './environment';
import { ProblemList } from './syntax';
import type { TemplateProblem } from './template';
import { templateContext, TextList, TextValue } from './values';

/** Fields allowed in names: only those that new highlights or reading do not change. */
const FIELDS =
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

/** Text in a name. Only slashes in the template make folders; those in values do not. */
class NamePart extends TextValue {
  protected safeText(raw: string): string {
    return raw.replace(/[/\\]/g, '|');
  }
}

function nameValue(value: unknown): unknown {
  if (Array.isArray(value)) return TextList.from(value, nameValue);
  if (typeof value !== 'string' && !(value instanceof TextValue)) return value;
  const text = String(value);
  return text === '' ? null : new NamePart(text);
}

interface NameOptions {
  /** The folder of all notes. */
  readonly root: string;
  /** UTC by default. */
  readonly timeZone?: string;
  /** Names the rule, if any. */
  readonly owner?: string;
}

/** Compiles both templates and returns the problems of both. */
export function compileNames(
  { folder, fileName }: NameTemplates,
  { root, timeZone = 'UTC', owner = '' }: NameOptions,
): CompiledNames {
  const problems = [
    ...problemsIn(`${owner}folder template`, folder),
    ...problemsIn(`${owner}file name template`, fileName),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const environment = createEnvironment(nameValue);
  const renderFolder = compileText(environment, folder);
  const renderName = compileText(environment, fileName);
  const place: PlaceItem = (item) => {
    const context = templateContext(itemContext(item, timeZone), nameValue);
    return { folder: [root, ...foldersIn(renderFolder(context))].join('/'), title: renderName(context) };
  };
  return { ok: true, place };
}

const foldersIn = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((name) => name.trim() !== '')
    .map((name) => safeFileName(name, LONGEST_FOLDER_NAME));

function problemsIn(name: string, text: string): readonly TemplateProblem[] {
  const problems = new ProblemList(name);
  checkPart({ text, origin: { line: 1, column: 1 }, fields: { own: FIELDS, item: [] } }, problems);
  return problems.all();
}

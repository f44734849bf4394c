import { safeFileName, type PlaceItem } from '../names/naming';
import { itemContext } from './context';
import { checkPart } from './check';
import { compileText, createEnvironment } from './environment';
import { ProblemList } from './syntax';
import type { TemplateProblem } from './template';
import { templateContext, TextList, TextValue } from './values';

/** What names may be made of: nothing that a new highlight or a page read would change. */
const FIELDS = [
  'title',
  'author',
  'authors',
  'kind',
  'kindFolder',
  'category',
  'source',
  'siteName',
  'published',
  'saved',
  'location',
  'tags',
  'asin',
] as const;

/** The templates of a note's place: its folder within the folder of all notes, and its name. */
export interface NameTemplates {
  readonly folder: string;
  readonly fileName: string;
}

export type CompiledNames =
  | { readonly ok: true; readonly place: PlaceItem }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

const LONGEST_FOLDER_NAME = 60;

/** Text as a part of a name: only a slash in the template itself makes a folder, one in a value does not. */
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

/** Compiles both templates; `root` is the folder of all notes, `owner` says whose they are (a rule's). Problems of both come at once. */
export function compileNames(
  { folder, fileName }: NameTemplates,
  { root, owner = '' }: { readonly root: string; readonly owner?: string },
): CompiledNames {
  const compiled = {
    folder: compileName(`${owner}folder template`, folder),
    fileName: compileName(`${owner}file name template`, fileName),
  };
  const problems = [...compiled.folder.problems, ...compiled.fileName.problems];
  const { render: renderFolder } = compiled.folder;
  const { render: renderName } = compiled.fileName;
  if (problems.length > 0 || renderFolder === null || renderName === null) return { ok: false, problems };
  const place: PlaceItem = (item) => {
    const context = templateContext(itemContext(item), nameValue);
    return { folder: [root, ...foldersIn(renderFolder(context))].join('/'), title: renderName(context) };
  };
  return { ok: true, place };
}

const foldersIn = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((name) => name.trim() !== '')
    .map((name) => safeFileName(name, LONGEST_FOLDER_NAME));

function compileName(
  name: string,
  source: string,
): { readonly render: ((context: object) => string) | null; readonly problems: readonly TemplateProblem[] } {
  const list = new ProblemList(name);
  checkPart({ text: source, origin: { line: 1, column: 1 }, fields: { own: FIELDS, item: [] } }, list);
  const problems = list.all();
  // A text with problems cannot be compiled.
  const render = problems.length > 0 ? null : compileText(createEnvironment(nameValue), source);
  return { render, problems };
}

import { safeFileName } from '../library/naming';
import type { PlaceItem } from '../library/note-name';
import { itemContext } from './context';
import { checkPart } from './expressions';
import { ProblemList } from './problems';
import { compileProgram } from './program';
import type { TemplateProblem } from './template';
import { plainText } from './values';

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

/** Only a slash in the template itself makes a folder; one in a value is part of a name. */
const nameText = (value: unknown): string => plainText(value).replace(/[/\\]/g, '|');

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
    const context = itemContext(item);
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
  const problems = new ProblemList(name);
  const program = checkPart(
    { source, origin: { line: 1, column: 1 }, fields: { own: FIELDS, item: [] } },
    problems,
  );
  const found = problems.all();
  // Of a part with problems there is nothing to compile.
  return {
    render: program === null || found.length > 0 ? null : compileProgram(program, nameText),
    problems: found,
  };
}
